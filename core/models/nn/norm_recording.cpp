// Recording and following.
#include "core/models/nn/norm_recording.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/layers.h"

namespace headroom::nn {
namespace {

thread_local NormRecording* t_recording = nullptr;

}  // namespace

NormRecording::NormRecording() : before_(t_recording) { t_recording = this; }
NormRecording::~NormRecording() { t_recording = before_; }

NormRecording* NormRecording::current() { return t_recording; }

const NormRecording::Seen& NormRecording::next(const at::Tensor& running_mean, const at::Tensor& running_variance) {
    const RoleScope role(Role::Workspace);
    return seen_.emplace_back(Seen{running_mean, at::zeros_like(running_mean), at::zeros_like(running_variance)});
}

std::vector<RunningStatistics> running_statistics(const torch::nn::Module& net) {
    std::vector<RunningStatistics> out;
    for (const auto& module : net.modules()) {
        const auto* norm = dynamic_cast<const Norm2d*>(module.get());
        if (norm && norm->mean.defined()) out.push_back({norm->mean, norm->variance, norm->batches});
    }
    return out;
}

void follow(const RunningStatistics& running, const at::Tensor& mean, const at::Tensor& variance) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    // As LibTorch's kernel for the CPU rounds: the mean after each operation, the variance not between product and sum.
    constexpr double share = static_cast<float>(kNormMomentum);
    running.mean.copy_(mean * kNormMomentum + running.mean * (1 - kNormMomentum));
    running.variance.copy_(variance.to(at::kDouble) * share +
                           (running.variance * (1 - kNormMomentum)).to(at::kDouble));
}

NormTarget norm_target(const at::Tensor& mean, const at::Tensor& variance, double momentum) {
    NormRecording* recording = NormRecording::current();
    if (!recording || momentum == 0) return {mean, variance, momentum};
    const NormRecording::Seen& seen = recording->next(mean, variance);
    return {seen.mean, seen.variance, 1.0};  // they become the batch's own
}

}  // namespace headroom::nn
