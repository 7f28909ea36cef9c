// Optimisers, layouts, names.
#include "core/train/gan/gan_tensors.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/models/nn/shadow.h"

#include <set>
#include <utility>

namespace headroom {
namespace {

at::MemoryFormat filter_format(const TrainConfig& config) {
    return config.channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
}

void set_layout(at::Tensor& t, at::MemoryFormat format) {
    if (t.dim() == 4 && !t.is_contiguous(format)) t.set_data(t.detach().contiguous(format));
}

/// What of `from` is the like of `to`, a tensor called `role`; null: nothing.
const at::Tensor* match(const std::string& role, const at::Tensor& to, const ByRole& from) {
    const auto found = from.find(role);
    return found != from.end() && found->second.sizes() == to.sizes() ? &found->second : nullptr;
}

/// Each of `to` lies where its like in `from` lies, and is that. Of two that have the same like the second gets a copy.
void share_matching(const ByRole& to, const ByRole& from) {
    const at::NoGradGuard no_grad;
    std::set<const c10::TensorImpl*> shared;
    for (const auto& [role, target] : to) {
        const at::Tensor* found = match(role, target, from);
        if (!found) continue;
        if (shared.insert(found->unsafeGetTensorImpl()).second)
            target.set_data(found->detach());
        else
            target.copy_(*found);
    }
}

}  // namespace

void place_network(torch::nn::Module& net, const TrainConfig& config, at::Device device) {
    nn::move_to(net, device);
    for (auto p : net.parameters()) set_layout(p, filter_format(config));
    for (const auto& b : net.buffers()) retag(b, Role::Buffers);
}

void GanTensors::go_on_with(const GanTensors& before, bool of_g) const {
    share_matching(by_role(nn::named_tensors(network(of_g)), of_g),
                   seen_in(before, before.by_role(nn::named_tensors(before.network(of_g)), of_g)));
}

std::unique_ptr<Adam> GanTensors::make_optimiser(AdamOptions options, const GanTensors* before, bool of_g) const {
    NamedTensors parameters = nn::named_parameters(network(of_g));
    if (!before) return std::make_unique<Adam>(std::move(parameters), options);
    const Adam& others = of_g ? *before->opt_g : *before->opt_d;
    const ByRole seen = seen_in(*before, before->by_role(others.parameters(), of_g));
    std::map<const c10::TensorImpl*, std::size_t> places;
    for (const auto& [name, p] : others.parameters()) places.emplace(p.unsafeGetTensorImpl(), places.size());
    // Whose moments begin anew is a fresh parameter: with the old count they would pass for settled ones and its first steps be many times
    // too large.
    std::vector<std::optional<std::size_t>> like;
    for (const auto& [name, p] : parameters) {
        const at::Tensor* found = match(role_of(name, of_g), p, seen);
        like.push_back(found ? std::optional(places.at(found->unsafeGetTensorImpl())) : std::nullopt);
    }
    return std::make_unique<Adam>(std::move(parameters), options, others, like);
}

void GanTensors::make_optimisers(const TrainConfig& config, const GanTensors* before) {
    opt_g = make_optimiser({config.lr_g, config.beta1, config.beta2}, before, true);
    opt_d = make_optimiser({config.lr_d, config.beta1, config.beta2}, before, false);
    tag_gradients(*opt_g, "G");
    tag_gradients(*opt_d, "D");
    if (!before) return;
    scaler_g.restore(before->scaler_g.scale(), before->scaler_g.clean_steps());
    scaler_d.restore(before->scaler_d.scale(), before->scaler_d.clean_steps());
    if (config.ema_half_life <= 0 || !before->net_ema()) return;
    begin_average();  // what the old average does not have, a new stage, begins at the raw weights
    share_matching(by_role(nn::named_tensors(net_ema()->module()), true),
                   seen_in(*before, before->by_role(nn::named_tensors(before->net_ema()->module()), true)));
}

void GanTensors::set_layouts(const TrainConfig& config) const {
    const at::MemoryFormat format = filter_format(config);
    const auto convert = [format](const NamedTensors& tensors, Role role) {
        const RoleScope scope(role);
        for (auto [name, t] : tensors) set_layout(t, format);
    };
    convert(opt_g->parameters(), Role::Weights);
    convert(opt_d->parameters(), Role::Weights);
    convert(opt_g->state(), Role::Optimiser);
    convert(opt_d->state(), Role::Optimiser);
    if (net_ema()) convert(nn::named_parameters(net_ema()->module()), Role::Ema);
}

void GanTensors::configure(const TrainConfig& config) {
    const bool averaged = config.ema_half_life > 0;
    if (averaged && !net_ema()) begin_average();
    set_layouts(config);
    set_modes(config);
    opt_g->set_options({config.lr_g, config.beta1, config.beta2});
    opt_d->set_options({config.lr_d, config.beta1, config.beta2});
    const bool on_host = config.optimiser_on_host && !device.is_cpu();
    opt_g->set_on_host(on_host);
    opt_d->set_on_host(on_host);
    scaler_g.set_enabled(config.precision == Precision::Fp16);
    scaler_d.set_enabled(config.precision == Precision::Fp16);
    const RoleScope role(Role::Weights);
    nn::keep_shadows(net_g().module(), shadows_of(config));
    nn::keep_shadows(net_d(), shadows_of(config));
    // Last of all: an average cannot be had again when something above fails.
    if (!averaged) end_average();
    opt_g->set_companions(companions_of(net_g().module(), net_ema() ? &net_ema()->module() : nullptr));
    opt_d->set_companions(companions_of(net_d(), nullptr));
}

ByRole GanTensors::seen_in(const GanTensors&, ByRole from) const { return from; }

ByRole GanTensors::by_role(const NamedTensors& tensors, bool of_g) const {
    ByRole out;
    for (const auto& [name, t] : tensors) out.emplace(role_of(name, of_g), t);
    return out;
}

NetworkParts GanTensors::parts(bool weights_only) const {
    NetworkParts out{{"generator", nn::named_tensors(net_g().module())}, {"discriminator", nn::named_tensors(net_d())}};
    if (net_ema()) out.push_back({"ema", nn::named_tensors(net_ema()->module())});
    if (weights_only) return out;
    out.push_back({"optimiser_g", opt_g->state()});
    out.push_back({"optimiser_d", opt_d->state()});
    return out;
}

std::vector<NamedBlock> GanTensors::named_blocks() const {
    std::vector<NamedBlock> out;
    add_blocks(out, "G ", nn::named_tensors(net_g().module()));
    add_blocks(out, "D ", nn::named_tensors(net_d()));
    if (net_ema()) add_blocks(out, "EMA ", nn::named_tensors(net_ema()->module()));
    add_blocks(out, "G ", nn::named_shadows(net_g().module()));
    add_blocks(out, "D ", nn::named_shadows(net_d()));
    add_blocks(out, "Adam of G ", opt_g->state());
    add_blocks(out, "Adam of D ", opt_d->state());
    return out;
}

NamedTensors GanTensors::buffers() const {
    NamedTensors out;
    for (const auto& b : net_g().module().named_buffers()) out.emplace_back(b.key(), b.value());
    for (const auto& b : net_d().named_buffers()) out.emplace_back(b.key(), b.value());
    return out;
}

}  // namespace headroom
