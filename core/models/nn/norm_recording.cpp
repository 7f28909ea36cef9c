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
                                               NormKernel by, bool together) {
    const RoleScope role(Role::Workspace);
    return seen_.emplace_back(
        Seen{running_mean, at::zeros_like(running_mean), at::zeros_like(running_variance), by, together});
}

std::vector<RunningStatistics> running_statistics(const torch::nn::Module& net) {
    std::vector<RunningStatistics> out;
    for (const auto& module : net.modules()) {
        const auto* norm = dynamic_cast<const Norm2d*>(module.get());
        if (norm && norm->mean.defined()) out.push_back({norm->mean, norm->variance, norm->batches});
    }
    return out;
}

NormKernel library_kernel(const at::Tensor& x) {
    return x.scalar_type() == at::kFloat ? NormKernel::Full : NormKernel::Short;
}

void follow(const RunningStatistics& running, const at::Tensor& mean, const at::Tensor& variance, NormKernel by) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    if (by == NormKernel::Own) {  // rounded once, at the end
        const auto moved = [](const at::Tensor& kept, const at::Tensor& seen) {
            kept.copy_(kept.to(at::kDouble) * (1 - kNormMomentum) + seen.to(at::kDouble) * kNormMomentum);
        };
        moved(running.mean, mean);
        moved(running.variance, variance);
        return;
    }
    running.mean.copy_(mean * kNormMomentum + running.mean * (1 - kNormMomentum));
    const at::Tensor kept = running.variance * (1 - kNormMomentum);
    if (by == NormKernel::Short) {
        running.variance.copy_(variance * kNormMomentum + kept);
        return;
    }
    // LibTorch's kernel rounds a variance of fp32 pictures once for product and sum together, all else after each operation.
    constexpr double share = static_cast<float>(kNormMomentum);
    running.variance.copy_(variance.to(at::kDouble) * share + kept.to(at::kDouble));
}

NormTarget norm_target(NormKernel by, const at::Tensor& mean, const at::Tensor& variance, double momentum,
                       bool together) {
    NormRecording* recording = NormRecording::current();
    if (!recording || momentum == 0) return {mean, variance, momentum};
    const NormRecording::Seen& seen = recording->next(mean, variance, by, together);
    return {seen.mean, seen.variance, 1.0};  // they become the batch's own
}

}  // namespace headroom::nn
