// Labels, segments and names.
#include "core/models/nn/network.h"

#include "core/memory/cpu_allocator.h"
#include "core/memory/tensor_notes.h"
#include "core/models/nn/segment_meter.h"

namespace headroom::nn {

at::Tensor Block::described(at::Tensor out) const {
    describe(out, label_);
    return out;
}

void label_blocks(torch::nn::Module& module, const std::string& owner) {
    for (const auto& item : module.named_modules(std::string(), /*include_self=*/false)) {
        if (auto* block = dynamic_cast<Block*>(item.value().get()))
            block->set_label(label_id(owner + " " + item.key()));
    }
}

at::Tensor Segments::run(std::size_t i, SegmentFn fn, const at::Tensor& x, bool trains, const ComputeMode& mode) {
    if (!mode.computes_again(i) || !at::GradMode::is_enabled() || !(trains || x.requires_grad()))
        return metered_segment(fn, x);
    if (!anchor_.defined()) {
        const RoleScope role(Role::Workspace);
        anchor_ = torch::zeros({1}).requires_grad_(true);
    }
    return checkpoint_segment(std::move(fn), x, anchor_);
}

bool trains(const torch::nn::Module& module) {
    for (const at::Tensor& p : module.parameters()) {
        if (p.requires_grad()) return true;
    }
    return false;
}

bool kept_in_bf16(const torch::nn::Module& module) {
    for (const at::Tensor& p : module.parameters()) {
        if (p.scalar_type() == at::kBFloat16) return true;
    }
    return false;
}

void freeze(torch::nn::Module& module) {
    for (at::Tensor& p : module.parameters()) {
        p.requires_grad_(false);
        p.mutable_grad().reset();
    }
}

NamedTensorList named_tensors(const torch::nn::Module& module) {
    NamedTensorList out;
    const auto add = [&out](const torch::nn::Module& m, const std::string& prefix) {
        for (const auto& p : m.named_parameters(false)) out.emplace_back(prefix + p.key(), p.value());
        for (const auto& b : m.named_buffers(false)) out.emplace_back(prefix + b.key(), b.value());
    };
    add(module, {});
    for (const auto& item : module.named_modules(std::string(), /*include_self=*/false))
        add(*item.value(), item.key() + ".");
    return out;
}

void move_to(const torch::nn::Module& module, at::Device device, at::MemoryFormat filters) {
    if (device.is_cpu()) return;
    for (const auto& [name, tensor] : named_tensors(module)) {
        const RoleScope role(cpu_allocator::role_of(tensor.storage().data()));
        tensor.set_data((tensor.dim() == 4 ? tensor.detach().contiguous(filters) : tensor).to(device));
    }
}

void copy_values(const torch::nn::Module& from, const torch::nn::Module& to) {
    const at::NoGradGuard no_grad;
    const NamedTensorList source = named_tensors(from), target = named_tensors(to);
    for (std::size_t i = 0; i < source.size(); ++i) target[i].second.copy_(source[i].second);
}

NamedTensorList named_parameters(const torch::nn::Module& module) {
    NamedTensorList out;
    for (const auto& p : module.named_parameters()) out.emplace_back(p.key(), p.value());
    return out;
}

}  // namespace headroom::nn
