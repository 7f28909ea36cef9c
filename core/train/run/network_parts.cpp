// Copying, loading, averaging.
#include "core/train/run/network_parts.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/models/nn/network.h"
#include "core/train/device.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <cmath>

namespace headroom {
namespace {

/// Gradients are allocated amid activations; as soon as one is accumulated, it is counted as what it is.
struct TagGradient final : torch::autograd::PostAccumulateGradHook {
    explicit TagGradient(const std::string& owner) : label(label_id("gradient of " + owner)) {}
    void operator()(const at::Tensor& parameter) override {
        const at::Tensor& grad = parameter.grad();
        retag(grad, Role::Gradients);
        describe(grad, label);
    }
    LabelId label;
};

}  // namespace

std::vector<CheckpointPart> copies_of(const NetworkParts& parts, std::shared_ptr<const void>* keep, bool pinned) {
    auto all = std::make_shared<std::vector<TensorCopies>>();
    std::vector<CheckpointPart> out;
    for (const auto& [name, tensors] : parts) {
        all->push_back(copy_tensors(tensors, pinned));
        out.push_back({name, all->back().views});
    }
    *keep = all;
    return out;
}

Result<void> load_all(const NetworkParts& parts, const std::vector<CheckpointPart>& stored) {
    for (const auto& [name, targets] : parts) {
        const CheckpointPart* from = find_part(stored, name);
        if (!from && name == "ema") from = find_part(stored, parts.front().first);
        if (!from) return make_error(ErrorCode::BadFile, "the checkpoint has no " + name, "Use an earlier checkpoint.");
        if (auto ok = load_into(targets, from->tensors, from->file.empty() ? from->name : from->file); !ok) return ok;
    }
    return {};
}

void follow_average(torch::nn::Module& average, const torch::nn::Module& net, std::int64_t images, double half_life,
                    const at::Tensor& skipped) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    std::vector<at::Tensor> now;
    for (const at::Tensor& p : net.parameters()) now.push_back(p.detach());
    const double weight = 1.0 - std::exp2(-static_cast<double>(images) / half_life);
    const auto from = net.buffers(), to = average.buffers();
    if (!skipped.defined()) {
        at::_foreach_lerp_(average.parameters(), now, weight);
        for (std::size_t i = 0; i < from.size(); ++i) const_cast<at::Tensor&>(to[i]).copy_(from[i]);
        return;
    }
    // Whether the step was skipped is known on the device alone.
    const std::vector<at::Tensor> averages = average.parameters();
    at::_foreach_lerp_(averages, now, std::vector<at::Tensor>(averages.size(), (1 - skipped) * weight));
    for (std::size_t i = 0; i < from.size(); ++i)
        const_cast<at::Tensor&>(to[i]).copy_(at::where(skipped > 0, to[i], from[i]));
}

void tag_gradients(const Adam& optimiser, const std::string& owner) {
    for (const auto& [name, p] : optimiser.parameters()) {
        torch::autograd::impl::set_post_acc_grad_hooks(p, std::make_unique<TagGradient>(owner + " " + name));
    }
}

}  // namespace headroom
