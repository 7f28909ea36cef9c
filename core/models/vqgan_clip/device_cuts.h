// Cutouts by kernels of our own: crops, several warps of the chain in one launch, colours, noise. Its launches are the same for all iterations.
#pragma once

#include "core/kernels/source/cut_kernels.h"
#include "core/models/vqgan_clip/cut_tables.h"

#include <cstddef>
#include <vector>

namespace headroom {

namespace kernels {
class DeviceKernels;
}

namespace imagine {

/// The cuts of `tables`, which lie on base's device, as apply_cuts(): (count, 3, S, S), float32, S > 1. Throws std::runtime_error where the
/// device refuses.
at::Tensor cuts_at_once(kernels::DeviceKernels& on, const CutSettings& settings, const std::vector<CutStep>& chain,
                        const at::Tensor& base, const CutTables& tables);

/// What a warp does with the cut of entry `i` of its draws.
kernels::CutWarp cut_warp(const CutStep& step, const StepDraws& draws, std::size_t i, std::int64_t side,
                          bool reference);

/// How many steps of the chain from `first` on one launch can do: warps, flips, what is erased. 0: the step is none of these.
std::size_t warps_at_once(const std::vector<CutStep>& chain, std::size_t first);

/// `x` (count or 1, 3, S, S), float32, S > 1, through `steps` steps of the chain from `first` on: (count, 3, S, S), with the gradient to x. One
/// picture stands for all cuts. Keeps the matrices, of Elastic and Spline the fields.
at::Tensor warped_at_once(kernels::DeviceKernels& on, const std::vector<CutStep>& chain, const CutTables& tables,
                          std::size_t first, std::size_t steps, const at::Tensor& x, bool reference);

}  // namespace imagine
}  // namespace headroom
