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

const NormRecording::Seen& NormRecording::next(const at::Tensor& running_mean, const at::Tensor& running_variance,
                                               bool in_fp32, bool together) {
    const RoleScope role(Role::Workspace);
    return seen_.emplace_back(
        Seen{running_mean, at::zeros_like(running_mean), at::zeros_like(running_variance), in_fp32, together});
}

std::vector<RunningStatistics> running_statistics(const torch::nn::Module& net) {
    std::vector<RunningStatistics> out;
    for (const auto& module : net.modules()) {
        const auto* norm = dynamic_cast<const Norm2d*>(module.get());
        if (norm && norm->mean.defined()) out.push_back({norm->mean, norm->variance, norm->batches});
    }
    return out;
}

void follow(const RunningStatistics& running, const at::Tensor& mean, const at::Tensor& variance, bool in_fp32) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    running.mean.copy_(mean * kNormMomentum + running.mean * (1 - kNormMomentum));
    const at::Tensor kept = running.variance * (1 - kNormMomentum);
    if (!in_fp32) {
        running.variance.copy_(variance * kNormMomentum + kept);
        return;
    }
    // LibTorch's kernel rounds a variance of fp32 pictures once for product and sum together, all else after each operation.
    constexpr double share = static_cast<float>(kNormMomentum);
    running.variance.copy_(variance.to(at::kDouble) * share + kept.to(at::kDouble));
}

NormTarget norm_target(const at::Tensor& x, const at::Tensor& mean, const at::Tensor& variance, double momentum,
                       bool together) {
    NormRecording* recording = NormRecording::current();
    if (!recording || momentum == 0) return {mean, variance, momentum};
    const NormRecording::Seen& seen = recording->next(mean, variance, x.scalar_type() == at::kFloat, together);
    return {seen.mean, seen.variance, 1.0};  // they become the batch's own
}

}  // namespace headroom::nn
