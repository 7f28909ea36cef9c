// Recognises networks by their tensors' names and shapes, and sums tensors.
#include "core/engine/weight_report.h"

#include "core/engine/dcgan_shape.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

namespace headroom {
namespace {

template <class T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

double half_to_double(std::uint16_t h) {
    const int exponent = (h >> 10) & 31;
    const double mantissa = h & 1023;
    const double sign = h & 0x8000 ? -1.0 : 1.0;
    if (exponent == 31) return mantissa != 0 ? std::nan("") : sign * HUGE_VAL;
    return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024.0 + mantissa, exponent - 25));
}

double element(DType dtype, const std::byte* at) {
    switch (dtype) {
        case DType::F64: return load<double>(at);
        case DType::F32: return load<float>(at);
        case DType::F16: return half_to_double(load<std::uint16_t>(at));
        case DType::BF16: return std::bit_cast<float>(static_cast<std::uint32_t>(load<std::uint16_t>(at)) << 16);
        case DType::I64: return static_cast<double>(load<std::int64_t>(at));
        case DType::I32: return load<std::int32_t>(at);
        case DType::I16: return load<std::int16_t>(at);
        case DType::I8: return load<std::int8_t>(at);
        case DType::U8: return load<std::uint8_t>(at);
        case DType::Bool: return load<std::uint8_t>(at) != 0 ? 1.0 : 0.0;
    }
    return 0;
}

/// Names without the wrappers that training frameworks put in front.
std::string_view bare(std::string_view name) {
    for (const std::string_view prefix : {"module.", "model.", "first_stage_model.", "state_dict."}) {
        if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
    }
    return name;
}

using Shapes = std::map<std::string, std::vector<std::int64_t>, std::less<>>;

std::optional<std::int64_t> dim(const Shapes& shapes, std::string_view name, std::size_t axis) {
    const auto it = shapes.find(name);
    if (it == shapes.end() || it->second.size() <= axis) return std::nullopt;
    return it->second[axis];
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
    if (dcgan.spectral_norm) kind.words.emplace_back("spectral_norm", "on");
    return kind;
}

int count_groups(const Shapes& shapes, std::string_view prefix) {
    int most = -1;
    for (const auto& [name, shape] : shapes) {
        if (std::string_view(name).substr(0, prefix.size()) != prefix) continue;
        int index = 0;
        const char* first = name.data() + prefix.size();
        if (std::from_chars(first, name.data() + name.size(), index).ec == std::errc()) most = std::max(most, index);
    }
    return most + 1;
}

void add(WeightKind& kind, const char* name, std::optional<std::int64_t> value) {
    if (value && *value > 0) kind.numbers.emplace_back(name, *value);
}

bool recognise_vqgan(const Shapes& shapes, WeightKind& kind) {
    const bool gumbel = shapes.count("quantize.embed.weight") > 0;
    const char* codebook = gumbel ? "quantize.embed.weight" : "quantize.embedding.weight";
    if (!dim(shapes, codebook, 1) || !dim(shapes, "decoder.conv_in.weight", 3)) return false;
    kind.kind = gumbel ? "gumbel-vqgan" : "vqgan";
    add(kind, "codes", dim(shapes, codebook, 0));
    add(kind, "embed_dim", dim(shapes, codebook, 1));
    add(kind, "z_channels", dim(shapes, "decoder.conv_in.weight", 1));
    add(kind, "channels", dim(shapes, "decoder.conv_out.weight", 0));
    add(kind, "width", dim(shapes, "encoder.conv_in.weight", 0));
    add(kind, "levels", count_groups(shapes, "decoder.up."));
    return true;
}

bool recognise_clip(const Shapes& shapes, WeightKind& kind) {
    const bool original = dim(shapes, "text_projection", 1) && dim(shapes, "visual.conv1.weight", 3);
    const bool hugging = dim(shapes, "text_projection.weight", 1) && dim(shapes, "vision_model.embeddings.patch_embedding.weight", 3);
    if (!original && !hugging) return false;
    kind.kind = "clip";
    const bool vit = hugging || shapes.count("visual.class_embedding") > 0;
    kind.variant = vit ? "vit" : "resnet";
    const char* patch = hugging ? "vision_model.embeddings.patch_embedding.weight" : "visual.conv1.weight";
    const char* tokens = hugging ? "text_model.embeddings.token_embedding.weight" : "token_embedding.weight";
    add(kind, "embed_dim", original ? dim(shapes, "text_projection", 1) : dim(shapes, "text_projection.weight", 0));
    add(kind, "vision_width", dim(shapes, patch, 0));
    if (vit) add(kind, "patch", dim(shapes, patch, 2));
    add(kind, "vision_layers", count_groups(shapes, hugging ? "vision_model.encoder.layers." : "visual.transformer.resblocks."));
    add(kind, "vocabulary", dim(shapes, tokens, 0));
    add(kind, "text_width", dim(shapes, tokens, 1));
    add(kind, "text_layers", count_groups(shapes, hugging ? "text_model.encoder.layers." : "transformer.resblocks."));
    add(kind, "context", dim(shapes, hugging ? "text_model.embeddings.position_embedding.weight" : "positional_embedding", 0));
    return true;
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

WeightKind recognise_weights(const std::vector<TensorView>& tensors) {
    if (const auto dcgan = recognise_dcgan(tensors)) return describe(*dcgan);
    Shapes shapes;
    for (const TensorView& t : tensors) shapes.emplace(std::string(bare(t.name)), t.shape);
    WeightKind kind;
    if (recognise_vqgan(shapes, kind) || recognise_clip(shapes, kind)) return kind;
    return WeightKind{};
}

}  // namespace headroom
