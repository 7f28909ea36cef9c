// Scopes and sums of figures; one stack, one transfer.
#include "core/train/step/figures.h"

#include "core/memory/libtorch.h"

#include <cmath>
#include <limits>

namespace headroom {

std::vector<double> read_figures(const std::vector<at::Tensor>& figures) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    std::vector<double> out(figures.size(), std::numeric_limits<double>::quiet_NaN());
    std::vector<at::Tensor> defined;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        if (!figures[i].defined()) continue;
        defined.push_back(figures[i].detach().to(at::kFloat));
        places.push_back(i);
    }
    if (defined.empty()) return out;
    const at::Tensor values = at::stack(defined).cpu();
    for (std::size_t i = 0; i < places.size(); ++i) out[places[i]] = values.const_data_ptr<float>()[i];
    return out;
}

bool has_diverged(const std::vector<at::Tensor>& losses, const std::vector<double>& values) {
    for (std::size_t i = 0; i < losses.size(); ++i) {
        if (losses[i].defined() && !std::isfinite(values[i])) return true;
    }
    return false;
}

FigureScope::FigureScope()
    : role(Role::Workspace), label([] {
          static const LabelId id = label_id("losses and figures");
          return id;
      }()) {}

void add_share(at::Tensor& sum, const at::Tensor& value, double share) {
    const FigureScope scope;
    const at::Tensor part = value.detach() * share;
    sum = sum.defined() ? sum + part : part;
}

BackwardScope::BackwardScope()
    : role(Role::Workspace), label([] {
          static const LabelId id = label_id("backward pass");
          return id;
      }()) {}

}  // namespace headroom
