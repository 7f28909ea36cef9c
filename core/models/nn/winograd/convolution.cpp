// Transforms the weights and shares the runs of tiles between threads.
#include "core/models/nn/winograd/convolution.h"

#include "core/memory/cpu_kernels.h"
#include "core/models/nn/in_parallel.h"
#include "core/models/nn/winograd/tiles.h"

#include <ATen/autocast_mode.h>
#include <ATen/ops/empty.h>

#include <algorithm>
#include <array>
#include <string>

namespace headroom::nn {
namespace {

using winograd::kGroup;
using winograd::kRun;
using winograd::kShift;
using winograd::kValues;
using winograd::Segment;
using winograd::Task;

using Kernel = void (*)(const Task&, const Segment*, int, float*, float*);

/// The kernel for the vectors that LibTorch uses.
Kernel kernel() {
#if defined(__x86_64__)
    if (vector_width() == VectorWidth::Avx512) return winograd::run_avx512;
    if (vector_width() == VectorWidth::Avx2) return winograd::run_avx2;
#endif
    return winograd::run_baseline;
}

/// G w G' of a 3x3 filter, given by its distances: (36), rounded once.
std::array<float, kValues> transformed(const float* w, long row, long column) {
    const auto six = [](double a, double b, double c) {
        constexpr double near = winograd::kNear, far = winograd::kFar, near2 = near * near, far2 = far * far,
                         to_near = 0.5 / (near2 * (near2 - far2)), to_far = 0.5 / (far2 * (far2 - near2));
        const double even = (a + near2 * c) * to_near, odd = near * b * to_near;
        const double even_far = (a + far2 * c) * to_far, odd_far = far * b * to_far;
        return std::array<double, 6>{a / (near2 * far2), even + odd,         even - odd,
                                     even_far + odd_far, even_far - odd_far, c};
    };
    std::array<std::array<double, 6>, 3> rows;
    for (int r = 0; r < 3; ++r) rows[r] = six(w[r * row], w[r * row + column], w[r * row + 2 * column]);
    std::array<float, kValues> out;
    for (int x = 0; x < 6; ++x) {
        const std::array<double, 6> along = six(rows[0][x], rows[1][x], rows[2][x]);
        for (int y = 0; y < 6; ++y) out[6 * y + x] = static_cast<float>(along[y]);
    }
    return out;
}

/// 36 blocks (groups, in, kGroup) of weights (out, in, 3, 3), zeros above `out`; `turned`: of (in, out, 3, 3) and rotated by half a turn,
/// which is the convolution of the gradient.
at::Tensor transformed_weights(const at::Tensor& weight, long in, long out, bool turned) {
    const long groups = winograd::groups_of(out), apart = groups * in * kGroup + kShift;
    at::Tensor all = at::empty({kValues, apart}, weight.options());
    float* const to = all.mutable_data_ptr<float>();
    const float* const from = weight.const_data_ptr<float>();
    in_parallel(groups, [&](std::int64_t g) {
        for (long c = 0; c < in; ++c) {
            for (long i = 0; i < kGroup; ++i) {
                const long k = g * kGroup + i;
                std::array<float, kValues> values{};
                if (k < out)
                    values = turned ? transformed(from + (c * out + k) * 9 + 8, -3, -1)
                                    : transformed(from + (k * in + c) * 9, 3, 1);
                for (int e = 0; e < kValues; ++e) to[e * apart + (g * in + c) * kGroup + i] = values[e];
            }
        }
    });
    return all;
}

/// The type that LibTorch would compute x's convolution in.
at::ScalarType compute_type(const at::Tensor& x) {
    return at::autocast::is_autocast_enabled(at::kCPU) ? at::autocast::get_autocast_dtype(at::kCPU) : x.scalar_type();
}

at::Tensor convolve(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, bool turned) {
    const WorkScope work(turned ? "Winograd 3x3, input" : "Winograd 3x3, output",
                         [&] { return winograd_work(x, weight.size(turned ? 1 : 0)); });
    const at::ScalarType type = compute_type(x);
    const auto operand = [type](const at::Tensor& t) {
        return t.defined() ? t.to(type).to(at::kFloat).contiguous() : t;
    };
    const at::Tensor in = operand(x), filters = operand(weight), offset = operand(bias);
    const long channels = in.size(1), out_channels = filters.size(turned ? 1 : 0), height = in.size(2),
               width = in.size(3);
    const at::Tensor u = transformed_weights(filters, channels, out_channels, turned);
    at::Tensor y = at::empty({in.size(0), out_channels, height, width}, in.options());
    const Task task{in.const_data_ptr<float>(),
                    u.const_data_ptr<float>(),
                    offset.defined() ? offset.const_data_ptr<float>() : nullptr,
                    y.mutable_data_ptr<float>(),
                    channels,
                    out_channels,
                    height,
                    width};
    const long across = (width + 3) / 4, down = (height + 3) / 4, tiles = in.size(0) * down * across,
               runs = (tiles + kRun - 1) / kRun;
    const long v_size = kValues * (channels * kRun + kShift),
               m_size = kValues * (winograd::block_of(out_channels) * kRun + kShift);
    const Kernel compute = kernel();
    at::Tensor scratch = at::empty({shares_of(runs), v_size + m_size}, in.options());
    float* const room = scratch.mutable_data_ptr<float>();
    in_shares(runs, [&](long run, long share) {
        float* const v = room + share * (v_size + m_size);
        std::array<Segment, kRun> segments;
        int count = 0;
        for (long tile = run * kRun; tile < std::min(tiles, (run + 1) * kRun);) {
            const long column = tile % across, row = tile / across;
            const long length = std::min({across - column, (run + 1) * kRun - tile, tiles - tile});
            segments[count++] = {row / down, row % down, column, length, tile - run * kRun};
            tile += length;
        }
        compute(task, segments.data(), count, v, v + v_size);
    });
    return y.to(type);
}

}  // namespace

bool has_winograd(const at::Tensor& x, const at::Tensor& weight, std::int64_t stride, std::int64_t padding) {
    // Below, the weights' transform costs what the products save, and low resolutions take little time anyway.
    constexpr std::int64_t kLeastPixels = 64 * 64, kLeastChannels = 32;
    const at::ScalarType type = compute_type(x);
    return x.is_cpu() && weight.is_cpu() && stride == 1 && padding == 1 &&
           (type == at::kFloat || (type == at::kBFloat16 && !has_bf16_kernels())) && x.dim() == 4 &&
           weight.size(2) == 3 && weight.size(3) == 3 && x.suggest_memory_format() == at::MemoryFormat::Contiguous &&
           x.size(2) * x.size(3) >= kLeastPixels && std::min(weight.size(0), weight.size(1)) >= kLeastChannels;
}

bool winograd_suits_training() { return kernel() != winograd::run_baseline; }

Work winograd_work(const at::Tensor& x, std::int64_t out_channels) {
    const auto channels = double(x.size(1)), out = double(out_channels);
    const double pixels = double(x.size(0)) * x.size(2) * x.size(3),
                 tiles = double(x.size(0)) * ((x.size(2) + 3) / 4) * ((x.size(3) + 3) / 4), filters = channels * out;
    Work work{2 * kValues * tiles * filters, 2 * 9 * pixels * filters};
    work.bytes = (pixels * (channels + out) + 9 * filters) * double(x.element_size());
    for (const std::int64_t size : x.sizes()) work.shape += (work.shape.empty() ? "" : "x") + std::to_string(size);
    work.shape += " by " + std::to_string(out_channels) + "x" + std::to_string(x.size(1)) + "x3x3";
    return work;
}

at::Tensor winograd_conv2d(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    return convolve(x, weight, bias, false);
}

at::Tensor winograd_conv2d_input(const at::Tensor& grad, const at::Tensor& weight) {
    return convolve(grad, weight, {}, true);
}

}  // namespace headroom::nn
