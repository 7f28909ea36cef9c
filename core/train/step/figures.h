// Figures of a step: the few numbers that its losses and norms come to, how they are counted and brought to the host.
#pragma once

#include "core/api/event.h"
#include "core/memory/role_scope.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace headroom {

/// Figures of one device, 0-dim or lists, as one tensor.
struct PackedFigures {
    at::Tensor values;                 ///< (n) float32 on their device; undefined: there are none
    std::vector<std::int64_t> counts;  ///< numbers of each figure; below 0: undefined

    /// All numbers in order, from the first that is `host`'s; one NaN for a figure that is undefined.
    std::vector<double> spread(const float* host) const;
    /// Those numbers; waits for the device once. Throws c10::Error.
    std::vector<double> read() const;
};
/// Throws c10::Error.
PackedFigures pack_figures(const std::vector<at::Tensor>& figures);
/// Their numbers, at once. Throws c10::Error.
std::vector<double> read_figures(const std::vector<at::Tensor>& figures);

/// Writes figures, once their numbers are known, where they belong. Plain work of the host that knows of no trainer: the step that
/// they are of may be some steps ago. False: a loss that has moved weights is infinite or no number, and with it what was trained (a
/// process that has computed none has none to be so).
using FigureWriter = std::function<bool(const std::vector<double>& numbers, StepDone& out)>;
/// What a trainer tells of a step: figures as they lie on the device, and what becomes of their numbers.
struct ToldFigures {
    std::vector<at::Tensor> figures;
    FigureWriter write;
};

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
