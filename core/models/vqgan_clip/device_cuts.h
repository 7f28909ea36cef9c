// Several warps of the cutouts' chain in one launch of a kernel of our own, instead of one sampling of all cuts for each.
#pragma once

#include "core/models/vqgan_clip/cut_draws.h"

#include <cstddef>
#include <vector>

namespace headroom {

namespace kernels {
class DeviceKernels;
}

namespace imagine {

/// How many steps of the chain from `first` on one launch can do: warps, flips, what is erased. 0: the step is none of these.
std::size_t warps_at_once(const std::vector<CutStep>& chain, const CutDraws& draws, std::size_t first);

/// `x` (count or 1, 3, S, S), float32, S > 1, through `steps` steps of the chain from `first` on: (count, 3, S, S), with the gradient to x. One
/// picture stands for all cuts. Keeps the matrices, of Elastic and Spline the fields. Throws std::runtime_error
/// where the device refuses.
at::Tensor warped_at_once(kernels::DeviceKernels& on, const std::vector<CutStep>& chain, const CutDraws& draws,
                          std::size_t first, std::size_t steps, const at::Tensor& x, bool reference);

}  // namespace imagine
}  // namespace headroom
