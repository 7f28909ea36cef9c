// Recognises a VQGAN of taming-transformers and reads its architecture off the shapes.
#include "core/io/weights/recognise.h"

#include <algorithm>
#include <numeric>

namespace headroom {
namespace {

constexpr const char* kCodebook = "quantize.embedding.weight";
constexpr const char* kGumbelCodebook = "quantize.embed.weight";
constexpr const char* kStart = "decoder.conv_in.weight";

/// Channels that a level of the decoder ends with: those that its first block makes.
std::int64_t level_channels(const NameTable& t, const std::string& prefix, std::int64_t level) {
    return t.dim(prefix + "decoder.up." + std::to_string(level) + ".block.0.conv1.weight", 0);
}

/// Squares of colour pixels that lie in the channels of the first and the last convolution: nobody trains on pictures of 12,
/// 27 or 48 channels. A configuration may say otherwise.
void read_patch(VqganConfig& a, bool has_encoder) {
    if (has_encoder && a.in_channels != a.out_channels) return;
    for (std::int64_t patch = 2; patch <= 32; ++patch) {
        if (a.out_channels != 3 * patch * patch) continue;
        a.in_channels = a.out_channels = 3;
        a.patch = patch;
        return;
    }
}

VqganArchitecture architecture_of(const NameTable& t, const std::string& p, bool gumbel) {
    VqganArchitecture all;
    VqganConfig& a = all.shape;
    a.attention.clear();
    a.multipliers.clear();
    a.gumbel = gumbel;
    const std::string book = p + (gumbel ? kGumbelCodebook : kCodebook);
    a.codes = t.dim(book, 0);
    a.code_width = t.dim(book, 1);
    all.has_encoder = t.any_with(p + "encoder.");
    a.z_channels = t.dim(p + kStart, 1);
    const std::int64_t encoded = t.dim(p + "encoder.conv_out.weight", 0);
    all.double_z = a.z_channels > 0 && encoded == 2 * a.z_channels;
    if (const std::int64_t in = t.dim(p + "encoder.conv_in.weight", 1); in > 0) a.in_channels = in;
    if (const std::int64_t out = t.dim(p + "decoder.conv_out.weight", 0); out > 0) a.out_channels = out;
    read_patch(a, all.has_encoder);
    // Four places of each cell lie in the channels of its first convolution.
    a.fine = std::max<std::int64_t>(0, t.dim(p + "decoder.fine.conv_in.weight", 0)) / 4;
    const std::int64_t levels = t.count(p + "decoder.up.", 16);
    // Attention is configured by the side of a level; any side that no two levels share means the same.
    a.resolution = a.cell() * std::max<std::int64_t>(256, std::int64_t{1} << levels);
    a.blocks = t.count(p + "decoder.up.0.block.", 64) - 1;
    a.base = t.dim(p + "encoder.conv_in.weight", 0);
    // Without an encoder the width of its first convolution is unknown; any that all levels are multiples of makes the same decoder.
    if (a.base <= 0) {
        for (std::int64_t level = 0; level < levels; ++level) a.base = std::gcd(a.base, level_channels(t, p, level));
    }
    for (std::int64_t level = 0; level < levels; ++level) {
        const std::int64_t channels = level_channels(t, p, level);
        if (a.base <= 0 || channels <= 0) return all;
        // No multiple in a foreign file: of the next one, so that its tensors are told to be of another shape.
        a.multipliers.push_back((channels + a.base - 1) / a.base);
        if (t.any_with(p + "decoder.up." + std::to_string(level) + ".attn.0."))
            a.attention.push_back((a.resolution / a.cell()) >> level);
    }
    return all;
}

/// The figures without which no list of tensors can be made.
std::vector<std::string> missing_keys(const VqganArchitecture& all, const NameTable& t, const std::string& p) {
    const VqganConfig& a = all.shape;
    std::vector<std::string> missing;
    if (a.codes <= 0 || a.code_width <= 0) missing.push_back(a.gumbel ? kGumbelCodebook : kCodebook);
    if (a.z_channels <= 0) missing.push_back(kStart);
    if (all.has_encoder && !t.find(p + "encoder.conv_in.weight")) missing.push_back("encoder.conv_in.weight");
    const auto levels = static_cast<std::size_t>(t.count(p + "decoder.up.", 16));
    if (levels == 0 || a.multipliers.size() != levels || a.blocks < 1)
        missing.push_back("decoder.up." + std::to_string(a.multipliers.size()) + ".block.0.conv1.weight");
    return missing;
}

}  // namespace

bool recognise_vqgan(const NameTable& table, WeightMap& map, std::set<std::size_t>& used) {
    struct Found {
        std::string prefix;
        bool gumbel;
    };
    std::vector<Found> found;
    for (const char* book : {kCodebook, kGumbelCodebook}) {
        for (const std::string& prefix : table.prefixes_of(book)) {
            if (!table.any_with(prefix + "decoder.")) continue;
            found.push_back({prefix, book == std::string_view(kGumbelCodebook)});
        }
    }
    if (found.empty()) return false;
    // A transformer's file holds that of its condition too, a map of segments or of depth; the pictures' is the first stage.
    std::stable_partition(found.begin(), found.end(),
                          [](const Found& one) { return one.prefix.find("cond_stage_model.") == std::string::npos; });
    map.prefix = found.front().prefix;
    const bool gumbel = found.front().gumbel;
    if (found.size() > 1)
        map.warnings.push_back("there are " + std::to_string(found.size()) + " VQGANs in this file; the one under '" +
                               map.prefix + "' is taken");
    map.kind = gumbel ? NetworkKind::GumbelVqgan : NetworkKind::Vqgan;
    map.layout = map.prefix.ends_with("first_stage_model.") ? NameLayout::FirstStage : NameLayout::Taming;
    map.vqgan = architecture_of(table, map.prefix, gumbel);
    map.missing = missing_keys(map.vqgan, table, map.prefix);
    if (!map.missing.empty()) return true;
    fill_map(
        table, vqgan_tensors(map.vqgan),
        [&](const std::string& name) {
            return SourceNames{{map.prefix + name}, false};
        },
        map, used);
    // The discriminator, for those who train on: taken as it is.
    const std::string loss = map.prefix + "loss.discriminator.";
    for (std::size_t i = 0; i < table.size(); ++i) {
        const TensorEntry& entry = table.entry(i);
        if (!entry.name.starts_with(loss)) continue;
        map.tensors.push_back(
            {entry.name.substr(map.prefix.size()), entry.shape, WeightPart::Discriminator, {i}, false});
        used.insert(i);
    }
    return true;
}

}  // namespace headroom
