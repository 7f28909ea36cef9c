// Scopes and sums of figures; one tensor, one transfer.
#include "core/train/step/figures.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"

#include <limits>

namespace headroom {

PackedFigures pack_figures(const std::vector<at::Tensor>& figures) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    PackedFigures out;
    std::vector<at::Tensor> defined;
    at::Device device = at::kCPU;
    for (const at::Tensor& figure : figures) {
        out.counts.push_back(figure.defined() ? figure.numel() : -1);
        if (!figure.defined()) continue;
        defined.push_back(figure.detach().to(at::kFloat).reshape({-1}));
        if (!figure.is_cpu()) device = figure.device();
    }
    // What processes have added up through the host stands there, beside what each knows on its device.
    for (at::Tensor& figure : defined) figure = upload(figure, device);
    if (!defined.empty()) out.values = at::cat(defined);
    return out;
}

std::vector<double> PackedFigures::spread(const float* host) const {
    std::vector<double> out;
    for (const std::int64_t count : counts) {
        if (count < 0) out.push_back(std::numeric_limits<double>::quiet_NaN());
        for (std::int64_t i = 0; i < count; ++i) out.push_back(*host++);
    }
    return out;
}

std::vector<double> PackedFigures::read() const {
    const RoleScope role(Role::Workspace);
    const at::Tensor host = values.defined() ? values.cpu() : at::Tensor();
    return spread(host.defined() ? host.const_data_ptr<float>() : nullptr);
}

std::vector<double> read_figures(const std::vector<at::Tensor>& figures) { return pack_figures(figures).read(); }

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
