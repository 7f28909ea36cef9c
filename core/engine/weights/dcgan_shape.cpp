// Reads the architecture of a DCGAN network off its layers.
#include "core/engine/weights/dcgan_shape.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/weights/value_types.h"

#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

namespace headroom {
namespace {

/// What one position of the layer list holds.
struct Layer {
    const TensorView* weight = nullptr;  ///< 4-D: a standard convolution
    const TensorView* depthwise = nullptr;
    const TensorView* pointwise = nullptr;
    bool scale = false, statistics = false;
};

using Layers = std::map<int, Layer>;

bool is_buffer(std::string_view leaf) {
    return leaf == "running_mean" || leaf == "running_var" || leaf == "num_batches_tracked" || leaf == "weight_u";
}

std::string named(const TensorView& t) { return "the tensor " + shown_name(t.name); }

/// Enters `t` at its position; otherwise says why it has no place in such a list.
std::optional<std::string> enter(const TensorView& t, Layers& layers, DcganShape& shape) {
    const std::string no_place = named(t) + " with shape " + shape_text(t.shape) + " has no place in one";
    const std::string name = classic_name(t.name);
    if (name.substr(0, 5) != "main.") return no_place;
    int position = 0;
    const auto [end, status] = std::from_chars(name.data() + 5, name.data() + name.size(), position);
    if (status != std::errc() || position < 0 || end == name.data() + name.size() || *end != '.') return no_place;
    const std::string_view leaf(end + 1, static_cast<std::size_t>(name.data() + name.size() - end - 1));
    Layer& layer = layers[position];
    const bool filter = t.shape.size() == 4;
    if (leaf == "weight" && filter)
        layer.weight = &t;
    else if (leaf == "weight" && t.shape.size() == 1)
        layer.scale = true;
    else if (leaf == "depthwise" && filter)
        layer.depthwise = &t;
    else if (leaf == "pointwise" && filter)
        layer.pointwise = &t;
    else if (leaf == "running_mean")
        layer.statistics = true;
    else if (leaf == "weight_u")
        shape.spectral_norm = true;
    else if (leaf != "bias" && !is_buffer(leaf))
        return no_place;
    if (leaf != "num_batches_tracked" && !holds_fractions(t.dtype))
        return named(t) + " holds whole numbers (" + std::string(name_of(t.dtype)) + "), not weights";
    if (is_buffer(leaf)) return {};
    std::int64_t count = 1;
    for (const std::int64_t side : t.shape) count *= side;
    shape.parameters += count;
    return {};
}

struct Channels {
    std::int64_t in = 0, out = 0;
};

/// In and out of one position's convolution, as a generator (transposed: in before out) or a discriminator stores it; both 0 where the
/// position has none.
Result<Channels> channels_of(const Layer& layer, const std::string& at, bool generator, bool first) {
    const auto wrong = [](const std::string& what) { return make_error(ErrorCode::BadFile, what); };
    if (layer.weight) {
        const auto& s = layer.weight->shape;
        if (generator && !first && s[2] == 3 && s[3] == 3) return Channels{s[1], s[0]};
        if (s[2] != 4 || s[3] != 4)
            return wrong(named(*layer.weight) + " has shape " + shape_text(s) + " where a filter of 4 x 4 is wanted");
        return generator ? Channels{s[0], s[1]} : Channels{s[1], s[0]};
    }
    if (!layer.depthwise && !layer.pointwise) return Channels{};
    if (!layer.depthwise || !layer.pointwise)
        return wrong("the tensor " + at + (layer.depthwise ? "pointwise" : "depthwise") + " is missing");
    const auto &d = layer.depthwise->shape, &p = layer.pointwise->shape;
    if (d[1] != 1 || d[2] != d[3] || (d[2] != 4 && !(generator && d[2] == 3)))
        return wrong(named(*layer.depthwise) + " has shape " + shape_text(d) +
                     " where one filter of 4 x 4 per channel is wanted");
    if (p[2] != 1 || p[3] != 1 || d[0] != p[1])
        return wrong(named(*layer.pointwise) + " has shape " + shape_text(p) + ", which does not fit " + shape_text(d) +
                     " of the depthwise filter before it");
    return Channels{p[1], p[0]};
}

/// Those of every convolution, in order.
Result<std::vector<Channels>> chain(const Layers& layers, bool generator) {
    std::vector<Channels> out;
    for (const auto& [position, layer] : layers) {
        const std::string at = "main." + std::to_string(position) + ".";
        const auto c = channels_of(layer, at, generator, out.empty());
        if (!c) return c.error();
        if (c->in == 0 && c->out == 0 && !layer.weight && !layer.depthwise) continue;
        if (c->in < 1 || c->out < 1) return make_error(ErrorCode::BadFile, "the tensor " + at + "weight is empty");
        if (!out.empty() && out.back().out != c->in)
            return make_error(ErrorCode::BadFile, "the convolution " + at + "* takes " + std::to_string(c->in) +
                                                      " channels where the one before it makes " +
                                                      std::to_string(out.back().out));
        out.push_back(*c);
    }
    // A stage halves or doubles, so n layers make 2^(n+1) pixels.
    if (out.size() < 3 || out.size() > 10)
        return make_error(ErrorCode::BadFile, "it has " + std::to_string(out.size()) +
                                                  " convolutions (main.0.weight and so on) where a DCGAN has 3 to 10");
    return out;
}

constexpr std::array<std::string_view, 7> kGenerators{"netG", "generator", "G", "gen", "g", "G_ema", "g_ema"};
constexpr std::array<std::string_view, 5> kDiscriminators{"netD", "discriminator", "D", "disc", "d"};

/// The tensors below `owner`, without its name.
std::vector<TensorView> below(const std::vector<TensorView>& tensors, std::string_view owner) {
    std::vector<TensorView> out;
    for (const TensorView& t : tensors) {
        if (t.name.size() <= owner.size() || !t.name.starts_with(owner) || t.name[owner.size()] != '.') continue;
        out.push_back(t);
        out.back().name.erase(0, owner.size() + 1);
    }
    return out;
}

}  // namespace

std::vector<TensorView> network_in(const std::vector<TensorView>& tensors, bool generator) {
    const std::vector<std::string_view> generators(kGenerators.begin(), kGenerators.end()),
        discriminators(kDiscriminators.begin(), kDiscriminators.end());
    bool names_any = false;
    for (const auto* owners : {&generators, &discriminators}) {
        for (const std::string_view owner : *owners) {
            std::vector<TensorView> found = below(tensors, owner);
            names_any = names_any || !found.empty();
            if (!found.empty() && (owners == &generators) == generator) return found;
        }
    }
    return names_any ? std::vector<TensorView>{} : tensors;
}

Upsampling upsampling_as(const DcganShape& shape, Upsampling said) {
    return shape.upsampling == Upsampling::Resize && said == Upsampling::Bilinear ? said : shape.upsampling;
}

std::string classic_name(std::string_view name) {
    for (const std::string_view prefix : {"state_dict.", "model.", "module."}) {
        if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
    }
    const bool bare = !name.empty() && name[0] >= '0' && name[0] <= '9';
    return (bare ? "main." : "") + std::string(name);
}

Result<DcganShape> recognise_dcgan(const std::vector<TensorView>& tensors) {
    Layers layers;
    DcganShape shape;
    for (const TensorView& t : tensors) {
        if (const auto wrong = enter(t, layers, shape)) return make_error(ErrorCode::BadFile, *wrong);
    }
    auto convolutions = chain(layers, false);
    shape.generator = !convolutions || convolutions->back().out != 1;
    if (shape.generator) convolutions = chain(layers, true);
    if (!convolutions) return convolutions.error();
    std::size_t resized = 0;
    for (const auto& [position, layer] : layers) {
        if (layer.statistics)
            shape.norm = NormKind::Batch;
        else if (layer.scale && shape.norm == NormKind::None)
            shape.norm = NormKind::Instance;
        if (layer.depthwise) shape.conv = ConvKind::Depthwise;
        const TensorView* filter = layer.depthwise ? layer.depthwise : layer.weight;
        if (filter && filter->shape[2] == 3) ++resized;
    }
    if (resized > 0 && resized + 1 != convolutions->size())
        return make_error(ErrorCode::BadFile, "some of its filters behind the first are 3 x 3 and some 4 x 4");
    if (resized > 0) shape.upsampling = Upsampling::Resize;
    for (std::size_t i = 0; i + 1 < convolutions->size(); ++i) shape.widths.push_back((*convolutions)[i].out);
    shape.channels = shape.generator ? convolutions->back().out : convolutions->front().in;
    shape.latent = shape.generator ? convolutions->front().in : 0;
    shape.size = std::int64_t{1} << (convolutions->size() + 1);
    return shape;
}

}  // namespace headroom
