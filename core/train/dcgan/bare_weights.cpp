// Fits weight files to networks, and says what would fit when they do not.
#include "core/train/dcgan/bare_weights.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/models/nn/network.h"

#include <algorithm>

namespace headroom {
namespace {

/// The settings of `config` that must change for a network of `shape`, as "key=value, ..."; empty when none is known.
std::string fitting_settings(const DcganShape& shape, const TrainConfig& config) {
    std::string out;
    const auto want = [&](const char* key, const std::string& now, const std::string& value) {
        if (now != value) out += (out.empty() ? "" : ", ") + std::string(key) + "=" + value;
    };
    const bool g = shape.generator;
    want("image.size", std::to_string(config.image_size), std::to_string(shape.size));
    if (g) want("latent", std::to_string(config.own<DcganConfig>().latent), std::to_string(shape.latent));
    if (shape.channels != config.channels()) want("data.grey", "", shape.channels == 1 ? "on" : "off");
    want(g ? "width.g" : "width.d", std::to_string(g ? config.own<DcganConfig>().width_g : config.width_d),
         std::to_string(shape.width()));
    const std::int64_t widest = g ? shape.widths.front() : shape.widths.back();
    const DcganSpec spec = spec_of(shape);
    if (canonical_widths(shape.size, shape.width(), config.own<DcganConfig>().width_max) != spec.widths_g)
        want("width.max", "", std::to_string(widest));
    want(g ? "norm.g" : "norm.d", std::string(name_of(g ? config.own<DcganConfig>().norm_g : config.norm_d)),
         std::string(name_of(shape.norm)));
    want("model.conv", std::string(name_of(config.own<DcganConfig>().conv)), std::string(name_of(shape.conv)));
    const Upsampling upsampling = config.own<DcganConfig>().upsampling;
    if (g)
        want("model.upsampling", std::string(name_of(upsampling)),
             std::string(name_of(upsampling_as(shape, upsampling))));
    if (!g && shape.spectral_norm != config.own<DcganConfig>().spectral_norm)
        want("norm.spectral", "", shape.spectral_norm ? "on" : "off");
    return out;
}

std::string advice(const DcganShape& shape, const TrainConfig& config) {
    const std::int64_t widest = *std::max_element(shape.widths.begin(), shape.widths.end());
    const DcganSpec spec = spec_of(shape);
    if (canonical_widths(shape.size, shape.width(), widest) != spec.widths_g)
        return "Its layers are not each twice as wide as the next, which no setting makes.";
    if (shape.channels != 1 && shape.channels != 3)
        return "Pictures of " + std::to_string(shape.channels) + " channels cannot be trained.";
    if (shape.size < 32 || shape.size > 512)
        return "It makes pictures of " + std::to_string(shape.size) + " px; Headroom trains 32 to 512 px.";
    const std::string settings = fitting_settings(shape, config);
    return settings.empty() ? "The file belongs to another architecture."
                            : "It fits with " + settings + " (--set on the command line).";
}

Result<void> load(const NamedTensors& targets, const CheckpointPart& part, const TrainConfig& config) {
    if (const auto difference = first_difference(targets, part.tensors)) {
        const auto shape = recognise_dcgan(part.tensors);
        return make_error(ErrorCode::BadFile, part.file + ": " + *difference,
                          shape ? advice(*shape, config) : "The file belongs to another architecture.");
    }
    return load_into(targets, part.tensors, part.file);
}

}  // namespace

bool are_bare(const std::vector<CheckpointPart>& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const CheckpointPart& p) { return !p.file.empty(); });
}

Result<void> load_bare(GanNetworks& nets, const std::vector<CheckpointPart>& parts, const TrainConfig& config) {
    for (const CheckpointPart& part : parts) {
        const bool generator = part.name == "generator";
        if (auto ok = load(generator ? nn::named_tensors(*nets.g) : nn::named_tensors(*nets.d), part, config); !ok)
            return ok;
        if (!generator || !nets.ema) continue;
        if (auto ok = load_into(nn::named_tensors(*nets.ema), part.tensors, part.file); !ok) return ok;
    }
    return {};
}

DcganSpec spec_of(const DcganShape& shape) {
    DcganSpec spec;
    spec.size = shape.size;
    if (shape.generator) spec.latent = shape.latent;
    spec.channels = shape.channels;
    // A spec lists widths from the lowest resolution up; a discriminator's layers go down.
    spec.widths_g = shape.widths;
    if (!shape.generator) std::reverse(spec.widths_g.begin(), spec.widths_g.end());
    spec.widths_d = spec.widths_g;
    spec.norm_g = spec.norm_d = shape.norm;
    spec.spectral_norm = shape.spectral_norm;
    spec.conv = shape.conv;
    spec.upsampling = shape.upsampling;
    return spec;
}

}  // namespace headroom
