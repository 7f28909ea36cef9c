// Shares the tiles out between threads, adds their sums up and takes them back to filters.
#include "core/models/nn/winograd/filters.h"

#include "core/memory/cpu_kernels.h"
#include "core/models/nn/in_parallel.h"
#include "core/models/nn/winograd/convolution.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <array>

namespace headroom::nn {
namespace {

using winograd::FilterKernel;
using winograd::FilterTask;
using winograd::kFilterRows;
using winograd::kFilterRun;
using winograd::kValues;

/// In the vectors that LibTorch uses; null: there is none for these.
const FilterKernel* filter_kernel() {
#if defined(__x86_64__)
    if (vector_width() == VectorWidth::Avx512) return &winograd::filters_avx512();
    if (vector_width() == VectorWidth::Avx2) return &winograd::filters_avx2();
#endif
    return nullptr;
}

/// Into how many ranges of tiles the sums are shared out: by one picture's shape, so that any number of threads makes the same bits and
/// the scratch does not follow the batch.
long ranges_of(const FilterTask& task, long blocks, long sum_words) {
    constexpr long kBusy = 16, kLeastRuns = 4, kSumWords = 4L << 20;
    const long wanted = (kBusy + blocks - 1) / blocks, runs = task.across * task.down / kFilterRun;
    return std::max(1L, std::min({wanted, runs / kLeastRuns, kSumWords / (blocks * sum_words)}));
}

/// G' of six values.
std::array<double, 3> from_values(const std::array<double, 6>& v) {
    constexpr double near = winograd::kNear, far = winograd::kFar, near2 = near * near, far2 = far * far,
                     to_near = 0.5 / (near2 * (near2 - far2)), to_far = 0.5 / (far2 * (far2 - near2));
    const double even = (v[1] + v[2]) * to_near, odd = (v[1] - v[2]) * to_near, even_far = (v[3] + v[4]) * to_far,
                 odd_far = (v[3] - v[4]) * to_far;
    return {v[0] / (near2 * far2) + even + even_far, near * odd + far * odd_far, near2 * even + far2 * even_far + v[5]};
}

/// A filter's nine weights of its 36 sums: G' m G, rounded once.
void store_filter(const std::array<double, kValues>& sums, float* weights) {
    std::array<std::array<double, 6>, 3> rows;
    for (int x = 0; x < 6; ++x) {
        const std::array<double, 3> made =
            from_values({sums[x], sums[6 + x], sums[12 + x], sums[18 + x], sums[24 + x], sums[30 + x]});
        for (int y = 0; y < 3; ++y) rows[y][x] = made[y];
    }
    for (int y = 0; y < 3; ++y) {
        const std::array<double, 3> made = from_values(rows[y]);
        for (int x = 0; x < 3; ++x) weights[3 * y + x] = static_cast<float>(made[x]);
    }
}

}  // namespace

at::Tensor winograd_conv2d_filters(const at::Tensor& grad, const at::Tensor& x) {
    const WorkScope work("Winograd 3x3, filters", [&] { return winograd_work(x, grad.size(1)); });
    const FilterKernel& kernel = *filter_kernel();
    const at::Tensor pictures = x.to(at::kFloat).contiguous(), pull = grad.to(at::kFloat).contiguous();
    const FilterTask task{pictures.const_data_ptr<float>(),
                          pull.const_data_ptr<float>(),
                          x.size(1),
                          grad.size(1),
                          x.size(2),
                          x.size(3),
                          (x.size(3) + 3) / 4,
                          (x.size(2) + 3) / 4};
    const long tiles = x.size(0) * task.across * task.down, runs = (tiles + kFilterRun - 1) / kFilterRun,
               blocks = (task.out + kFilterRows - 1) / kFilterRows,
               column_blocks = (task.in + kernel.columns - 1) / kernel.columns,
               block_words = kFilterRows * kernel.columns, sum_words = kValues * column_blocks * block_words,
               ranges = ranges_of(task, blocks, sum_words), all = blocks * ranges,
               own_words = aligned(kernel.scratch_words(task));
    const at::Tensor scratch = at::empty({all * sum_words + shares_of(all) * own_words}, at::kFloat);
    float* const sums = scratch.mutable_data_ptr<float>();
    in_shares(all, [&](long i, long share) {
        const long block = i / ranges, range = i % ranges, first = block * kFilterRows;
        kernel.compute(task, first, std::min<long>(kFilterRows, task.out - first), runs * range / ranges * kFilterRun,
                       std::min(tiles, runs * (range + 1) / ranges * kFilterRun), sums + i * sum_words,
                       sums + all * sum_words + share * own_words);
    });
    at::Tensor filters = at::empty({task.out, task.in, 3, 3}, at::kFloat);
    float* const to = filters.mutable_data_ptr<float>();
    in_shares(task.out, [&](long k, long) {
        const float* const row = sums + k / kFilterRows * ranges * sum_words + k % kFilterRows * kernel.columns;
        for (long c = 0; c < task.in; ++c) {
            std::array<double, kValues> values{};
            for (long range = 0; range < ranges; ++range) {
                for (long e = 0; e < kValues; ++e)
                    values[e] += row[range * sum_words + (e * column_blocks + c / kernel.columns) * block_words +
                                     c % kernel.columns];
            }
            store_filter(values, to + (k * task.in + c) * 9);
        }
    });
    return filters.to(x.scalar_type());
}

}  // namespace headroom::nn
