// Building, resizing and counting the networks.
#include "core/train/light_gan/light_gan_networks.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <map>

namespace headroom {

LightGanNetworks::LightGanNetworks(const LightGanShape& s, const TrainConfig& config, at::Device where,
                                   const LightGanNetworks* before)
    : GanTensors(where), shape(s) {
    {
        const RoleScope role(Role::Weights);
        g = std::make_shared<light_gan::Generator>(shape);
        g->initialise(static_cast<std::uint64_t>(config.seed));
        place_network(*g, config, device);
        if (before) go_on_with(*before, true);
        d = std::make_shared<light_gan::Discriminator>(shape);
        d->initialise(static_cast<std::uint64_t>(config.seed));
        place_network(*d, config, device);
        if (before) go_on_with(*before, false);
    }
    make_optimisers(config, before);
    step = std::make_unique<LightGanStep>(*g, *d, *opt_g, *opt_d, scaler_g, scaler_d);
    configure(config);
}

void LightGanNetworks::begin_average() {
    const RoleScope role(Role::Ema);
    const auto average = std::make_shared<light_gan::Generator>(shape);
    nn::move_to(*average, device);
    nn::copy_values(*g, *average);
    nn::freeze(*average);
    nn::label_blocks(*average, "EMA");
    average->eval();
    ema = average;
}

void LightGanNetworks::set_modes(const TrainConfig& config) {
    g->set_mode(light_gan_mode(config));
    d->set_mode(light_gan_mode(config));
}

std::optional<at::ScalarType> LightGanNetworks::shadows_of(const TrainConfig& config) const {
    return shadow_type(config.precision, device.is_cpu());
}

/// G's layers count up from 4 px whatever the size is; D's count down from it.
std::string LightGanNetworks::role_of(const std::string& name, bool of_g) const {
    const bool enters = name.starts_with("non_residual_layers."), halves = name.starts_with("residual_layers.");
    if (of_g || (!enters && !halves)) return name;
    const auto number = name.find('.') + 1, rest = name.find('.', number);
    const auto i = static_cast<std::size_t>(std::stoll(name.substr(number, rest - number)));
    const std::int64_t side = enters ? shape.size >> i : discriminator_halvings(shape)[i].side;
    return (enters ? "entry@" : "halving@") + std::to_string(side) + name.substr(rest);
}

void LightGanNetworks::see_as(const LightGanNetworks& smaller) {
    if (shape.size != 2 * smaller.shape.size) return;
    const at::NoGradGuard no_grad;
    std::map<std::string, at::Tensor> own, before;
    for (const auto& [name, p] : nn::named_parameters(*d)) own.emplace(name, p);
    for (const auto& [name, p] : nn::named_parameters(*smaller.d)) before.emplace(name, p);
    const std::int64_t colours = shape.channels;
    const bool enters = !discriminator_entry(shape).empty();
    // The first channels of the newest layer are the picture at half its side, which is nowhere below 0.
    const std::string newest = enters ? "non_residual_layers.0.1." : "residual_layers.0.0.branches.1.2.";
    const at::Tensor passes = own.at(newest + "weight"), bias = own.at(newest + "bias");
    if (passes.size(0) < colours) return;
    passes.narrow(0, 0, colours).zero_();
    bias.narrow(0, 0, colours).zero_();
    for (std::int64_t c = 0; c < colours; ++c) {
        const at::Tensor of_it = passes[c][c];
        if (enters)
            of_it.narrow(0, 1, 2).narrow(1, 1, 2).fill_(0.25);
        else
            of_it.fill_(1);
    }
    if (!enters) {
        for (const char* part : {"weight", "bias"})
            own.at(std::string("residual_layers.0.0.branches.0.3.") + part).narrow(0, 0, colours).zero_();
    }
    // The layer behind it asks these as it asked the picture, and of the others nothing yet.
    const std::string behind = enters ? "residual_layers.0.0." : "residual_layers.1.0.";
    for (const char* branch : {"branches.0.1.1.weight", "branches.1.2.weight"}) {
        const at::Tensor asks = own.at(behind + branch),
                         asked = before.at(std::string("residual_layers.0.0.") + branch);
        if (asks.sizes() == asked.sizes()) continue;  // its input is as wide as it was
        asks.zero_();
        asks.narrow(1, 0, asked.size(1)).copy_(asked);
    }
}

LightGanRules light_gan_rules(const TrainConfig& config) {
    const auto& own = config.own<LightGanConfig>();
    LightGanRules r;
    r.precision = config.precision;
    r.clip = config.clip;
    r.seed = static_cast<std::uint64_t>(config.seed);
    r.augment = {own.diffaug_colour, own.diffaug_translation, own.diffaug_cutout};
    r.augment_share = own.augment_share;
    r.gp_weight = own.gp_weight;
    r.want_signs = config.augment_adapt;
    r.sync_norms = config.sync_norms;
    // Recomputed segments give a gradient in parts, and synchronised norms meet amid a backward pass.
    r.overlap_sums = config.checkpointing == Checkpointing::Off && !r.sync_norms;
    return r;
}

nn::ComputeMode light_gan_mode(const TrainConfig& config) {
    nn::ComputeMode mode;
    if (config.checkpointing == Checkpointing::On) mode.again = nn::ComputeMode::kAll;
    return mode;
}

at::MemoryFormat light_gan_format(const TrainConfig& config) {
    return config.channels_last ? at::MemoryFormat::ChannelsLast : at::MemoryFormat::Contiguous;
}

RoleBytes static_memory_of(const LightGanShape& shape, bool ema, bool shadows, bool on_host) {
    const auto [g, d] = count_parameters(shape);
    std::int64_t buffers = 0, rounded = 0, parameters = 0;
    const auto tensors_g = generator_tensors(shape), tensors_d = discriminator_tensors(shape);
    for (const auto* tensors : {&tensors_g, &tensors_d}) {
        for (const LightGanTensor& t : *tensors) {
            if (t.buffer)
                buffers += t.shape.empty() ? 8 : 4 * t.numbers();
            else
                ++parameters;
            if (shadows && t.shadowed) rounded += t.numbers();
        }
    }
    RoleBytes bytes;
    bytes[Role::Weights] = {4 * (g + d) + 2 * rounded};
    bytes[Role::Buffers] = {buffers};  // D has none
    bytes[Role::Ema] = {ema ? 4 * g + buffers : 0};
    bytes[Role::Optimiser] = {Adam::bytes_of(parameters, g + d, on_host)};
    // D's gradients are dropped before G's are made, so the larger set counts.
    bytes[Role::Gradients] = {4 * std::max(g, d)};
    return bytes;
}

Bytes preview_bytes(const LightGanShape& shape) {
    std::int64_t most = 0;
    for (const LightGanStage& s : generator_stages(shape)) {
        const std::int64_t pixels = 4 * s.side * s.side;
        // What the upsampling gives, twice with its border of zeros, and what the convolution makes of it, before and after the norm.
        most = std::max(most, pixels * (2 * s.in + 4 * s.out));
    }
    return preview_bytes(most);
}

}  // namespace headroom
