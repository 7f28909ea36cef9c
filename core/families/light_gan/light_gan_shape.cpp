// Widths, names and shapes.
#include "core/families/light_gan/light_gan_shape.h"

#include "core/api/param_schema.h"
#include "core/families/growth.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <optional>
#include <sstream>

namespace headroom {
namespace {

using Shape = std::vector<std::int64_t>;

std::int64_t log2_of(std::int64_t side) { return std::bit_width(static_cast<std::uint64_t>(side)) - 1; }

/// Channels where the side is 2^level.
std::int64_t width_at(const LightGanShape& shape, std::int64_t level) {
    return std::min(shape.width_side >> level, shape.widest);
}

class TensorList {
public:
    void conv(const std::string& name, std::int64_t in, std::int64_t out, std::int64_t kernel, bool bias = true) {
        weight(name, {out, in, kernel, kernel}, bias ? out : 0, true);
    }
    void weight(const std::string& name, const Shape& shape, std::int64_t bias, bool shadowed = false) {
        out_.push_back({name + ".weight", shape, false, shadowed});
        if (bias > 0) out_.push_back({name + ".bias", {bias}, false, shadowed});
    }
    void plain(const std::string& name, const Shape& shape) { out_.push_back({name, shape}); }
    void batch_norm(const std::string& name, std::int64_t width) {
        plain(name + ".weight", {width});
        plain(name + ".bias", {width});
        for (const char* of : {".running_mean", ".running_var"}) out_.push_back({name + of, {width}, true});
        out_.push_back({name + ".num_batches_tracked", {}, true});
    }
    void attention(const std::string& name, std::int64_t width) {
        const std::int64_t inner = kAttentionHeads * kHeadWidth;
        conv(name + ".fn.to_lin_q", width, inner, 1, false);
        weight(name + ".fn.to_lin_kv.net.0", {width, 1, 3, 3}, 0);
        conv(name + ".fn.to_lin_kv.net.1", width, 2 * inner, 1, false);
        conv(name + ".fn.to_q", width, inner, 1, false);
        conv(name + ".fn.to_kv", width, 2 * inner, 1, false);
        conv(name + ".fn.to_out", 2 * inner, width, 1);
        plain(name + ".norm.g", {1, width, 1, 1});
        plain(name + ".norm.b", {1, width, 1, 1});
    }
    void branches(const std::string& name, std::int64_t in, std::int64_t out) {
        conv(name + ".branches.0.1.1", 4 * in, out, 1);
        conv(name + ".branches.0.3", out, out, 3);
        conv(name + ".branches.1.2", in, out, 1);
    }
    void decoder(const std::string& name, std::int64_t in, std::int64_t out) {
        for (int i = 0; i < 4; ++i, in /= 2) {
            const std::string layer = name + ".layers." + std::to_string(i);
            conv(layer + ".0.net.0", in, 4 * in, 1);
            conv(layer + ".1", in, i < 3 ? in : 2 * out, 3);
        }
    }
    std::vector<LightGanTensor> take() { return std::move(out_); }

private:
    std::vector<LightGanTensor> out_;
};

/// "32 64" as numbers; nothing: one is none.
std::optional<std::vector<std::int64_t>> sides_in(const std::string& text) {
    std::vector<std::int64_t> out;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (word.size() > 4 || !std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }))
            return std::nullopt;
        out.push_back(std::stoll(word));
        if (!std::has_single_bit(static_cast<std::uint64_t>(out.back()))) return std::nullopt;
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Error foreign(const std::string& what,
              const std::string& advice = "headroom-cli weights inspect says what the file holds.") {
    return make_error(ErrorCode::BadFile, "the weights are not those of a Light GAN: " + what, advice);
}

const Shape* find_shape(const TensorShapes& in, const std::string& name, std::size_t sides) {
    const auto found = in.find(name);
    return found != in.end() && found->second.size() == sides ? &found->second : nullptr;
}

/// The option of the package that such a tensor is of; empty: none that is known.
std::string option_of(const std::string& name) {
    if (name.ends_with(".dct_weights")) return "freq-chan-attn";
    if (name.ends_with(".f")) return "antialias";
    return {};
}

Result<void> expect_tensors(const std::vector<LightGanTensor>& wanted, const TensorShapes& there, const char* whose) {
    for (const auto& [name, shape] : there) {
        const std::string option = option_of(name);
        if (!option.empty())
            return foreign(std::string(whose) + " was made with --" + option + ", which Headroom lacks",
                           "Use networks that were trained without it.");
    }
    for (const LightGanTensor& t : wanted) {
        const auto found = there.find(t.name);
        if (found == there.end()) return foreign(std::string(whose) + " lacks " + t.name);
        if (found->second != t.shape) return foreign(std::string(whose) + " has " + t.name + " in another shape");
    }
    if (there.size() == wanted.size()) return {};
    for (const auto& tensor : there) {
        if (std::none_of(wanted.begin(), wanted.end(), [&](const LightGanTensor& t) { return t.name == tensor.first; }))
            return foreign(std::string(whose) + " has " + tensor.first + " besides");
    }
    return {};
}

}  // namespace

