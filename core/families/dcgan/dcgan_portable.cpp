// The generator's layers, read from its tensors' names and shapes: grown networks have widths that no setting tells.
#include "core/families/dcgan/dcgan_portable.h"

#include "core/families/dcgan/dcgan_config.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace headroom {
namespace {

constexpr float kEpsilon = 1e-5F;

struct Layer {
    std::string name;       ///< "main.3."
    std::string norm_name;  ///< "main.4."; empty: none
    bool depthwise = false, batch_norm = false;
    bool resized = false;  ///< pixels are repeated, then a 3x3 filter acts
    bool smooth = false;   ///< in place of repeating pixels the picture is enlarged bilinearly, zeros around it
    std::int64_t in = 0, out = 0, stride = 2, padding = 1;
};

Error foreign(const std::string& what) {
    return make_error(ErrorCode::BadFile, "the weights are not those of a DCGAN's generator: " + what,
                      "headroom-cli weights inspect says what a file holds.");
}

using Shapes = std::map<std::string, std::vector<std::int64_t>>;

const std::vector<std::int64_t>* shape_of(const Shapes& shapes, const std::string& name, std::size_t sides) {
    const auto it = shapes.find(name);
    return it != shapes.end() && it->second.size() == sides ? &it->second : nullptr;
}

/// The convolution at `position` and the norm behind it; nothing: the layers are over.
std::optional<Layer> layer_at(const Shapes& shapes, int position) {
    Layer out;
    out.name = "main." + std::to_string(position) + ".";
    if (const auto* whole = shape_of(shapes, out.name + "weight", 4)) {
        out.resized = (*whole)[2] == 3;
        out.in = (*whole)[out.resized ? 1 : 0];
        out.out = (*whole)[out.resized ? 0 : 1];
    } else if (const auto* across = shape_of(shapes, out.name + "pointwise", 4)) {
        out.depthwise = true;
        out.in = (*across)[1];
        out.out = (*across)[0];
        const auto* filter = shape_of(shapes, out.name + "depthwise", 4);
        out.resized = filter && (*filter)[2] == 3;
    } else {
        return std::nullopt;
    }
    const std::string norm = "main." + std::to_string(position + 1) + ".";
    if (shape_of(shapes, norm + "weight", 1)) {
        out.norm_name = norm;
        out.batch_norm = shape_of(shapes, norm + "running_mean", 1) != nullptr;
    }
    if (position == 0) {
        out.stride = 1;
        out.padding = 0;
    }
    return out;
}

Result<std::vector<Layer>> layers_of(const StoredWeights& weights) {
    const auto state = nlohmann::json::parse(weights.state, nullptr, false);
    if (state.is_object() && state.value("fade_from", std::int64_t{0}) != 0)
        return make_error(ErrorCode::InvalidArgument,
                          "the generator is amid a fade-in: its pictures are a blend with those of its old resolution",
                          "Export a checkpoint from before or after it (image.fade_steps says how long it lasts).");
    std::vector<Layer> out;
    for (int position = 0;;) {
        auto layer = layer_at(weights.shapes, position);
        if (!layer) break;
        if (!out.empty() && out.back().out != layer->in)
            return foreign(layer->name + "weight does not follow the layer before it");
        layer->smooth = layer->resized && weights.config.own<DcganConfig>().upsampling == Upsampling::Bilinear;
        position += layer->norm_name.empty() ? 2 : 3;  // an activation has a number too
        out.push_back(*std::move(layer));
    }
    if (out.size() < 2) return foreign("they have fewer than two layers");
    return out;
}

std::string enlarged(NetworkGraph& g, const std::string& x) {
    return g.add("Resize", {x, "", g.constant(std::vector<float>{1, 1, 2, 2})},
                 {{"mode", std::string("nearest")},
                  {"coordinate_transformation_mode", std::string("asymmetric")},
                  {"nearest_mode", std::string("floor")}});
}

/// Bilinearly, zeros around it, with a pixel more on each side, which the filter behind it reads: 1 3 3 1 by 1 3 3 1 for each channel.
std::string enlarged_smoothly(NetworkGraph& g, const std::string& x, std::int64_t channels) {
    std::vector<float> filter;
    for (std::int64_t i = 0; i < channels; ++i)
        for (const float down : {0.25F, 0.75F, 0.75F, 0.25F})
            for (const float across : {0.25F, 0.75F, 0.75F, 0.25F}) filter.push_back(down * across);
    const std::string name = g.constant(std::move(filter));
    g.constants.back().shape = {channels, 1, 4, 4};
    return g.add("ConvTranspose", {x, name}, {{"strides", std::vector<std::int64_t>{2, 2}}, {"group", channels}});
}

std::string convolved(NetworkGraph& g, const Layer& l, const std::string& x) {
    if (l.resized) {
        const std::string large = l.smooth ? enlarged_smoothly(g, x, l.in) : enlarged(g, x);
        const std::int64_t border = l.smooth ? 0 : 1;
        const std::string filtered =
            g.add("Conv", {large, l.name + (l.depthwise ? "depthwise" : "weight")},
                  {{"pads", std::vector<std::int64_t>(4, border)}, {"group", l.depthwise ? l.in : std::int64_t{1}}});
        return l.depthwise ? g.add("Conv", {filtered, l.name + "pointwise"}) : filtered;
    }
    const std::vector<GraphAttribute> geometry{{"strides", std::vector<std::int64_t>{l.stride, l.stride}},
                                               {"pads", std::vector<std::int64_t>(4, l.padding)},
                                               {"group", l.depthwise ? l.in : std::int64_t{1}}};
    const std::string filtered = g.add("ConvTranspose", {x, l.name + (l.depthwise ? "depthwise" : "weight")}, geometry);
    return l.depthwise ? g.add("Conv", {filtered, l.name + "pointwise"}) : filtered;
}

std::string normed(NetworkGraph& g, const Layer& l, const std::string& x) {
    const std::string& n = l.norm_name;
    if (n.empty()) return x;
    const std::vector<GraphAttribute> epsilon{{"epsilon", kEpsilon}};
    if (!l.batch_norm) return g.add("InstanceNormalization", {x, n + "weight", n + "bias"}, epsilon);
    return g.add("BatchNormalization", {x, n + "weight", n + "bias", n + "running_mean", n + "running_var"}, epsilon);
}

std::int64_t side_of(const std::vector<Layer>& layers) { return std::int64_t{4} << (layers.size() - 1); }

std::string python_layer(const Layer& l, bool last) {
    const std::string sides = std::to_string(l.in) + ", " + std::to_string(l.out);
    std::string out = l.depthwise ? "Separable(" + sides + ")"
                      : l.resized ? "Resized(" + sides + ", 3, bias=False)"
                                  : "nn.ConvTranspose2d(" + sides + ", 4, " + std::to_string(l.stride) + ", " +
                                        std::to_string(l.padding) + ", bias=False)";
    if (!l.norm_name.empty())
        out += std::string(", nn.") + (l.batch_norm ? "BatchNorm2d(" : "InstanceNorm2d(") + std::to_string(l.out) +
               (l.batch_norm ? ")" : ", affine=True)");
    return out + (last ? ", nn.Tanh()" : ", nn.ReLU(),");
}

constexpr std::string_view kSeparable = R"(
class Separable(nn.Module):
    """4x4 for each channel, then 1x1 across them."""
    def __init__(self, inputs, outputs):
        super().__init__()
        self.depthwise = nn.Parameter(torch.empty(inputs, 1, 4, 4))
        self.pointwise = nn.Parameter(torch.empty(outputs, inputs, 1, 1))
    def forward(self, x):
        x = nn.functional.conv_transpose2d(x, self.depthwise, None, 2, 1, 0, x.shape[1])
        return nn.functional.conv2d(x, self.pointwise)

)";

