// Reads the architecture of a DCGAN network off its layers.
#include "core/engine/dcgan_shape.h"

#include <charconv>
#include <map>

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

/// Enters `t` at its position; false when its name or shape has no place in such a list.
bool enter(const TensorView& t, Layers& layers, DcganShape& shape) {
    const std::string name = classic_name(t.name);
    if (name.substr(0, 5) != "main.") return false;
    int position = 0;
    const auto [end, status] = std::from_chars(name.data() + 5, name.data() + name.size(), position);
    if (status != std::errc() || position < 0 || end == name.data() + name.size() || *end != '.') return false;
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
        return false;
    if (is_buffer(leaf)) return true;
    std::int64_t count = 1;
    for (const std::int64_t side : t.shape) count *= side;
    shape.parameters += count;
    return true;
}

struct Channels {
    std::int64_t in = 0, out = 0;
};

/// In and out of every convolution, in order, as a generator (transposed: in before out) or a discriminator stores them.
std::optional<std::vector<Channels>> chain(const Layers& layers, bool generator) {
    std::vector<Channels> out;
    for (const auto& [position, layer] : layers) {
        Channels c;
        if (layer.weight) {
            const auto& s = layer.weight->shape;
            if (s[2] != 4 || s[3] != 4) return std::nullopt;
            c = generator ? Channels{s[0], s[1]} : Channels{s[1], s[0]};
        } else if (layer.depthwise && layer.pointwise) {
            const auto &d = layer.depthwise->shape, &p = layer.pointwise->shape;
            if (d[1] != 1 || d[2] != 4 || d[3] != 4 || p[2] != 1 || p[3] != 1 || d[0] != p[1]) return std::nullopt;
            c = {p[1], p[0]};
        } else if (layer.depthwise || layer.pointwise) {
            return std::nullopt;
        } else {
            continue;
        }
        if (c.in < 1 || c.out < 1 || (!out.empty() && out.back().out != c.in)) return std::nullopt;
        out.push_back(c);
    }
    // A stage halves or doubles, so n layers make 2^(n+1) pixels.
    if (out.size() < 3 || out.size() > 10) return std::nullopt;
    return out;
}

}  // namespace

std::string classic_name(std::string_view name) {
    for (const std::string_view prefix : {"state_dict.", "model.", "module."}) {
        if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
    }
    const bool bare = !name.empty() && name[0] >= '0' && name[0] <= '9';
    return (bare ? "main." : "") + std::string(name);
}

std::optional<DcganShape> recognise_dcgan(const std::vector<TensorView>& tensors) {
    Layers layers;
    DcganShape shape;
    for (const TensorView& t : tensors) {
        if (!enter(t, layers, shape)) return std::nullopt;
    }
    auto convolutions = chain(layers, false);
    shape.generator = !convolutions || convolutions->back().out != 1;
    if (shape.generator) convolutions = chain(layers, true);
    if (!convolutions) return std::nullopt;
    for (const auto& [position, layer] : layers) {
        if (layer.statistics)
            shape.norm = NormKind::Batch;
        else if (layer.scale && shape.norm == NormKind::None)
            shape.norm = NormKind::Instance;
        if (layer.depthwise) shape.conv = ConvKind::Depthwise;
    }
    for (std::size_t i = 0; i + 1 < convolutions->size(); ++i) shape.widths.push_back((*convolutions)[i].out);
    shape.channels = shape.generator ? convolutions->back().out : convolutions->front().in;
    shape.latent = shape.generator ? convolutions->front().in : 0;
    shape.size = std::int64_t{1} << (convolutions->size() + 1);
    return shape;
}

}  // namespace headroom
