// Blocks of a VQGAN in ONNX's operations. What each block is: core/models/vqgan/blocks.h.
#include "core/families/vqgan/vqgan_graph.h"

#include <cmath>
#include <string>

namespace headroom {
namespace {

using Ints = std::vector<std::int64_t>;

constexpr std::int64_t kGroups = 32;
constexpr float kEpsilon = 1e-6F;

/// Adds blocks to a graph; each takes a value's name and gives one.
class Blocks {
public:
    explicit Blocks(NetworkGraph& graph)
        : g_(graph),
          ones_(g_.constant(std::vector<float>(kGroups, 1.0F))),
          zeros_(g_.constant(std::vector<float>(kGroups, 0.0F))),
          groups_(g_.constant(Ints{0, kGroups, -1})),
          over_pixels_(g_.constant(Ints{1, 2})),
          rows_(g_.constant(Ints{0, 0, -1})),
          twice_(g_.constant(std::vector<float>{1, 1, 2, 2})),
          below_right_(g_.constant(Ints{0, 0, 0, 0, 0, 0, 1, 1})) {}

    std::string conv(const std::string& x, const std::string& name, std::int64_t padding, std::int64_t stride = 1) {
        return g_.add("Conv", {x, name + ".weight", name + ".bias"},
                      {{"strides", Ints{stride, stride}}, {"pads", Ints(4, padding)}});
    }
    /// Group norm as a norm of each group's numbers, which every opset has.
    std::string norm(const std::string& x, const std::string& name) {
        const std::string grouped = g_.add("Reshape", {x, groups_});
        const std::string even = g_.add("InstanceNormalization", {grouped, ones_, zeros_}, {{"epsilon", kEpsilon}});
        const std::string back = g_.add("Reshape", {even, g_.add("Shape", {x})});
        const std::string scaled = g_.add("Mul", {back, per_channel(name + ".weight")});
        return g_.add("Add", {scaled, per_channel(name + ".bias")});
    }
    std::string norm_silu(const std::string& x, const std::string& name) {
        const std::string h = norm(x, name);
        return g_.add("Mul", {h, g_.add("Sigmoid", {h})});
    }
    std::string residual(const std::string& x, const std::string& name, bool same_width) {
        const std::string half = conv(norm_silu(x, name + ".norm1"), name + ".conv1", 1);
        const std::string whole = conv(norm_silu(half, name + ".norm2"), name + ".conv2", 1);
        return g_.add("Add", {whole, same_width ? x : conv(x, name + ".nin_shortcut", 0)});
    }
    std::string attention(const std::string& x, const std::string& name, std::int64_t channels) {
        const std::string h = norm(x, name + ".norm");
        const auto positions = [&](const char* which) {
            return g_.add("Reshape", {conv(h, name + which, 0), rows_});  // (N, C, HW)
        };
        const std::string q = g_.add("Transpose", {positions(".q")}, {{"perm", Ints{0, 2, 1}}}), k = positions(".k"),
                          v = positions(".v");
        const std::string scale =
            g_.constant(std::vector<float>{static_cast<float>(1.0 / std::sqrt(static_cast<double>(channels)))});
        const std::string scores = g_.add("Mul", {g_.add("MatMul", {q, k}), scale});
        const std::string shares = g_.add("Softmax", {scores}, {{"axis", std::int64_t{-1}}});
        const std::string found = g_.add("MatMul", {v, g_.add("Transpose", {shares}, {{"perm", Ints{0, 2, 1}}})});
        const std::string back = g_.add("Reshape", {found, g_.add("Shape", {x})});
        return g_.add("Add", {x, conv(back, name + ".proj_out", 0)});
    }
    std::string level(std::string x, const std::string& name, std::int64_t in, std::int64_t out, std::int64_t blocks,
                      bool attends) {
        for (std::int64_t i = 0; i < blocks; ++i) {
            const std::string n = std::to_string(i);
            x = residual(x, name + ".block." + n, i > 0 || in == out);
            if (attends) x = attention(x, name + ".attn." + n, out);
        }
        return x;
    }
    std::string middle(const std::string& x, const std::string& name, std::int64_t channels) {
        const std::string h = attention(residual(x, name + ".block_1", true), name + ".attn_1", channels);
        return residual(h, name + ".block_2", true);
    }
    std::string smaller(const std::string& x, const std::string& name) {
        return conv(g_.add("Pad", {x, below_right_}, {{"mode", std::string("constant")}}), name + ".conv", 0, 2);
    }
    std::string larger(const std::string& x, const std::string& name) {
        const std::string h = g_.add("Resize", {x, "", twice_},
                                     {{"mode", std::string("nearest")},
                                      {"coordinate_transformation_mode", std::string("asymmetric")},
                                      {"nearest_mode", std::string("floor")}});
        return conv(h, name + ".conv", 1);
    }

private:
    /// (C) as (C, 1, 1).
    std::string per_channel(const std::string& name) { return g_.add("Unsqueeze", {name, over_pixels_}); }

