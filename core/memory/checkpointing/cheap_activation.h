// CheapActivation: batch norm and activation whose output is not kept for the backward pass but recomputed from the
// norm's input, which is kept anyway. One pass over memory instead of half of a network's activations; no convolution runs
// twice. On the CPU every bit stays the same, on a GPU the recomputed output is rounded once more. Idea: Bulo et al., "In-Place Activated BatchNorm", 2018; here nothing is inverted.
#pragma once

#include <ATen/core/TensorBody.h>

#include <functional>
#include <memory>

namespace headroom {

class CheapActivation {
public:
    /// act(`out`), in place: `out` is the batch norm of `x` with these statistics, (C), `deviation` being 1 / sqrt(variance + eps). The
    /// activation is ReLU (`slope` 0) or LeakyReLU. Tensors of floating type, (N, C, H, W) in one of the dense layouts.
    at::Tensor forward(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, at::Tensor out,
                       const at::Tensor& mean, const at::Tensor& deviation, double slope);

    /// The output of a norm and activation that are one node of autograd and keep no output themselves: `again` computes it anew, from what they
    /// keep. Returns it.
    at::Tensor forward(at::Tensor out, std::function<at::Tensor()> again);

    /// Told of the convolution that read forward()'s output. When both keep the same tensor, neither does any longer.
    void consumed_by(const at::Tensor& convolved);

    struct Recipe;

private:
    std::shared_ptr<Recipe> recipe_;
    at::Tensor output_;
};

}  // namespace headroom
