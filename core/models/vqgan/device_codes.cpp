// Arguments of the search's kernels.
#include "core/models/vqgan/device_codes.h"

#include "core/kernels/device_kernels.h"
#include "core/memory/libtorch.h"

#include <algorithm>

namespace headroom::vqgan {
namespace {

/// Blocks that keep a GPU busy: where there are few cells, each block searches a part of the codes.
constexpr std::int64_t kBusy = 512;

}  // namespace

at::Tensor nearest_rows(kernels::DeviceKernels& on, const at::Tensor& cells, const at::Tensor& codes) {
    using kernels::NearestCode;
    const std::int64_t rows = cells.size(0), count = codes.size(0), width = codes.size(1);
    const std::int64_t row_tiles = std::max<std::int64_t>(1, kernels::pieces(rows, NearestCode::kSide));
    const std::int64_t parts =
        std::clamp<std::int64_t>(kBusy / row_tiles, 1, kernels::pieces(count, NearestCode::kSide));
    const at::Tensor lengths = at::empty({count}, codes.options()), best = at::empty({parts, rows}, codes.options()),
                     which = at::empty({parts, rows}, codes.options().dtype(at::kLong));
    const auto* latents = cells.const_data_ptr<float>();
    const auto* numbers = codes.const_data_ptr<float>();
    auto* found = static_cast<kernels::I64*>(which.mutable_data_ptr());
    on.launch<kernels::CodeLengths>({numbers, count, width, lengths.mutable_data_ptr<float>()});
    on.launch<NearestCode>({latents, numbers, lengths.const_data_ptr<float>(), rows, count, width, parts,
                            best.mutable_data_ptr<float>(), found});
    on.launch<kernels::NearestPart>({rows, parts, best.const_data_ptr<float>(), found});
    return parts == 1 ? which[0] : which[0].clone();
}

}  // namespace headroom::vqgan
