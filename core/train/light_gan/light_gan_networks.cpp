// Building, resizing and counting the networks.
#include "core/train/light_gan/light_gan_networks.h"

#include "core/memory/role_scope.h"
#include "core/models/nn/network.h"
#include "core/train/run/pictures.h"

#include <algorithm>

namespace headroom {

LightGanNetworks::LightGanNetworks(const LightGanShape& s, const TrainConfig& config, at::Device where)
    : GanTensors(where), shape(s) {
    {
        const RoleScope role(Role::Weights);
        g = std::make_shared<light_gan::Generator>(shape);
        d = std::make_shared<light_gan::Discriminator>(shape);
        g->initialise(static_cast<std::uint64_t>(config.seed));
        d->initialise(static_cast<std::uint64_t>(config.seed));
        place_network(*g, config, device);
        place_network(*d, config, device);
    }
    make_optimisers(config);
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
    static const std::string halving = "residual_layers.";
    if (of_g || !name.starts_with(halving)) return name;
    const auto rest = name.find('.', halving.size());
    const auto i = static_cast<std::size_t>(std::stoll(name.substr(halving.size(), rest - halving.size())));
    return "halving@" + std::to_string(discriminator_halvings(shape)[i].side) + name.substr(rest);
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

RoleBytes static_memory_of(const LightGanShape& shape, bool ema, bool shadows) {
    const auto [g, d] = count_parameters(shape);
    std::int64_t buffers = 0, rounded = 0;
    const auto tensors_g = generator_tensors(shape), tensors_d = discriminator_tensors(shape);
    for (const auto* tensors : {&tensors_g, &tensors_d}) {
        for (const LightGanTensor& t : *tensors) {
            if (t.buffer) buffers += t.shape.empty() ? 8 : 4 * t.numbers();
            if (shadows && t.shadowed) rounded += t.numbers();
        }
    }
    RoleBytes bytes;
    bytes[Role::Weights] = {4 * (g + d) + 2 * rounded};
    bytes[Role::Buffers] = {buffers};  // D has none
    bytes[Role::Ema] = {ema ? 4 * g + buffers : 0};
    bytes[Role::Optimiser] = {8 * (g + d)};
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
