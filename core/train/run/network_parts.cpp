// Copying, loading, averaging.
#include "core/train/run/network_parts.h"

#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/models/nn/network.h"
#include "core/models/nn/shadow.h"
#include "core/train/device.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>
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

double half_life_after(const TrainConfig& config, std::int64_t images) {
    return config.ema_ramp > 0 ? std::min(config.ema_half_life, config.ema_ramp * static_cast<double>(images))
                               : config.ema_half_life;
}

double mean_share(std::int64_t images, double half_life) {
    return 1.0 - std::exp2(-static_cast<double>(images) / half_life);
}

void follow_average(torch::nn::Module& average, const torch::nn::Module& net, const MeanShare& share,
                    const at::Tensor& skipped, const Adam* optimiser) {
    const at::NoGradGuard no_grad;
    const RoleScope role(Role::Workspace);
    const auto weights = net.parameters(), means = average.parameters();
    std::vector<at::Tensor> now, averages;
    for (std::size_t i = 0; i < means.size(); ++i) {
        if (optimiser && optimiser->has_followed(means[i])) continue;
        now.push_back(weights[i].detach());
        averages.push_back(means[i]);
    }
    const auto from = net.buffers(), to = average.buffers();
    if (!skipped.defined()) {
        if (!averages.empty() && share.there.defined())
            at::_foreach_lerp_(averages, now, std::vector<at::Tensor>(averages.size(), share.there));
        else if (!averages.empty())
            at::_foreach_lerp_(averages, now, share.share);
        for (std::size_t i = 0; i < from.size(); ++i) const_cast<at::Tensor&>(to[i]).copy_(from[i]);
        return;
    }
    // Whether the step was skipped is known on the device alone.
    const at::Tensor made = 1 - skipped, weight = share.there.defined() ? made * share.there : made * share.share;
    if (!averages.empty()) at::_foreach_lerp_(averages, now, std::vector<at::Tensor>(averages.size(), weight));
    for (std::size_t i = 0; i < from.size(); ++i)
        const_cast<at::Tensor&>(to[i]).copy_(at::where(skipped > 0, to[i], from[i]));
}

std::optional<at::ScalarType> shadow_type(Precision precision, bool on_cpu) {
    if (on_cpu || keeps_float32(precision)) return std::nullopt;
    return precision == Precision::Fp16 ? at::kHalf : at::kBFloat16;
}

std::vector<AdamCompanion> companions_of(torch::nn::Module& net, const torch::nn::Module* average,
                                         const at::Tensor& later) {
    const auto weights = nn::named_parameters(net);
    const auto shadows = nn::shadows_of(net, weights);
    const auto means = average ? average->parameters() : std::vector<at::Tensor>();
    std::vector<AdamCompanion> out(weights.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].shadow = shadows[i];
        if (average && !weights[i].second.is_same(later)) out[i].mean = means[i];
    }
    return out;
}

void tag_gradients(const Adam& optimiser, const std::string& owner) {
    for (const auto& [name, p] : optimiser.parameters()) {
        torch::autograd::impl::set_post_acc_grad_hooks(p, std::make_unique<TagGradient>(owner + " " + name));
    }
}

}  // namespace headroom
