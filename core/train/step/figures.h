// Figures of a step: the few numbers that its losses and norms come to, how they are counted and brought to the host.
#pragma once

#include "core/memory/role_scope.h"

#include <ATen/core/TensorBody.h>

#include <cstddef>
#include <vector>

namespace headroom {

/// The values of 0-dim tensors of one device, in order; NaN for one that is undefined. Waits for the device once, whatever their
/// number. Throws c10::Error.
std::vector<double> read_figures(const std::vector<at::Tensor>& figures);

/// Whether one of `losses` was computed and is infinite or no number, by the `values` that read_figures() gave for them first.
bool has_diverged(const std::vector<at::Tensor>& losses, const std::vector<double>& values);

/// While alive, losses and figures are computed: a few numbers that nothing is kept for.
struct FigureScope {
    FigureScope();
    RoleScope role;
    LabelScope label;
};

/// `sum` += `share` of `value`.
void add_share(at::Tensor& sum, const at::Tensor& value, double share);

/// While alive, a backward pass runs: what it makes is temporary. Accumulated gradients get their role then (tag_gradients), and
/// recomputed activations set their own.
struct BackwardScope {
    BackwardScope();
    RoleScope role;
    LabelScope label;
};

}  // namespace headroom