constexpr std::string_view kRepeated = R"(
def enlarged(x):
    """Pixels repeated 2x2, zeros around them."""
    return nn.functional.pad(nn.functional.interpolate(x, scale_factor=2.0), (1, 1, 1, 1))

)";

constexpr std::string_view kSmooth = R"(
def enlarged(x):
    """Bilinearly to twice the side, zeros around it, with a pixel more on each side."""
    x = nn.functional.pad(x, (1, 1, 1, 1))
    return nn.functional.interpolate(x, scale_factor=2.0, mode="bilinear")[:, :, 1:-1, 1:-1]

)";

constexpr std::string_view kResizedSeparable = R"(
class Separable(nn.Module):
    """Enlarged, 3x3 for each channel, then 1x1 across them."""
    def __init__(self, inputs, outputs):
        super().__init__()
        self.depthwise = nn.Parameter(torch.empty(inputs, 1, 3, 3))
        self.pointwise = nn.Parameter(torch.empty(outputs, inputs, 1, 1))
    def forward(self, x):
        x = nn.functional.conv2d(enlarged(x), self.depthwise, None, 1, 0, 1, x.shape[1])
        return nn.functional.conv2d(x, self.pointwise)

)";

constexpr std::string_view kResized = R"(
class Resized(nn.Conv2d):
    """Enlarged, then a convolution."""
    def forward(self, x):
        return super().forward(enlarged(x))

)";