bool LightGanShape::attends(std::int64_t side) const {
    return std::find(attention.begin(), attention.end(), side) != attention.end();
}

std::int64_t LightGanTensor::numbers() const {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::vector<LightGanStage> generator_stages(const LightGanShape& shape) {
    std::vector<LightGanStage> out;
    std::int64_t in = shape.latent;
    for (std::int64_t level = 2; level < log2_of(shape.size); ++level) {
        // The highest resolutions compute on three channels (FastGAN's few filters, taken to the end by lightweight-gan).
        const std::int64_t width = level >= 8 ? 3 : width_at(shape, level);
        out.push_back({std::int64_t{1} << level, in, width, shape.attends(std::int64_t{1} << level)});
        in = width;
    }
    // Features of 16, 32, 64 and 128 px gate those of sixteen times their side.
    for (std::size_t i = 1; i < out.size() && i <= 4; ++i) {
        const std::size_t gated = i + 4;  // its stage; it is the output that is gated
        if (gated > out.size()) break;
        out[i].gates_at = out[gated - 1].side * 2;
        out[i].gate = out[gated - 1].out;
    }
    return out;
}

std::vector<std::pair<std::int64_t, std::int64_t>> discriminator_entry(const LightGanShape& shape) {
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    const std::int64_t layers = std::max<std::int64_t>(0, log2_of(shape.size) - 8);
    for (std::int64_t i = 0; i < layers; ++i)
        out.emplace_back(shape.channels, i + 1 == layers ? width_at(shape, 8) : shape.channels);
    return out;
}

std::vector<LightGanHalving> discriminator_halvings(const LightGanShape& shape) {
    std::vector<LightGanHalving> out;
    const std::int64_t first = std::min<std::int64_t>(8, log2_of(shape.size));
    std::int64_t in = discriminator_entry(shape).empty() ? shape.channels : width_at(shape, first);
    for (std::int64_t level = first; level > 3; --level) {
        const std::int64_t side = std::int64_t{1} << level, width = width_at(shape, level - 1);
        out.push_back({side, in, width, shape.attends(side)});
        in = width;
    }
    return out;
}

std::vector<LightGanTensor> generator_tensors(const LightGanShape& shape) {
    TensorList list;
    list.weight("initial_conv.0", {shape.latent, 2 * shape.latent, 4, 4}, 2 * shape.latent);
    list.batch_norm("initial_conv.1", 2 * shape.latent);
    const auto stages = generator_stages(shape);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const LightGanStage& s = stages[i];
        const std::string layer = "layers." + std::to_string(i);
        list.conv(layer + ".0.0.net.0", s.in, 4 * s.in, 1);
        list.conv(layer + ".0.2.1", s.in, 2 * s.out, 4);
        list.plain(layer + ".0.3.weight", {1});
        list.batch_norm(layer + ".0.4", 2 * s.out);
        if (s.gates_at > 0) {
            const std::int64_t between = std::max<std::int64_t>(3, s.gate / 2);
            list.conv(layer + ".1.to_k", s.out, 1, 1);
            list.conv(layer + ".1.net.0", s.out, between, 1);
            list.conv(layer + ".1.net.2", between, s.gate, 1);
        }
        if (s.attends) list.attention(layer + ".2", s.in);
    }
    list.conv("out_conv", stages.back().out, shape.channels, 3);
    return list.take();
}

