// Optimisers, layouts, names.
#include "core/train/gan/gan_tensors.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/models/nn/shadow.h"

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

std::int64_t copy_matching(const ByRole& to, const ByRole& from) {
    at::NoGradGuard no_grad;
    std::int64_t kept = 0;
    for (const auto& [role, target] : to) {
        const at::Tensor* found = match(role, target, from);
        if (!found) continue;
        target.copy_(*found);
        kept += target.numel();
    }
    return kept;
}

}  // namespace

void place_network(torch::nn::Module& net, const TrainConfig& config, at::Device device) {
    nn::move_to(net, device);
    for (auto p : net.parameters()) set_layout(p, filter_format(config));
    for (const auto& b : net.buffers()) retag(b, Role::Buffers);
}

void GanTensors::make_optimisers(const TrainConfig& config) {
    opt_g = std::make_unique<Adam>(nn::named_parameters(net_g().module()),
                                   AdamOptions{config.lr_g, config.beta1, config.beta2});
    opt_d = std::make_unique<Adam>(nn::named_parameters(net_d()), AdamOptions{config.lr_d, config.beta1, config.beta2});
    tag_gradients(*opt_g, "G");
    tag_gradients(*opt_d, "D");
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

ByRole GanTensors::by_role(const NamedTensors& tensors, bool of_g, const std::string& strip) const {
    ByRole out;
    for (const auto& [name, t] : tensors) {
        if (!strip.empty() && name.rfind(strip, 0) != 0) continue;
        out.emplace(role_of(name.substr(strip.size()), of_g), t);
    }
    return out;
}

std::int64_t GanTensors::take_matching(GanTensors& old) {
    const auto seen = [&](const NamedTensors& tensors, bool of_g, const std::string& strip = {}) {
        return seen_in(old, old.by_role(tensors, of_g, strip));
    };
    torch::nn::Module &g = net_g().module(), &old_g = old.net_g().module();
    std::int64_t kept = copy_matching(by_role(nn::named_tensors(g), true), seen(nn::named_tensors(old_g), true));
    kept += copy_matching(by_role(nn::named_tensors(net_d()), false), seen(nn::named_tensors(old.net_d()), false));
    const auto take_moments = [&](const Adam& to, const Adam& from, bool of_g) {
        const NamedTensors own = to.state(), others = from.state();
        const ByRole moments = by_role(own, of_g, "m."), old_moments = seen(others, of_g, "m.");
        copy_matching(moments, old_moments);
        copy_matching(by_role(own, of_g, "v."), seen(others, of_g, "v."));
        // Whose moments begin anew is a fresh parameter: with the old count they would pass for settled ones and its first steps be many times
        // too large.
        ByRole steps = by_role(own, of_g, "step.");
        std::erase_if(steps, [&](const auto& s) { return !match(s.first, moments.at(s.first), old_moments); });
        copy_matching(steps, seen(others, of_g, "step."));
    };
    take_moments(*opt_g, *old.opt_g, true);
    take_moments(*opt_d, *old.opt_d, false);
    if (net_ema()) {
        // Where the old average has nothing (a new stage), the average starts at the raw weights.
        const ByRole average = by_role(nn::named_tensors(net_ema()->module()), true);
        copy_matching(average, by_role(nn::named_tensors(g), true));
        if (old.net_ema()) copy_matching(average, seen(nn::named_tensors(old.net_ema()->module()), true));
    }
    scaler_g.restore(old.scaler_g.scale(), old.scaler_g.clean_steps());
    scaler_d.restore(old.scaler_d.scale(), old.scaler_d.clean_steps());
    return kept;
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
