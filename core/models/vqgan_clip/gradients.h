// Functions whose gradient is not their derivative: straight-through tricks of VQGAN-CLIP. Source: ReplaceGrad and
// ClampWithGrad of nerdyrodent/VQGAN-CLIP, generate.py.
#pragma once

#include <ATen/core/TensorBody.h>

namespace headroom::imagine {

/// `value` exactly; the gradient goes to `to` alone, summed down to its shape, which must broadcast to that of `value`.
at::Tensor replace_grad(const at::Tensor& value, const at::Tensor& to);

/// `x` clamped to [low, high]. Outside, a gradient passes only if a descent along it would move x back towards the range. Keeps x.
at::Tensor clamp_with_grad(const at::Tensor& x, double low, double high);

}  // namespace headroom::imagine