    NetworkGraph& g_;
    std::string ones_, zeros_, groups_, over_pixels_, rows_, twice_, below_right_;
};

/// Squares of `patch` pixels into channels, in PyTorch's order, which is not that of ONNX's operation.
std::string into_channels(NetworkGraph& g, const std::string& x, std::int64_t channels, std::int64_t patch) {
    if (patch == 1) return x;
    Ints order;
    for (std::int64_t c = 0; c < channels; ++c)
        for (std::int64_t place = 0; place < patch * patch; ++place) order.push_back(place * channels + c);
    const std::string packed = g.add("SpaceToDepth", {x}, {{"blocksize", patch}});
    return g.add("Gather", {packed, g.constant(std::move(order))}, {{"axis", std::int64_t{1}}});
}

/// The code of each cell of `latents` (N, D, h, w): the nearest one, or that of the largest logit.
std::string chosen(NetworkGraph& g, const std::string& latents, const VqganConfig& shape) {
    const std::vector<GraphAttribute> over_codes{{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}};
    if (shape.gumbel)
        return g.add("ArgMax", {g.add("Conv", {latents, "quantize.proj.weight", "quantize.proj.bias"})}, over_codes);
    // The largest 2 x.c - |c|^2 is the smallest |x - c|^2: |x|^2 is the same for all codes of a cell.
    const std::string book = "quantize.embedding.weight", first_side = g.constant(Ints{1});
    const std::string lengths =
        g.add("ReduceSum", {g.add("Mul", {book, book}), first_side}, {{"keepdims", std::int64_t{0}}});
    const std::string cells = g.add("Transpose", {latents}, {{"perm", Ints{0, 2, 3, 1}}});
    const std::string products = g.add("MatMul", {cells, g.add("Transpose", {book}, {{"perm", Ints{1, 0}}})});
    const std::string nearness = g.add("Sub", {g.add("Mul", {products, g.constant(std::vector<float>{2})}), lengths});
    return g.add("ArgMax", {nearness}, {{"axis", std::int64_t{-1}}, {"keepdims", std::int64_t{0}}});
}

}  // namespace

NetworkGraph vqgan_encoder_graph(const VqganConfig& shape) {
    NetworkGraph g;
    g.name = "encoder";
    const std::string f = std::to_string(shape.factor());
    g.about = "VQGAN encoder with its codebook: pictures in [-1, 1], sides multiples of " + f +
              ", to one code for each " + f + " x " + f + " pixels.";
    g.inputs = {{"pictures", {"batch", shape.in_channels, "height", "width"}, false, "in [-1, 1]"}};
    Blocks blocks(g);
    std::int64_t width = shape.base;
    std::string x = blocks.conv(into_channels(g, "pictures", shape.in_channels, shape.patch), "encoder.conv_in", 1);
    for (std::size_t i = 0; i < shape.levels(); ++i) {
        const std::string name = "encoder.down." + std::to_string(i);
        x = blocks.level(x, name, width, shape.width(i), shape.blocks, shape.attends(i));
        width = shape.width(i);
        if (i + 1 < shape.levels()) x = blocks.smaller(x, name + ".downsample");
    }
    x = blocks.norm_silu(blocks.middle(x, "encoder.mid", width), "encoder.norm_out");
    x = blocks.conv(blocks.conv(x, "encoder.conv_out", 1), "quant_conv", 0);
    (void)chosen(g, x, shape);
    g.leave({"codes", {"batch", "rows", "columns"}, true, "0 to " + std::to_string(shape.codes - 1)});
    return g;
}

NetworkGraph vqgan_decoder_graph(const VqganConfig& shape) {
    NetworkGraph g;
    g.name = "decoder";
    g.about = "VQGAN codebook and decoder: codes to pictures, about [-1, 1], to be clamped.";
    g.inputs = {{"codes", {"batch", "rows", "columns"}, true, "0 to " + std::to_string(shape.codes - 1)}};
    Blocks blocks(g);
    std::int64_t width = shape.width(shape.levels() - 1);
    const std::string book = shape.gumbel ? "quantize.embed.weight" : "quantize.embedding.weight";
    std::string x = g.add("Transpose", {g.add("Gather", {book, "codes"})}, {{"perm", Ints{0, 3, 1, 2}}});
    x = blocks.conv(blocks.conv(x, "post_quant_conv", 0), "decoder.conv_in", 1);
    x = blocks.middle(x, "decoder.mid", width);
    for (std::size_t i = shape.levels(); i-- > 0;) {
        const std::string name = "decoder.up." + std::to_string(i);
        x = blocks.level(x, name, width, shape.width(i), shape.blocks + 1, shape.attends(i));
        width = shape.width(i);
        if (i > 0) x = blocks.larger(x, name + ".upsample");
    }
    x = blocks.conv(blocks.norm_silu(x, "decoder.norm_out"), "decoder.conv_out", 1);
    if (shape.patch > 1) (void)g.add("DepthToSpace", {x}, {{"blocksize", shape.patch}, {"mode", std::string("CRD")}});
    g.leave({"pictures", {"batch", shape.out_channels, "height", "width"}, false, "about [-1, 1]"});
    return g;
}

}  // namespace headroom
