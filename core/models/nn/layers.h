// Layers with PyTorch's parameter names, in the mode that a network asks for. Made without values: load or initialise
// (init.h). Plain modules: no Sequential, whose templates cost compile time.
#pragma once

#include "core/api/train_config.h"
#include "core/memory/checkpointing/cheap_activation.h"
#include "core/memory/libtorch.h"
#include "core/models/nn/compute_mode.h"
#include "core/models/nn/shadow.h"

#include <cstdint>
#include <optional>

namespace headroom::nn {

class NormSync;
struct DeviceNorm;
struct Normalised;

class GroupNorm;

/// Convolution with a square kernel: `weight` (out, in, k, k), `bias` (out) unless `bias` is false.
class Conv2d : public torch::nn::Module, public Shadowed {
public:
    Conv2d(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride = 1, std::int64_t padding = 0,
           bool bias = true);
    /// (N, in, H, W) -> (N, out, H', W').
    at::Tensor forward(const at::Tensor& x, const ComputeMode& mode);
    /// Of SiLU(norm(x)), which a convolution that trains does not keep.
    at::Tensor forward_normed(GroupNorm& norm, const at::Tensor& x, const ComputeMode& mode);
    /// A 1x1 convolution of rows: (.., in) -> (.., out).
    at::Tensor forward_rows(const at::Tensor& x, const ComputeMode& mode);
    void each_shadow(const Each& each) override;

    at::Tensor weight, bias;

private:
    std::int64_t stride_, padding_;
    Shadow weight_shadow_, bias_shadow_;
};

/// `weight` (out, in), `bias` (out) unless `bias` is false.
class Linear : public torch::nn::Module {
public:
    Linear(std::int64_t in, std::int64_t out, bool bias = true);
    /// (.., in) -> (.., out).
    at::Tensor forward(const at::Tensor& x, const ComputeMode& mode);

    at::Tensor weight, bias;
};

/// Group norm over channels: `weight`, `bias`.
class GroupNorm : public torch::nn::Module {
public:
    GroupNorm(std::int64_t groups, std::int64_t channels, double epsilon);
    /// (N, C, H, W).
    at::Tensor forward(const at::Tensor& x);
    /// With SiLU after it.
    at::Tensor forward_silu(const at::Tensor& x, const ComputeMode& mode);
    std::int64_t groups() const { return groups_; }
    double epsilon() const { return epsilon_; }

    at::Tensor weight, bias;

private:
    std::int64_t groups_;
    double epsilon_;
};

/// Over the last dimension, eps 1e-5: `weight`, `bias`.
class LayerNorm : public torch::nn::Module {
public:
    explicit LayerNorm(std::int64_t width);
    at::Tensor forward(const at::Tensor& x);

    at::Tensor weight, bias;
};

/// Batch or instance norm over channels, eps 1e-5: `weight`, `bias`. Batch norm has `running_mean`, `running_var` and
/// `num_batches_tracked` too, which begin at 0, 1 and 0: in training it computes with the batch's statistics and lets the running
/// ones follow with momentum 0.1, but not within a RecomputeScope; else it computes with the running ones.
class Norm2d : public torch::nn::Module {
public:
    explicit Norm2d(std::int64_t channels, NormKind kind = NormKind::Batch);
    at::Tensor forward(const at::Tensor& x, const ComputeMode& mode);
    at::Tensor forward_relu(const at::Tensor& x, const ComputeMode& mode);
    /// With LeakyReLU after it, ReLU where `slope` is 0.
    at::Tensor forward_leaky(const at::Tensor& x, double slope, const ComputeMode& mode);
    /// Whether forward_cheap() can do what forward() and the activation do: a batch's statistics, and a graph.
    bool can_be_cheap(const at::Tensor& x) const;
    /// forward() and the activation, with an output that need not be kept.
    at::Tensor forward_cheap(const at::Tensor& x, double slope, CheapActivation& cheap);

    at::Tensor weight, bias, mean, variance, batches;
    NormSync* sync = nullptr;  ///< whom it computes a batch's statistics together with; null: by itself

private:
    /// The norm and, with a slope, the activation.
    at::Tensor compute(const at::Tensor& x, const ComputeMode& mode, std::optional<double> slope);
    /// By a kernel of our own, where there is one for `x` and its device; else nothing.
    std::optional<DeviceNorm> compute_by_own(const at::Tensor& x, double slope);
    double count_batch();
    /// With the batch's statistics, which move the running ones.
    Normalised normalise(const at::Tensor& x);
};

/// `weight` (count, width): rows by number.
class Embedding : public torch::nn::Module {
public:
    Embedding(std::int64_t count, std::int64_t width);
    /// int64 (..) -> (.., width).
    at::Tensor forward(const at::Tensor& indices);

    at::Tensor weight;
};

/// x (.., in) by `weight` (out, in), `bias` (out) or undefined: light where the weight is frozen.
at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, const ComputeMode& mode);

/// Scaled dot-product attention of q (N, L, C), k and v (N, M, C) in `heads` heads; `causal`: a row attends to none after it.
/// Never makes the L x M map where the device has a fused kernel.
at::Tensor attend(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, std::int64_t heads,
                  bool causal = false);

}  // namespace headroom::nn
