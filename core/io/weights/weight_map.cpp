// Maps canonical tensors to those of a file, lists what does not fit, and says what else is in the file.
#include "core/io/weights/weight_map.h"

#include "core/io/tensors/tensor_buffer.h"
#include "core/io/weights/recognise.h"

#include <algorithm>
#include <numeric>

namespace headroom {
namespace {

std::int64_t count_of(const std::vector<std::int64_t>& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

bool is_one_number(const std::vector<std::int64_t>& shape) {
    return std::all_of(shape.begin(), shape.end(), [](std::int64_t side) { return side == 1; });
}

/// Tensors that reference files carry and that nothing depends on.
bool is_idle(std::string_view name) {
    static constexpr std::array<std::string_view, 7> ends{"num_batches_tracked", "position_ids",   "attn_mask",
                                                          "input_resolution",    "context_length", "vocab_size",
                                                          "logit_bias"};
    return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) {
        return name == end || (name.ends_with(end) && name[name.size() - end.size() - 1] == '.');
    });
}

std::string group_of(const std::string& name, const WeightMap& map) {
    const auto has = [&](std::string_view part) {
        return name.starts_with(part) || name.find("." + std::string(part)) != std::string::npos;
    };
    if (has("optimizer_states.") || name.starts_with("optimizer.")) return "optimiser state";
    if (has("loss.")) return "loss network";
    if (map.kind != NetworkKind::Clip) {
        if (has("cond_stage_model.")) return "condition model";
        if (has("transformer.")) return "transformer";
        if (has("model_ema.")) return "averaged weights";
    }
    if (is_idle(name)) return "counters and constants";
    return {};
}

void sort_the_rest(const NameTable& table, const std::set<std::size_t>& used, WeightMap& map) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (used.count(i)) continue;
        const TensorEntry& entry = table.entry(i);
        const std::string group = group_of(entry.name, map);
        if (group.empty() && entry.name.starts_with(map.prefix)) {
            map.unexpected.push_back(entry.name);
            continue;
        }
        const std::string what = group.empty() ? "other tensors" : group;
        auto it =
            std::find_if(map.unused.begin(), map.unused.end(), [&](const UnusedGroup& g) { return g.what == what; });
        if (it == map.unused.end()) it = map.unused.insert(map.unused.end(), {what, 0, 0});
        ++it->tensors;
        it->bytes += entry.bytes;
    }
}

/// The figure of a configuration against that of the tensors; a 0 says nothing.
class Comparison {
public:
    void figure(const char* name, std::int64_t config, std::int64_t found) {
        if (config != 0 && found != 0 && config != found) note(name, std::to_string(config), std::to_string(found));
    }
    void list(const char* name, const std::vector<std::int64_t>& config, const std::vector<std::int64_t>& found) {
        if (config != found) note(name, words(config), words(found));
    }
    const std::string& difference() const { return difference_; }

private:
    static std::string words(const std::vector<std::int64_t>& list) {
        std::string out;
        for (const std::int64_t n : list) out += (out.empty() ? "" : ", ") + std::to_string(n);
        return "[" + out + "]";
    }
    void note(const char* name, const std::string& config, const std::string& found) {
        if (difference_.empty())
            difference_ = std::string(name) + " is " + config + " there, and " + found + " in the tensors";
    }
    std::string difference_;
};

std::string compare(const VqganArchitecture& config, const VqganArchitecture& found) {
    Comparison c;
    const VqganConfig &theirs = config.shape, &ours = found.shape;
    const auto channels = [](std::int64_t of, const VqganConfig& a) { return of * a.patch * a.patch; };
    c.figure("n_embed", theirs.codes, ours.codes);
    c.figure("embed_dim", theirs.code_width, ours.code_width);
    c.figure("z_channels", theirs.z_channels, ours.z_channels);
    c.figure("out_ch x patch x patch", channels(theirs.out_channels, theirs), channels(ours.out_channels, ours));
    c.figure("num_res_blocks", theirs.blocks, ours.blocks);
    c.figure("fine", theirs.fine, ours.fine);
    if (found.has_encoder) {
        c.figure("ch", theirs.base, ours.base);
        c.figure("in_channels x patch x patch", channels(theirs.in_channels, theirs), channels(ours.in_channels, ours));
        c.list("ch_mult", theirs.multipliers, ours.multipliers);
    }
    c.figure("levels (ch_mult)", static_cast<std::int64_t>(theirs.levels()), static_cast<std::int64_t>(ours.levels()));
    c.list("attention at levels", config.attention_levels(), found.attention_levels());
    return c.difference();
}

std::string compare(const ClipConfig& config, const ClipConfig& found) {
    Comparison c;
    c.figure("embed_dim", config.embedding, found.embedding);
    c.figure("image_size", config.vision.image, found.vision.image);
    c.figure("patch_size", config.vision.patch, found.vision.patch);
    c.figure("vision width", config.vision.width, found.vision.width);
    c.figure("vision layers", config.vision.layers, found.vision.layers);
    c.list("vision layers", {config.vision.stages.begin(), config.vision.stages.end()},
           {found.vision.stages.begin(), found.vision.stages.end()});
    c.figure("context length", config.text.context, found.text.context);
    c.figure("vocabulary", config.text.vocabulary, found.text.vocabulary);
    c.figure("token rows", config.text.token_rows, found.text.token_rows);
    c.figure("text width", config.text.width, found.text.width);
    c.figure("text layers", config.text.layers, found.text.layers);
    return c.difference();
}

}  // namespace