std::vector<LightGanTensor> discriminator_tensors(const LightGanShape& shape) {
    TensorList list;
    const auto entry = discriminator_entry(shape);
    for (std::size_t i = 0; i < entry.size(); ++i)
        list.conv("non_residual_layers." + std::to_string(i) + ".1", entry[i].first, entry[i].second, 4);
    const auto halvings = discriminator_halvings(shape);
    for (std::size_t i = 0; i < halvings.size(); ++i) {
        const std::string layer = "residual_layers." + std::to_string(i);
        list.branches(layer + ".0", halvings[i].in, halvings[i].out);
        if (halvings[i].attends) list.attention(layer + ".1", halvings[i].in);
    }
    const std::int64_t last = halvings.back().out;
    if (shape.logits == Logits::Grid) {
        list.conv("to_logits.0", last, last, 1);
        list.conv("to_logits.2", last, 1, 4);
    } else {
        list.conv("to_logits.1", last, last, 3);
        list.conv("to_logits.3", last, 1, 4);
    }
    list.conv("to_shape_disc_out.0", shape.channels, 64, 3);
    if (shape.small_attends) list.attention("to_shape_disc_out.1.fn", 64);
    list.branches("to_shape_disc_out.2", 64, 32);
    if (shape.small_attends) list.attention("to_shape_disc_out.3.fn", 32);
    list.conv("to_shape_disc_out.5", 32, 1, 4);
    list.decoder("decoder1", last, shape.channels);
    if (shape.size >= 512) list.decoder("decoder2", halvings[halvings.size() - 2].out, shape.channels);
    return list.take();
}

Result<LightGanShape> light_gan_shape(const TrainConfig& config) {
    std::vector<ParamError> problems;
    check_light_gan(config, problems);
    if (!problems.empty()) return make_error(ErrorCode::InvalidArgument, problems.front().message);
    const auto& own = config.own<LightGanConfig>();
    return LightGanShape{config.image_size,        own.latent, config.channels(),  own.width_max, own.width_side,
                         *sides_in(own.attention), own.logits, own.small_attention};
}

void check_light_gan(const TrainConfig& config, std::vector<ParamError>& problems) {
    const auto& own = config.own<LightGanConfig>();
    if (config.image_size < LightGanShape::kSmallest || config.image_size > LightGanShape::kLargest)
        problems.push_back({"image.size", "image.size: " + std::to_string(config.image_size) +
                                              " px is not a power of two from 64 to 1024"});
    check_growth(config, LightGanShape::kSmallest, LightGanShape::kLargest, problems);
    const auto sides = sides_in(own.attention);
    if (!sides)
        problems.push_back(
            {"model.attention", "model.attention: '" + own.attention +
                                    "' is no list of sides such as '32' or '16 32'; they are powers of two"});
    if (config.augment_adapt && !own.augments())
        problems.push_back({"augment.adapt", "augment.adapt: no augmentation is on whose strength could adapt; switch "
                                             "one on, diffaug.translation for example"});
    if (own.width_max < 16)
        problems.push_back(
            {"model.width",
             "model.width: a Light GAN's decoders halve its widest layer four times; choose 16 or more"});
    if (!std::has_single_bit(static_cast<std::uint64_t>(own.width_side)))
        problems.push_back({"model.width_side", "model.width_side: " + std::to_string(own.width_side) +
                                                    " is no power of two, such as 1024 or 4096"});
}

