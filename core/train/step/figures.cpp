// One stack, one transfer.
#include "core/train/step/figures.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"

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

}  // namespace headroom
