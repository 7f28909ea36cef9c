// Building, resizing and storing the networks.
#include "core/train/dcgan/gan_networks.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/models/nn/shadow.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/device.h"

#include <algorithm>
#include <map>

namespace headroom {
namespace {

/// Networks are made under Role::Weights; their buffers get their own role here.
void tag_buffers(const torch::nn::Module& net) {
    for (const auto& b : net.buffers()) retag(b, Role::Buffers);
}

at::MemoryFormat format_of(const TrainConfig& config) {
    return config.channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
}

void set_layout(at::Tensor& t, at::MemoryFormat format) {
    if (t.dim() == 4 && !t.is_contiguous(format)) t.set_data(t.detach().contiguous(format));
}

/// "main.3.weight" -> role and tensor name "body@8.conv/weight".
std::string role_key(const DcganNet& net, const std::string& name) {
    for (const RoleName& r : net.roles()) {
        if (name.rfind(r.prefix, 0) == 0) return r.role + "/" + name.substr(r.prefix.size());
    }
    return name;
}

std::map<std::string, at::Tensor> by_role(const DcganNet& net, const NamedTensors& tensors,
                                          const std::string& strip = {}) {
    std::map<std::string, at::Tensor> out;
    for (const auto& [name, t] : tensors) {
        if (!strip.empty() && name.rfind(strip, 0) != 0) continue;
        out.emplace(role_key(net, name.substr(strip.size())), t);
    }
    return out;
}

using ByRole = std::map<std::string, at::Tensor>;

/// What a network of `spec` finds in one of `old`: a layer that fades out was to-RGB (from-RGB) when the old one was smaller,
/// and is that again when the new one goes back to that size.
ByRole seen_from(const DcganSpec& spec, const DcganSpec& old, ByRole from) {
    const std::string rgb = "rgb.conv", fade = "fade.conv";
    const bool grown = spec.fade_from != 0 && spec.fade_from == old.size,
               back = old.fade_from != 0 && old.fade_from == spec.size;
    ByRole renamed;
    for (const auto& [role, tensor] : from) {
        if (grown && role.rfind(rgb, 0) == 0) renamed[fade + role.substr(rgb.size())] = tensor;
        if (back && role.rfind(fade, 0) == 0) renamed[rgb + role.substr(fade.size())] = tensor;
    }
    for (const auto& [role, tensor] : renamed) from[role] = tensor;
    return from;
}

/// Only the tensors of the layer that fades out, or all others.
NamedTensors split_fade(NamedTensors tensors, bool fade) {
    std::erase_if(tensors, [fade](const auto& t) { return (t.first.rfind("fade.", 0) == 0) != fade; });
    return tensors;
}

std::int64_t copy_matching(std::map<std::string, at::Tensor> to, const std::map<std::string, at::Tensor>& from) {
    at::NoGradGuard no_grad;
    std::int64_t kept = 0;
    for (auto& [role, target] : to) {
        const auto found = from.find(role);
        if (found == from.end() || found->second.sizes() != target.sizes()) continue;
        target.copy_(found->second);
        kept += target.numel();
    }
    return kept;
}

}  // namespace

GanNetworks::GanNetworks(const DcganSpec& s, const TrainConfig& config, at::Device where) : spec(s), device(where) {
    {
        const RoleScope role(Role::Weights);
        g = std::make_shared<Generator>(spec);
        d = std::make_shared<Discriminator>(spec);
        init_weights(*g, static_cast<std::uint64_t>(config.seed), 0);
        init_weights(*d, static_cast<std::uint64_t>(config.seed), 1);
        nn::move_to(*g, device);
        nn::move_to(*d, device);
        for (auto p : g->parameters()) set_layout(p, format_of(config));
        for (auto p : d->parameters()) set_layout(p, format_of(config));
        tag_buffers(*g);
        tag_buffers(*d);
    }
    const AdamOptions options_g{config.lr_g, config.beta1, config.beta2},
        options_d{config.lr_d, config.beta1, config.beta2};
    opt_g = std::make_unique<Adam>(nn::named_parameters(*g), options_g);
    opt_d = std::make_unique<Adam>(nn::named_parameters(*d), options_d);
    tag_gradients(*opt_g, "G");
    tag_gradients(*opt_d, "D");
    step = std::make_unique<GanStep>(*g, *d, *opt_g, *opt_d, scaler_g, scaler_d);
    configure(config);
    set_alpha(spec.fade_from > 0 ? 0 : 1);
}

void GanNetworks::set_alpha(double alpha) {
    if (!device.is_cpu() && spec.fade_from > 0) {
        const at::NoGradGuard no_grad;
        const RoleScope role(Role::Inputs);
        if (!alpha_.there.defined()) alpha_.there = at::empty({}, at::TensorOptions().dtype(at::kFloat).device(device));
        alpha_.there.fill_(alpha);
    }
    alpha_.value = alpha;
    g->set_alpha(alpha_);
    d->set_alpha(alpha_);
    if (ema) ema->set_alpha(alpha_);
}

void GanNetworks::end_fade() {
    for (Adam* adam : {opt_g.get(), opt_d.get()}) adam->forget("fade.");
    g->end_fade();
    d->end_fade();
    if (ema) ema->end_fade();
    spec.fade_from = 0;
    alpha_ = 1.0;
}

void GanNetworks::configure(const TrainConfig& config) {
    opt_g->set_options({config.lr_g, config.beta1, config.beta2});
    opt_d->set_options({config.lr_d, config.beta1, config.beta2});
    if (config.ema_half_life <= 0) {
        ema.reset();
    } else if (!ema) {
        const RoleScope role(Role::Ema);
        ema = std::make_shared<Generator>(spec);
        nn::move_to(*ema, device);
        ema->set_alpha(alpha_);
        ema->set_owner("EMA");
        nn::copy_values(*g, *ema);
        nn::freeze(*ema);
        ema->eval();
    }
    const at::MemoryFormat format = format_of(config);
    const auto convert = [format](const NamedTensors& tensors, Role role) {
        const RoleScope scope(role);
        for (auto [name, t] : tensors) set_layout(t, format);
    };
    convert(opt_g->parameters(), Role::Weights);
    convert(opt_d->parameters(), Role::Weights);
    convert(opt_g->state(), Role::Optimiser);
    convert(opt_d->state(), Role::Optimiser);
    if (ema) convert(nn::named_parameters(*ema), Role::Ema);
    const bool on_host = config.optimiser_on_host && !device.is_cpu();
    opt_g->set_on_host(on_host);
    opt_d->set_on_host(on_host);
    g->set_checkpointing(config.checkpointing == Checkpointing::On);
    d->set_checkpointing(config.checkpointing == Checkpointing::On);
    scaler_g.set_enabled(config.precision == Precision::Fp16);
    scaler_d.set_enabled(config.precision == Precision::Fp16);
    const RoleScope shadows(Role::Weights);
    const auto rounded = shadow_type_of(config, device.is_cpu());
    nn::keep_shadows(*g, rounded);
    nn::keep_shadows(*d, rounded);
    opt_g->set_companions(companions_of(*g, ema.get()));
    opt_d->set_companions(companions_of(*d, nullptr));
}

std::int64_t GanNetworks::take_matching(GanNetworks& old) {
    const auto seen = [&](ByRole from) { return seen_from(spec, old.spec, std::move(from)); };
    std::int64_t kept =
        copy_matching(by_role(*g, nn::named_tensors(*g)), seen(by_role(*old.g, nn::named_tensors(*old.g))));
    kept += copy_matching(by_role(*d, nn::named_tensors(*d)), seen(by_role(*old.d, nn::named_tensors(*old.d))));
    for (const char* part : {"m.", "v.", "step."}) {
        copy_matching(by_role(*g, opt_g->state(), part), seen(by_role(*old.g, old.opt_g->state(), part)));
        copy_matching(by_role(*d, opt_d->state(), part), seen(by_role(*old.d, old.opt_d->state(), part)));
    }
    if (ema) {
        // Where the old average has nothing (a new stage), the average starts at the raw weights.
        copy_matching(by_role(*g, nn::named_tensors(*ema)), by_role(*g, nn::named_tensors(*g)));
        if (old.ema)
            copy_matching(by_role(*g, nn::named_tensors(*ema)), seen(by_role(*old.g, nn::named_tensors(*old.ema))));
    }
    scaler_g.restore(old.scaler_g.scale(), old.scaler_g.clean_steps());
    scaler_d.restore(old.scaler_d.scale(), old.scaler_d.clean_steps());
    return kept;
}

NetworkParts GanNetworks::parts(bool weights_only) const {
    NetworkParts out{{"generator", split_fade(nn::named_tensors(*g), false)},
                     {"discriminator", split_fade(nn::named_tensors(*d), false)}};
    if (ema) out.push_back({"ema", split_fade(nn::named_tensors(*ema), false)});
    if (spec.fade_from > 0) out.push_back({"fade", fade_tensors()});
    if (weights_only) return out;
    out.push_back({"optimiser_g", opt_g->state()});
    out.push_back({"optimiser_d", opt_d->state()});
    return out;
}

NamedTensors GanNetworks::fade_tensors() const {
    NamedTensors out;
    const auto take = [&out](const char* owner, const torch::nn::Module& net) {
        for (auto& [name, tensor] : split_fade(nn::named_tensors(net), true))
            out.emplace_back(std::string(owner) + "." + name, tensor);
    };
    take("generator", *g);
    take("discriminator", *d);
    if (ema) take("ema", *ema);
    return out;
}

std::vector<NamedBlock> GanNetworks::named_blocks() {
    std::vector<NamedBlock> out;
    add_blocks(out, "G ", nn::named_tensors(*g));
    add_blocks(out, "D ", nn::named_tensors(*d));
    if (ema) add_blocks(out, "EMA ", nn::named_tensors(*ema));
    add_blocks(out, "G ", nn::named_shadows(*g));
    add_blocks(out, "D ", nn::named_shadows(*d));
    add_blocks(out, "Adam of G ", opt_g->state());
    add_blocks(out, "Adam of D ", opt_d->state());
    return out;
}

NamedTensors GanNetworks::buffers() const {
    NamedTensors out;
    for (const auto& b : g->named_buffers()) out.emplace_back(b.key(), b.value());
    for (const auto& b : d->named_buffers()) out.emplace_back(b.key(), b.value());
    return out;
}

RoleBytes static_memory_of(const DcganSpec& spec, bool ema, bool shadows) {
    const ParameterCounts n = count_parameters(spec);
    RoleBytes bytes;
    bytes[Role::Weights] = {4 * (n.g + n.d) + (shadows ? 2 * n.filters : 0)};
    bytes[Role::Buffers] = {4 * (n.buffers_g + n.buffers_d)};
    bytes[Role::Ema] = {ema ? 4 * (n.g + n.buffers_g) : 0};
    bytes[Role::Optimiser] = {8 * (n.g + n.d)};
    // D's gradients are dropped before G's are made, so the larger set counts.
    bytes[Role::Gradients] = {4 * std::max(n.g, n.d)};
    return bytes;
}

}  // namespace headroom