/// The modules that a generator of such layers is made of beside PyTorch's own.
std::string own_modules(const std::vector<Layer>& layers) {
    std::string out;
    const auto resized = std::find_if(layers.begin(), layers.end(), [](const Layer& l) { return l.resized; });
    if (resized != layers.end()) out += resized->smooth ? kSmooth : kRepeated;
    for (const bool depthwise : {true, false}) {
        const auto found = std::find_if(layers.begin(), layers.end(), [&](const Layer& l) {
            return l.depthwise == depthwise && (depthwise || l.resized);
        });
        if (found == layers.end()) continue;
        out += !depthwise ? kResized : found->resized ? kResizedSeparable : kSeparable;
    }
    return out;
}

constexpr std::string_view kUse = R"(
def load(path=Path(__file__).with_name(FILE)):
    net = Generator()
    net.load_state_dict(load_file(path))
    return net.eval()
)";

class DcganPortable final : public Portable {
public:
    std::string_view file() const override { return "generator"; }
    std::string_view onnx_file() const override { return "generator"; }

    Result<std::vector<NetworkGraph>> graphs(const StoredWeights& weights) const override {
        const auto layers = layers_of(weights);
        if (!layers) return layers.error();
        NetworkGraph g;
        g.name = "generator";
        g.about = "DCGAN generator: latents, standard normal numbers, to pictures in [-1, 1].";
        g.inputs = {{"latents", {"batch", layers->front().in, 1, 1}, false, "standard normal numbers"}};
        std::string x = "latents";
        for (std::size_t i = 0; i < layers->size(); ++i) {
            x = normed(g, (*layers)[i], convolved(g, (*layers)[i], x));
            x = g.add(i + 1 < layers->size() ? "Relu" : "Tanh", {x});
        }
        const std::int64_t side = side_of(*layers);
        g.leave({"pictures", {"batch", layers->back().out, side, side}, false, "in [-1, 1]"});
        return std::vector<NetworkGraph>{std::move(g)};
    }

    Result<std::string> loader(const StoredWeights& weights, const std::string& file) const override {
        const auto layers = layers_of(weights);
        if (!layers) return layers.error();
        std::string out =
            "# Loads the generator beside it with torch and safetensors: load() gives the network, which turns latents\n"
            "# (N, LATENT, 1, 1), standard normal numbers, into pictures in [-1, 1]. Run, it saves some, with pillow.\n"
            "from pathlib import Path\n\nimport torch\nfrom PIL import Image\nfrom safetensors.torch import load_file\n"
            "from torch import nn\n\nFILE, LATENT = " +
            file + ", " + std::to_string(layers->front().in) + "\n";
        out += own_modules(*layers);
        out += "\nclass Generator(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
               "        self.main = nn.Sequential(\n";
        for (const Layer& l : *layers) out += "            " + python_layer(l, &l == &layers->back()) + "\n";
        out += "        )\n    def forward(self, z):\n        return self.main(z)\n";
        return (out += kUse) += kDrawsLatents;
    }

    std::map<std::string, std::string> metadata(const TrainConfig& config) const override {
        const Upsampling upsampling = config.own<DcganConfig>().upsampling;
        if (upsampling != Upsampling::Bilinear) return {};
        return {{std::string(kUpsamplingNote), std::string(name_of(upsampling))}};
    }

    CardWords card(const StoredWeights& weights) const override {
        const auto layers = layers_of(weights);
        std::string about = "The generator of a DCGAN (Radford, Metz, Chintala, 2016)";
        if (layers)
            about += ": " + std::to_string(layers->front().in) + " standard normal numbers to a picture of " +
                     std::to_string(side_of(*layers)) + " pixels" + (layers->back().out == 1 ? ", grey" : "");
        return {"unconditional-image-generation",
                {"gan", "dcgan"},
                about + ". Tensor names are those of PyTorch's DCGAN example.",
                "Pictures of the first latents in `samples.safetensors`"};
    }

    std::optional<DrawnInput> drawn(const StoredWeights& weights, int count) const override {
        const auto layers = layers_of(weights);
        if (!layers) return std::nullopt;
        return drawn_latents(weights.config, count, layers->front().in);
    }
};

}  // namespace

const Portable& dcgan_portable() {
    static const DcganPortable portable;
    return portable;
}

}  // namespace headroom
