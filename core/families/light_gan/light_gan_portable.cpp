// What stands in the settings beside the weights is the network: graph, loader, words.
#include "core/families/light_gan/light_gan_portable.h"

#include "core/families/light_gan/light_gan_graph.h"

namespace headroom {
namespace {

constexpr std::string_view kNetwork = R"(
def conv(w, name, x, **how):
    return F.conv2d(x, w[name + ".weight"], w.get(name + ".bias"), **how)

def norm(w, name, x):
    return F.batch_norm(x, *(w[name + end] for end in (".running_mean", ".running_var", ".weight", ".bias")))

def heads(x):
    return x.unflatten(1, (8, 64)).flatten(3)

def attention(w, name, x):
    """Linear attention, and attention of each pixel to the 3x3 around it."""
    y = (x - x.mean(1, True)) * (x.var(1, unbiased=False, keepdim=True) + 1e-5).rsqrt() * w[name + ".norm.g"] + w[name + ".norm.b"]
    around = F.conv2d(y, w[name + ".fn.to_lin_kv.net.0.weight"], padding=1, groups=y.shape[1])
    k, v = conv(w, name + ".fn.to_lin_kv.net.1", around).chunk(2, 1)
    q = heads(conv(w, name + ".fn.to_lin_q", y)).softmax(2) / 8
    far = F.gelu(heads(v) @ heads(k).softmax(3).transpose(2, 3) @ q)
    k, v = (F.unfold(t, 3, padding=1).unflatten(1, (8, 64, 9)) for t in conv(w, name + ".fn.to_kv", y).chunk(2, 1))
    shares = (heads(conv(w, name + ".fn.to_q", y)).unsqueeze(3) / 8 * k).sum(2, True).softmax(3)
    both = torch.cat([far.flatten(1, 2), (shares * v).sum(3).flatten(1, 2)], 1)
    return conv(w, name + ".fn.to_out", both.unflatten(2, x.shape[2:])) + x

def draw(w, latents):
    x = F.conv_transpose2d(latents, w["initial_conv.0.weight"], w["initial_conv.0.bias"])
    x, gates = F.normalize(F.glu(norm(w, "initial_conv.1", x), 1), dim=1), {}
    for i in range(LAYERS):
        name = f"layers.{i}"
        x = attention(w, name + ".2", x) if name + ".2.norm.g" in w else x
        x = F.pixel_shuffle(F.silu(conv(w, name + ".0.0.net.0", x)), 2)
        x = F.glu(norm(w, name + ".0.4", conv(w, name + ".0.2.1", F.pad(x, (2, 1, 2, 1)))), 1)
        if name + ".1.to_k.weight" in w:  # gates the layer three further on
            weights = conv(w, name + ".1.to_k", x).flatten(2).softmax(2).transpose(1, 2)
            hidden = F.leaky_relu(conv(w, name + ".1.net.0", (x.flatten(2) @ weights).unsqueeze(3)), 0.1)
            gates[i + 3] = conv(w, name + ".1.net.2", hidden).sigmoid()
        x = x * gates.get(i, 1)
    return conv(w, "out_conv", x, padding=1) * 2 - 1

def load(path=Path(__file__).with_name(FILE)):
    weights = load_file(path)
    return lambda latents: draw(weights, latents)
)";

class LightGanPortable final : public Portable {
public:
    std::string_view file() const override { return "generator"; }
    std::string_view onnx_file() const override { return "generator"; }

    Result<std::vector<NetworkGraph>> graphs(const StoredWeights& weights) const override {
        const auto shape = shape_of(weights);
        if (!shape) return shape.error();
        return std::vector<NetworkGraph>{light_gan_graph(*shape)};
    }

    Result<std::string> loader(const StoredWeights& weights, const std::string& file) const override {
        const auto shape = shape_of(weights);
        if (!shape) return shape.error();
        std::string out =
            "# Loads the generator beside it with torch and safetensors: load() gives what turns latents (N, LATENT, 1, 1),\n"
            "# standard normal numbers, into pictures, about -1 to 1. Run, it saves some, with pillow.\n"
            "from pathlib import Path\n\nimport torch\nfrom PIL import Image\nfrom safetensors.torch import load_file\n"
            "from torch.nn import functional as F\n\nFILE, LATENT, LAYERS = " +
            file + ", " + std::to_string(shape->latent) + ", " + std::to_string(generator_stages(*shape).size()) + "\n";
        return (out += kNetwork) += kDrawsLatents;
    }

    CardWords card(const StoredWeights& weights) const override {
        std::string about = "The generator of a Light GAN (FastGAN: Liu, Zhu, Song, Elgammal, ICLR 2021)";
        if (const auto shape = shape_of(weights))
            about += ": " + std::to_string(shape->latent) + " standard normal numbers to a picture of " +
                     std::to_string(shape->size) + " pixels" + (shape->channels == 1 ? ", grey" : "");
        return {"unconditional-image-generation",
                {"gan", "fastgan"},
                about + ". Tensor names are those of lightweight-gan 1.2.1.",
                "Pictures of the first latents in `samples.safetensors`"};
    }

    std::optional<DrawnInput> drawn(const StoredWeights& weights, int count) const override {
        const auto shape = shape_of(weights);
        return shape ? std::optional(drawn_latents(weights.config, count, shape->latent)) : std::nullopt;
    }

private:
    static Result<LightGanShape> shape_of(const StoredWeights& weights) {
        const auto shape = light_gan_shape(weights.config);
        if (!shape) return shape.error();
        for (const LightGanTensor& t : generator_tensors(*shape)) {
            const auto found = weights.shapes.find(t.name);
            if (t.buffer || (found != weights.shapes.end() && found->second == t.shape)) continue;
            return make_error(ErrorCode::BadFile, "the weights are not those of a Light GAN's generator: " + t.name,
                              "headroom-cli weights inspect says what a file holds.");
        }
        return shape;
    }
};

}  // namespace

const Portable& light_gan_portable() {
    static const LightGanPortable portable;
    return portable;
}

}  // namespace headroom
