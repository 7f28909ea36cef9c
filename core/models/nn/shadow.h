// Shadows: copies of weights in the type that autocast computes in, kept from pass to pass instead of made in each. Adam's kernel writes
// them beside the weights (core/train/optim/device_adam.h); whatever else changes a weight is noticed when its shadow is next read.
#pragma once

#include "core/models/nn/network.h"

#include <functional>
#include <optional>
#include <string_view>

namespace headroom::nn {

/// The shadow of one weight; none until it is kept.
class Shadow {
public:
    /// `copy`: dense, laid as `weight`, in a shorter type; it takes on the weight's values.
    void keep(const at::Tensor& weight, at::Tensor copy);
    void drop() { copy_.reset(); }
    /// What a product gets in place of `weight`: where autocast would round it to the shadow's type the shadow, whose gradient goes to `weight`
    /// in the weight's type, the same numbers; else `weight`.
    at::Tensor of(const at::Tensor& weight);
    /// Undefined: none.
    const at::Tensor& tensor() const { return copy_; }

private:
    void follow(const at::Tensor& weight);
    at::Tensor copy_;
    const void* data_ = nullptr;  ///< where the weight lay, and its version, when the shadow was made equal
    std::int64_t version_ = 0;
};

/// A layer with weights that autocast rounds in each pass.
class Shadowed {
public:
    virtual ~Shadowed() = default;
    using Each = std::function<void(const at::Tensor& weight, Shadow& shadow)>;
    virtual void each_shadow(const Each& each) = 0;
};

/// Every weight within `module` that can have a shadow, but in submodules whose path begins with `except`.
void each_shadow(torch::nn::Module& module, const Shadowed::Each& each, std::string_view except = {});
/// Gives all of them shadows of `type`, of the weights' layout; none: takes them away. May throw c10::OutOfMemoryError: those that are there are right.
void keep_shadows(torch::nn::Module& module, std::optional<at::ScalarType> type, std::string_view except = {});
/// The shadows of `parameters`, by index; undefined where there is none.
std::vector<at::Tensor> shadows_of(torch::nn::Module& module, const NamedTensorList& parameters);
/// The shadows that are there, as "main.0.weight, rounded".
NamedTensorList named_shadows(torch::nn::Module& module);

}  // namespace headroom::nn
