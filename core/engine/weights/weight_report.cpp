// Recognises networks by their tensors' names and shapes, and sums tensors.
#include "core/engine/weights/weight_report.h"

#include "core/engine/weights/dcgan_shape.h"
#include "core/engine/weights/light_gan/light_gan_weights.h"
#include "core/io/weights/value_types.h"

#include <cmath>
#include <cstring>
#include <optional>

namespace headroom {
namespace {

template <class T> T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

double element(DType dtype, const std::byte* at) {
    switch (dtype) {
        case DType::F64: return load<double>(at);
        case DType::F32: return load<float>(at);
        case DType::F16: return half_to_float(load<std::uint16_t>(at));
        case DType::BF16: return bfloat_to_float(load<std::uint16_t>(at));
        case DType::I64: return static_cast<double>(load<std::int64_t>(at));
        case DType::I32: return load<std::int32_t>(at);
        case DType::I16: return load<std::int16_t>(at);
        case DType::I8: return load<std::int8_t>(at);
        case DType::U8: return load<std::uint8_t>(at);
        case DType::Bool: return load<std::uint8_t>(at) != 0 ? 1.0 : 0.0;
    }
    return 0;
}

/// Names and numbers of a DCGAN network.
WeightKind describe(const DcganShape& dcgan) {
    WeightKind kind;
    kind.kind = dcgan.generator ? "dcgan-generator" : "dcgan-discriminator";
    kind.widths = dcgan.widths;
    if (dcgan.generator) kind.numbers.emplace_back("latent", dcgan.latent);
    kind.numbers.emplace_back("width", dcgan.width());
    kind.numbers.emplace_back("channels", dcgan.channels);
    kind.numbers.emplace_back("size", dcgan.size);
    kind.numbers.emplace_back(dcgan.generator ? "ngf" : "ndf", dcgan.width());
    kind.numbers.emplace_back("parameters", dcgan.parameters);
    kind.words.emplace_back("norm", name_of(dcgan.norm));
    kind.words.emplace_back("convolutions", name_of(dcgan.conv));
    if (dcgan.upsampling != Upsampling::Transposed) kind.words.emplace_back("upsampling", name_of(dcgan.upsampling));
    if (dcgan.spectral_norm) kind.words.emplace_back("spectral_norm", "on");
    return kind;
}

WeightKind describe(const LightGanShape& shape, bool generator_alone) {
    WeightKind kind;
    kind.kind = generator_alone ? "light-gan-generator" : "light-gan";
    const auto [of_g, of_d] = count_parameters(shape);
    const std::int64_t parameters = of_g + (generator_alone ? 0 : of_d);
    kind.numbers = {{"latent", shape.latent},     {"width_max", shape.widest}, {"width_side", shape.width_side},
                    {"channels", shape.channels}, {"size", shape.size},        {"parameters", parameters}};
    kind.lists.emplace_back("attention_resolutions", shape.attention);
    if (!generator_alone) kind.words.emplace_back("judgements", name_of(shape.logits));
    if (!generator_alone && !shape.small_attends) kind.words.emplace_back("small_attention", "off");
    return kind;
}

void add(WeightKind& kind, const char* name, std::int64_t value) {
    if (value > 0) kind.numbers.emplace_back(name, value);
}

void describe_vqgan(const VqganArchitecture& all, WeightKind& kind) {
    const VqganConfig& a = all.shape;
    add(kind, "codes", a.codes);
    add(kind, "embed_dim", a.code_width);
    add(kind, "z_channels", a.z_channels);
    add(kind, "channels", a.out_channels);
    add(kind, "width", a.base);
    add(kind, "levels", static_cast<std::int64_t>(a.multipliers.size()));
    add(kind, "factor", a.factor());
    add(kind, "blocks", a.blocks);
    if (a.patch > 1) add(kind, "patch", a.patch);
    add(kind, "fine", a.fine);
    if (all.knows_resolution) add(kind, "resolution", a.resolution);
    kind.lists.emplace_back("multipliers", a.multipliers);
    kind.lists.emplace_back("attention_levels", all.attention_levels());
    if (all.knows_resolution) kind.lists.emplace_back("attention_resolutions", a.attention);
    if (!all.has_encoder) kind.words.emplace_back("encoder", "none");
}

void describe_clip(const ClipArchitecture& all, WeightKind& kind) {
    const ClipConfig& a = all.shape;
    kind.variant = a.vision.is_resnet() ? "resnet" : "vit";
    add(kind, "embed_dim", a.embedding);
    add(kind, "image_size", a.vision.image);
    add(kind, "vision_width", a.vision.width);
    add(kind, "patch", a.vision.patch);
    add(kind, "vision_layers", a.vision.layers);
    add(kind, "vision_heads", a.vision.heads);
    add(kind, "vocabulary", a.text.vocabulary);
    add(kind, "token_rows", a.text.token_rows);
    add(kind, "text_width", a.text.width);
    add(kind, "text_layers", a.text.layers);
    add(kind, "text_heads", a.text.heads);
    add(kind, "context", a.text.context);
    if (a.vision.is_resnet())
        kind.lists.emplace_back("vision_blocks",
                                std::vector<std::int64_t>(a.vision.stages.begin(), a.vision.stages.end()));
    kind.words.emplace_back("activation", all.knows_activation ? std::string(name_of(a.activation)) : "unknown");
}

}  // namespace

TensorSums sum_tensor(const TensorView& tensor) {
    TensorSums sums;
    const std::size_t width = element_size(tensor.dtype);
    for (std::size_t at = 0; at + width <= tensor.data.size(); at += width) {
        const double v = element(tensor.dtype, tensor.data.data() + at);
        if (!std::isfinite(v)) ++sums.not_finite;
        sums.sum += v;
        sums.abs_sum += std::abs(v);
    }
    return sums;
}

WeightKind recognise_weights(const std::vector<TensorView>& tensors,
                             const std::map<std::string, std::string>& metadata) {
    if (auto dcgan = recognise_dcgan(tensors)) {
        const auto note = metadata.find(std::string(kUpsamplingNote));
        const auto said = note == metadata.end() ? std::nullopt : enum_from_name<Upsampling>(note->second);
        if (said) dcgan->upsampling = upsampling_as(*dcgan, *said);
        return describe(*dcgan);
    }
    if (seems_light_gan(tensors)) {
        if (const auto shape = recognise_light_gan(tensors)) return describe(*shape, !has_discriminator(tensors));
    }
    std::vector<TensorEntry> entries;
    for (const TensorView& t : tensors) entries.push_back({t.name, t.dtype, t.shape, t.data.size()});
    return describe_network(map_weights(entries, {}));
}

WeightKind describe_network(const WeightMap& map) {
    WeightKind kind;
    kind.kind = name_of(map.kind);
    if (map.kind == NetworkKind::Clip) {
        describe_clip(map.clip, kind);
    } else if (is_vqgan(map.kind)) {
        describe_vqgan(map.vqgan, kind);
    }
    if (map.kind != NetworkKind::Unknown) add(kind, "parameters", map.parameters());
    return kind;
}

}  // namespace headroom
