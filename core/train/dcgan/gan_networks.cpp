// Building, resizing and storing the networks.
#include "core/train/dcgan/gan_networks.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <string>

namespace headroom {
namespace {

/// "main.3.weight" -> role and tensor name "body@8.conv/weight".
std::string role_key(const DcganNet& net, const std::string& name) {
    for (const RoleName& r : net.roles()) {
        if (name.rfind(r.prefix, 0) == 0) return r.role + "/" + name.substr(r.prefix.size());
    }
    return name;
}

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

}  // namespace

GanNetworks::GanNetworks(const DcganSpec& s, const TrainConfig& config, at::Device where, const GanNetworks* before)
    : GanTensors(where), spec(s) {
    {
        const RoleScope role(Role::Weights);
        g = std::make_shared<Generator>(spec);
        init_weights(*g, static_cast<std::uint64_t>(config.seed), 0);
        place_network(*g, config, device);
        if (before) go_on_with(*before, true);
        d = std::make_shared<Discriminator>(spec);
        init_weights(*d, static_cast<std::uint64_t>(config.seed), 1);
        place_network(*d, config, device);
        if (before) go_on_with(*before, false);
    }
    make_optimisers(config, before);
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

void GanNetworks::begin_average() {
    const RoleScope role(Role::Ema);
    const auto average = std::make_shared<Generator>(spec);
    nn::move_to(*average, device);
    average->set_alpha(alpha_);
    average->set_owner("EMA");
    nn::copy_values(*g, *average);
    nn::freeze(*average);
    average->eval();
    ema = average;
}

void GanNetworks::set_modes(const TrainConfig& config) {
    g->set_checkpointing(config.checkpointing == Checkpointing::On);
    d->set_checkpointing(config.checkpointing == Checkpointing::On);
}

std::optional<at::ScalarType> GanNetworks::shadows_of(const TrainConfig& config) const {
    return shadow_type_of(config, device.is_cpu());
}

std::string GanNetworks::role_of(const std::string& name, bool of_g) const {
    return role_key(of_g ? static_cast<const DcganNet&>(*g) : *d, name);
}

ByRole GanNetworks::seen_in(const GanTensors& old, ByRole from) const {
    return seen_from(spec, dynamic_cast<const GanNetworks&>(old).spec, std::move(from));
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

RoleBytes static_memory_of(const DcganSpec& spec, bool ema, bool shadows, bool on_host) {
    const ParameterCounts n = count_parameters(spec);
    RoleBytes bytes;
    bytes[Role::Weights] = {4 * (n.g + n.d) + (shadows ? 2 * n.filters : 0)};
    bytes[Role::Buffers] = {4 * (n.buffers_g + n.buffers_d)};
    bytes[Role::Ema] = {ema ? 4 * (n.g + n.buffers_g) : 0};
    bytes[Role::Optimiser] = {Adam::bytes_of(n.tensors, n.g + n.d, on_host)};
    // D's gradients are dropped before G's are made, so the larger set counts.
    bytes[Role::Gradients] = {4 * std::max(n.g, n.d)};
    return bytes;
}

Bytes preview_bytes(const DcganSpec& spec) {
    // The input and output of the widest layer, in float32; the picture itself is there as floats and as what they become.
    std::int64_t most = 3 * spec.size * spec.size * spec.channels, side = 4, before = 0;
    for (const std::int64_t width : spec.widths_g) {
        const std::int64_t out = side * side * width;
        most = std::max(most, before + 2 * out);
        before = out;
        side *= 2;
    }
    return preview_bytes(std::max(most, before + 2 * spec.size * spec.size * spec.channels));
}

}  // namespace headroom
