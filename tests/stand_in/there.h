// The stand-in device by name, and how far its numbers are from the CPU's.
#pragma once

#include "core/memory/libtorch.h"

namespace headroom::test {

inline const at::Device kThere(c10::DeviceType::PrivateUse1, 0);

/// The largest difference, relative to the largest number of `here`.
inline double apart(const at::Tensor& there, const at::Tensor& here) {
    return ((there.cpu().to(at::kDouble) - here.to(at::kDouble)).abs().max() /
            here.abs().max().to(at::kDouble).clamp_min(1e-20))
        .item<double>();
}

}  // namespace headroom::test