ParamPatch settings_of(const LightGanShape& shape) {
    std::string sides;
    for (const std::int64_t side : shape.attention) sides += (sides.empty() ? "" : " ") + std::to_string(side);
    return {{"image.size", shape.size},
            {"model.latent", shape.latent},
            {"data.grey", shape.channels == 1},
            {"model.width", shape.widest},
            {"model.width_side", shape.width_side},
            {"model.attention", sides},
            {"model.logits", std::string(name_of(shape.logits))},
            {"model.small_attention", shape.small_attends}};
}

Result<LightGanShape> recognise_light_gan(const TensorShapes& generator, const TensorShapes& discriminator) {
    LightGanShape shape;
    const Shape* first = find_shape(generator, "initial_conv.0.weight", 4);
    const Shape* last = find_shape(generator, "out_conv.weight", 4);
    if (!first || !last) return foreign("no generator is among them");
    shape.latent = (*first)[0];
    shape.channels = (*last)[0];
    if (shape.channels != 1 && shape.channels != 3)
        return foreign("its pictures have " + std::to_string(shape.channels) +
                           " channels (--transparent), which Headroom lacks",
                       "Use networks of opaque pictures.");
    std::int64_t levels = 0;
    shape.attention.clear();
    for (; levels <= 8 && find_shape(generator, "layers." + std::to_string(levels) + ".0.2.1.weight", 4); ++levels) {
        if (generator.contains("layers." + std::to_string(levels) + ".2.norm.g"))
            shape.attention.push_back(std::int64_t{4} << levels);
    }
    if (levels < 4 || levels > 8)
        return foreign("its pictures have " +
                       (levels > 8 ? "more than 1024" : std::to_string(std::int64_t{4} << levels)) +
                       " px; 64 to 1024 are trained");
    shape.size = std::int64_t{4} << levels;
    shape.widest = (*find_shape(generator, "layers.0.0.2.1.weight", 4))[0] / 2;
    // A tensor without numbers may have any sides, and what is computed of them must not overflow.
    constexpr std::int64_t kWidest = 1 << 20;
    if (std::max(shape.latent, shape.widest) > kWidest)
        return foreign("its layers are wider than any that are trained");
    for (std::int64_t i = 1; i < std::min<std::int64_t>(levels, 6); ++i) {
        const std::int64_t width = (*find_shape(generator, "layers." + std::to_string(i) + ".0.2.1.weight", 4))[0] / 2;
        if (width >= shape.widest) continue;
        shape.width_side = width << (i + 2);
        break;
    }
    shape.small_attends = discriminator.empty() || discriminator.contains("to_shape_disc_out.1.fn.norm.g");
    if (discriminator.contains("to_logits.0.weight")) shape.logits = Logits::Grid;
    for (std::int64_t i = 0, side = std::min<std::int64_t>(256, shape.size); side >= 16; ++i, side /= 2) {
        if (discriminator.contains("residual_layers." + std::to_string(i) + ".1.norm.g") && !shape.attends(side))
            shape.attention.push_back(side);
    }
    std::sort(shape.attention.begin(), shape.attention.end());
    if (auto ok = expect_tensors(generator_tensors(shape), generator, "its generator"); !ok) return ok.error();
    if (discriminator.empty()) return shape;
    if (auto ok = expect_tensors(discriminator_tensors(shape), discriminator, "its discriminator"); !ok)
        return ok.error();
    return shape;
}

std::pair<std::int64_t, std::int64_t> count_parameters(const LightGanShape& shape) {
    const auto count = [](const std::vector<LightGanTensor>& tensors) {
        std::int64_t n = 0;
        for (const LightGanTensor& t : tensors) n += t.buffer ? 0 : t.numbers();
        return n;
    };
    return {count(generator_tensors(shape)), count(discriminator_tensors(shape))};
}

}  // namespace headroom
