// The optimisers of the latent, with the scripts' parameters: one tensor, so no lists, and every kind in a few lines.
// Sources: Kingma & Ba 2015 (Adam, Adamax), Loshchilov & Hutter 2019 (AdamW), Duchi et al. 2011 (Adagrad), Liu et al. 2020
// (RAdam), Tieleman & Hinton 2012 (RMSprop), Dubey et al. 2019 (diffGrad), Heo et al. 2021 (AdamP); jettify/pytorch-optimizer.
#pragma once

#include "core/families/vqgan_clip/imagine_config.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headroom::imagine {

/// What does not change while it runs.
struct OptimiserRules {
    double beta1 = 0.9, beta2 = 0.999;  ///< RMSprop: beta2 is its alpha
    double epsilon = 1e-8;
    double weight_decay = 0;  ///< AdamW: decoupled; diffGrad: added to the gradient
};
/// Of the scripts: the libraries' defaults, and 1e-9 both as epsilon and as weight decay for diffGrad.
OptimiserRules script_rules(LatentOptimiserKind kind);

/// All that a run needs to continue exactly.
struct OptimiserState {
    std::int64_t steps = 0;
    std::map<std::string, at::Tensor>
        tensors;  ///< shaped as the latent: "first", "second", "before", those that the kind has
};

/// Names of the tensors that it keeps, each shaped as the latent.
std::vector<std::string> moments_of(LatentOptimiserKind kind);

/// One thread at a time. Its tensors count as Role::Optimiser and appear with the first step.
class LatentOptimiser {
public:
    LatentOptimiser(LatentOptimiserKind kind, double rate);
    LatentOptimiser(LatentOptimiserKind kind, double rate, OptimiserRules rules);

    /// One step on `z` in place, outside autograd, along `grad` of its shape and type. float32 or float64.
    void step(at::Tensor z, const at::Tensor& grad);
    void set_rate(double rate) { rate_ = rate; }
    double rate() const { return rate_; }
    LatentOptimiserKind kind() const { return kind_; }
    /// Begins again as if new: after a zoom, a new phrase, a drop of the rate.
    void reset() { state_ = {}; }

    /// Shares the tensors: copy them to keep them over a step.
    const OptimiserState& state() const { return state_; }
    /// Goes back to a state of before, whose tensors' bytes the caller has put back.
    void put_back(OptimiserState state) noexcept { state_ = std::move(state); }
    /// Continues from copies of `state`, which must be of the same kind and for a latent as `z`; else throws c10::Error that
    /// names the tensor, and nothing has changed.
    void restore(const OptimiserState& state, const at::Tensor& z);

private:
    at::Tensor& moment(const char* name, const at::Tensor& z);
    void adam(at::Tensor& z, const at::Tensor& grad);
    void adagrad(at::Tensor& z, const at::Tensor& grad);
    void adamax(at::Tensor& z, const at::Tensor& grad);
    void radam(at::Tensor& z, const at::Tensor& grad);
    void rmsprop(at::Tensor& z, const at::Tensor& grad);
    void diffgrad(at::Tensor& z, const at::Tensor& grad);
    void adamp(at::Tensor& z, const at::Tensor& grad);
    at::Tensor first_moment(const at::Tensor& z, const at::Tensor& grad);
    at::Tensor second_moment(const at::Tensor& z, const at::Tensor& grad);
    double correction(double beta) const;

    LatentOptimiserKind kind_;
    double rate_;
    OptimiserRules rules_;
    OptimiserState state_;
};

}  // namespace headroom::imagine
