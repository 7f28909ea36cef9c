// Python is written for the network at hand: how many levels it has, and how its codes are chosen.
#include "core/families/vqgan/vqgan_portable.h"

#include "core/families/vqgan/vqgan_graph.h"
#include "core/families/vqgan/vqgan_shape.h"

namespace headroom {
namespace {

constexpr std::string_view kBlocks = R"PY(
w = load_file(Path(__file__).with_name(FILE))

def conv(x, n, padding=0, stride=1):
    return F.conv2d(x, w[n + ".weight"], w[n + ".bias"], stride, padding)

def norm(x, n):
    return F.group_norm(x, 32, w[n + ".weight"], w[n + ".bias"], 1e-6)

def block(x, n):
    h = conv(F.silu(norm(x, n + ".norm1")), n + ".conv1", 1)
    h = conv(F.silu(norm(h, n + ".norm2")), n + ".conv2", 1)
    return h + (conv(x, n + ".nin_shortcut") if n + ".nin_shortcut.weight" in w else x)

def attend(x, n):
    h = norm(x, n + ".norm")
    q, k, v = (conv(h, f"{n}.{part}").flatten(2).transpose(1, 2) for part in "qkv")
    h = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(x.shape)
    return x + conv(h, n + ".proj_out")

def level(x, n):
    for i in range(sum(name.startswith(n + ".block.") and name.endswith(".norm1.weight") for name in w)):
        x = block(x, f"{n}.block.{i}")
        x = attend(x, f"{n}.attn.{i}") if f"{n}.attn.{i}.q.weight" in w else x
    return x

def middle(x, n):
    return block(attend(block(x, n + ".block_1"), n + ".attn_1"), n + ".block_2")

def encode(pictures):
    """Pictures (N, 3, H, W) in [-1, 1], sides multiples of FACTOR, to codes (N, H / FACTOR, W / FACTOR)."""
    x = conv(F.pixel_unshuffle(pictures, PATCH), "encoder.conv_in", 1)
    for i in range(LEVELS):
        x = level(x, f"encoder.down.{i}")
        if i < LEVELS - 1:
            x = conv(F.pad(x, (0, 1, 0, 1)), f"encoder.down.{i}.downsample.conv", 0, 2)
    x = conv(F.silu(norm(middle(x, "encoder.mid"), "encoder.norm_out")), "encoder.conv_out", 1)
    x = conv(x, "quant_conv")
)PY";

constexpr std::string_view kDecode = R"PY(
def decode(codes):
    """Codes (N, h, w) to pictures (N, 3, FACTOR h, FACTOR w), about [-1, 1]."""
    x = conv(conv(F.embedding(codes, w[BOOK]).permute(0, 3, 1, 2), "post_quant_conv"), "decoder.conv_in", 1)
    x = middle(x, "decoder.mid")
    for i in reversed(range(LEVELS)):
        x = level(x, f"decoder.up.{i}")
        if i > 0:
            x = conv(F.interpolate(x, scale_factor=2.0), f"decoder.up.{i}.upsample.conv", 1)
    return F.pixel_shuffle(conv(F.silu(norm(x, "decoder.norm_out")), "decoder.conv_out", 1), PATCH)

if __name__ == "__main__":  # python FILE PICTURE: what the codes keep of it
    picture = Image.open(sys.argv[1]).convert("RGB")
    picture = picture.resize([max(FACTOR, side // FACTOR * FACTOR) for side in picture.size])
    x = torch.frombuffer(bytearray(picture.tobytes()), dtype=torch.uint8).view(picture.height, picture.width, 3)
    with torch.no_grad():
        y = decode(encode(x.permute(2, 0, 1)[None] / 127.5 - 1))
    Image.fromarray(y[0].clamp(-1, 1).add(1).mul(127.5).round().byte().permute(1, 2, 0).numpy()).save("back.png")
)PY";

class VqganPortable final : public Portable {
public:
    std::string_view file() const override { return "vqgan"; }
    std::string_view onnx_file() const override { return "vqgan-encoder"; }

    Result<std::vector<NetworkGraph>> graphs(const StoredWeights& weights) const override {
        const auto shape = vqgan_shape(weights.config);
        if (!shape) return shape.error();
        return std::vector<NetworkGraph>{vqgan_encoder_graph(*shape), vqgan_decoder_graph(*shape)};
    }

    Result<std::string> loader(const StoredWeights& weights, const std::string& file) const override {
        const auto shape = vqgan_shape(weights.config);
        if (!shape) return shape.error();
        const std::string book = shape->gumbel ? "quantize.embed.weight" : "quantize.embedding.weight";
        std::string out =
            "# Loads the VQGAN beside it with torch and safetensors: encode() gives codes, decode() pictures of them.\n"
            "import sys\nfrom pathlib import Path\n\nimport torch\nfrom PIL import Image\n"
            "from safetensors.torch import load_file\nfrom torch.nn import functional as F\n\nFILE, BOOK = " +
            file + ", \"" + book + "\"\nLEVELS, PATCH, FACTOR = " + std::to_string(shape->levels()) + ", " +
            std::to_string(shape->patch) + ", " + std::to_string(shape->factor()) + "\n";
        out += kBlocks;
        out += shape->gumbel ? "    return conv(x, \"quantize.proj\").argmax(1)\n"
                             : "    cells = x.permute(0, 2, 3, 1)\n"
                               "    return (2 * cells @ w[BOOK].T - w[BOOK].square().sum(1)).argmax(-1)\n";
        return out += kDecode;
    }

    CardWords card(const StoredWeights& weights) const override {
        std::string about =
            "A VQGAN (Esser, Rombach, Ommer, 2021), stage 1: an autoencoder whose pictures are grids of codes";
        if (const auto shape = vqgan_shape(weights.config)) {
            const std::string f = std::to_string(shape->factor());
            about += ", " + std::to_string(shape->codes) + " of them, one for each " + f + " x " + f + " pixels";
        }
        return {"image-to-image",
                {"vqgan", "vqvae", "autoencoder"},
                about + ". Tensor names are those of taming-transformers.",
                "Pictures of the data set, each above its reconstruction"};
    }
};

}  // namespace

const Portable& vqgan_portable() {
    static const VqganPortable portable;
    return portable;
}

}  // namespace headroom
