// Scratch, and the work shared out between threads: tiles, then blocks of columns.
#include "core/models/nn/winograd/strided.h"

#include "core/memory/cpu_kernels.h"
#include "core/memory/where/work.h"
#include "core/models/nn/in_parallel.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <string>

namespace headroom::nn {
namespace {

using winograd::Pass;
using winograd::PhaseKernel;
using winograd::PhaseTask;
using winograd::Picture;

// Transformed tiles fit into a shared cache, and their scratch does not grow with the batch.
constexpr long kTileBytes = 4L << 20, kTileBytesOfBf16 = 2L << 20, kLeastTiles = 64;
constexpr long kShare = 8;  ///< tiles of which a thread transforms a multiple; even, for bf16's pairs

Picture picture_of(const at::Tensor& t) { return {t.data_ptr(), t.size(2), t.size(3), t.size(1)}; }

/// By its name in a list of what takes time.
const char* name_of(Pass pass) {
    return pass == Pass::Output  ? "Winograd 4x4/2, output"
           : pass == Pass::Input ? "Winograd 4x4/2, input"
                                 : "Winograd 4x4/2, filters";
}

Work work_of(const PhaseKernel& kernel, const PhaseTask& task, long pictures, long tiles, at::ScalarType type) {
    const auto numbers = [pictures](const Picture& p) { return double(p.height) * p.width * p.channels * pictures; };
    const double values = double(kernel.m + 1) * (kernel.m + 1),
                 filters = double(task.fine.channels) * task.coarse.channels;
    Work out;
    out.flops = 2 * 4 * values * tiles * filters;
    out.direct_flops = 2 * 16 * task.fine.channels * numbers(task.coarse);
    out.bytes = (numbers(task.fine) + numbers(task.coarse) + 16 * filters) * double(c10::elementSize(type));
    out.type = type == at::kBFloat16 && has_bf16_products() ? type : at::kFloat;
    const auto shape = [pictures](const Picture& p) {
        return std::to_string(pictures) + "x" + std::to_string(p.channels) + "x" + std::to_string(p.height) + "x" +
               std::to_string(p.width);
    };
    out.shape = shape(task.fine) + " to " + shape(task.coarse) + ", tiles of " + std::to_string(kernel.m);
    return out;
}

void compute(const PhaseKernel& kernel, PhaseTask task, std::int64_t pictures, at::ScalarType type) {
    task.across = (task.coarse.width + kernel.m - 1) / kernel.m;
    task.down = (task.coarse.height + kernel.m - 1) / kernel.m;
    const long tiles = pictures * task.across * task.down;
    const WorkScope work(name_of(task.pass), [&] { return work_of(kernel, task, pictures, tiles, type); });
    task.room = kLeastTiles;
    const long bytes = (kernel.tile_words(task) + kernel.other_words(task)) * static_cast<long>(sizeof(float));
    task.room = std::max(1L, (type == at::kFloat ? kTileBytes : kTileBytesOfBf16) / bytes) * kLeastTiles;
    const long own = aligned(kernel.tile_words(task)), other = aligned(kernel.other_words(task)),
               each = aligned(kernel.thread_words(task)), blocks = kernel.column_blocks(task);
    const at::Tensor scratch = at::empty({own + other + shares_of(blocks) * each}, at::kFloat);
    task.tiles = scratch.data_ptr<float>();
    task.other = task.tiles + own;
    float* const rooms = task.other + other;
    for (task.first = 0; task.first < tiles; task.first += task.room) {
        task.count = std::min(task.room, tiles - task.first);
        const long shares = (task.count + kShare - 1) / kShare, workers = shares_of(shares);
        in_parallel(workers, [&](std::int64_t worker) {
            kernel.transform_tiles(task, shares * worker / workers * kShare,
                                   std::min<long>(task.count, shares * (worker + 1) / workers * kShare));
        });
        in_shares(blocks, [&](long block, long share) { kernel.multiply_columns(task, block, rooms + share * each); });
    }
}

PhaseTask task_of(Pass pass, const at::Tensor& x, const at::Tensor& y) {
    PhaseTask task{};
    task.pass = pass;
    task.fine = picture_of(x);
    task.coarse = picture_of(y);
    return task;
}

/// Of a pass that reads the filters.
void compute(const PhaseKernel& kernel, Pass pass, const at::Tensor& x, const at::Tensor& y,
             const at::Tensor& filters) {
    PhaseTask task = task_of(pass, x, y);
    task.filters = {filters.data_ptr(), filters.stride(0), filters.stride(1), filters.stride(2), filters.stride(3)};
    compute(kernel, task, x.size(0), x.scalar_type());
}

at::Tensor channels_last(at::IntArrayRef sizes, at::ScalarType type) {
    return at::empty(sizes, at::TensorOptions(type).memory_format(at::MemoryFormat::ChannelsLast));
}

}  // namespace

at::Tensor strided_output(const PhaseKernel& kernel, const at::Tensor& x, const at::Tensor& filters) {
    at::Tensor y = channels_last({x.size(0), filters.size(0), x.size(2) / 2, x.size(3) / 2}, x.scalar_type());
    compute(kernel, Pass::Output, x, y, filters);
    return y;
}

at::Tensor strided_input(const PhaseKernel& kernel, const at::Tensor& y, const at::Tensor& filters) {
    at::Tensor x = channels_last({y.size(0), filters.size(1), 2 * y.size(2), 2 * y.size(3)}, y.scalar_type());
    compute(kernel, Pass::Input, x, y, filters);
    return x;
}

at::Tensor strided_filters(const PhaseKernel& kernel, const at::Tensor& x, const at::Tensor& y) {
    const at::Tensor sums = at::zeros({y.size(1), 4, 4, x.size(1)}, at::kFloat);
    PhaseTask task = task_of(Pass::Filter, x, y);
    task.sums = sums.data_ptr<float>();
    compute(kernel, task, x.size(0), x.scalar_type());
    return sums.permute({0, 3, 1, 2}).to(x.scalar_type());
}

}  // namespace headroom::nn