void fill_map(const NameTable& table, const std::vector<ExpectedTensor>& expected, const NameRule& rule, WeightMap& map,
              std::set<std::size_t>& used) {
    for (const ExpectedTensor& want : expected) {
        const SourceNames from = rule(want.name);
        MappedTensor mapped{want.name, want.shape, want.part, {}, from.transposed};
        std::vector<std::int64_t> piece = want.shape;
        if (from.transposed) std::reverse(piece.begin(), piece.end());
        if (from.names.size() > 1) piece[0] /= static_cast<std::int64_t>(from.names.size());
        bool there = true, fits = true;
        for (const std::string& name : from.names) {
            const auto i = table.find(name);
            if (!i) {
                there = false;
                continue;
            }
            used.insert(*i);
            mapped.sources.push_back(*i);
            const TensorEntry& entry = table.entry(*i);
            // A single number is kept as a scalar or as a list of one.
            if (entry.shape == piece || (is_one_number(piece) && is_one_number(entry.shape))) continue;
            fits = false;
            map.misshaped.push_back({want.name, name, piece, entry.shape});
        }
        if (!there && !want.optional) map.missing.push_back(want.name);
        if (there && fits) map.tensors.push_back(std::move(mapped));
    }
}

std::string network_words(NetworkKind kind) {
    switch (kind) {
        case NetworkKind::Unknown: return "none of the kinds that Headroom knows";
        case NetworkKind::Vqgan:
        case NetworkKind::GumbelVqgan: return "a VQGAN";
        case NetworkKind::Clip: return "a CLIP";
        case NetworkKind::Inception: return "an Inception v3";
    }
    return {};
}

std::int64_t WeightMap::parameters() const {
    std::int64_t total = 0;
    for (const MappedTensor& t : tensors) {
        if (t.part != WeightPart::Discriminator && !t.name.ends_with(".running_mean") &&
            !t.name.ends_with(".running_var") && t.name != "token_rows")
            total += count_of(t.shape);
    }
    return total;
}

WeightMap map_weights(const std::vector<TensorEntry>& entries, const std::string& container) {
    WeightMap map;
    const NameTable table(entries);
    std::set<std::size_t> used;
    if (recognise_vqgan(table, map, used) || recognise_clip(table, container, map, used) ||
        recognise_inception(table, map, used))
        sort_the_rest(table, used, map);
    return map;
}

Result<void> apply_config(WeightMap& map, const NetworkConfig& config) {
    const auto other = [&](const std::string& what) {
        return make_error(ErrorCode::BadFile, config.path + " describes another network: " + what,
                          "Choose the configuration that belongs to the weights, or none.");
    };
    const bool clip = map.kind == NetworkKind::Clip, vqgan = is_vqgan(map.kind);
    if ((!clip || !config.clip) && (!vqgan || !config.vqgan)) {
        return other(std::string("it is of a ") + (config.clip ? "CLIP" : "VQGAN") + ", and the weights are " +
                     (map.kind == NetworkKind::Unknown ? "of no known kind" : network_words(map.kind)));
    }
    map.config = config.path;
    if (!clip) {
        const VqganConfig& theirs = config.vqgan->shape;
        if (theirs.gumbel != map.vqgan.shape.gumbel)
            return other(theirs.gumbel ? "a Gumbel VQGAN, and the weights have a plain codebook"
                                       : "a plain VQGAN, and the weights are a Gumbel one");
        if (const std::string difference = compare(*config.vqgan, map.vqgan); !difference.empty())
            return other(difference);
        map.vqgan.shape.resolution = theirs.resolution;
        map.vqgan.shape.attention = theirs.attention;
        // Two ways to explain the same tensors; the configuration knows.
        map.vqgan.shape.patch = theirs.patch;
        map.vqgan.shape.in_channels = theirs.in_channels;
        map.vqgan.shape.out_channels = theirs.out_channels;
        map.vqgan.knows_resolution = true;
        return {};
    }
    const ClipConfig& theirs = config.clip->shape;
    ClipConfig& ours = map.clip.shape;
    if (theirs.vision.is_resnet() != ours.vision.is_resnet())
        return other("one of them has a ResNet for pictures, the other a transformer");
    if (const std::string difference = compare(theirs, ours); !difference.empty()) return other(difference);
    const auto heads_fit = [](std::int64_t heads, std::int64_t width) { return heads > 0 && width % heads == 0; };
    const std::int64_t pooled = ours.vision.is_resnet() ? ours.vision.width * 32 : ours.vision.width;
    if (!heads_fit(theirs.vision.heads, pooled) || !heads_fit(theirs.text.heads, ours.text.width))
        return other("its attention heads do not divide the widths");
    ours.vision.heads = theirs.vision.heads;
    ours.text.heads = theirs.text.heads;
    ours.activation = theirs.activation;
    map.clip.knows_activation = true;
    map.clip.mean = config.clip->mean;
    map.clip.deviation = config.clip->deviation;
    map.questions.clear();
    return {};
}

}  // namespace headroom
