// The layers, operation by operation (core/models/light_gan computes the same).
#include "core/families/light_gan/light_gan_graph.h"

#include <cmath>
#include <map>
#include <utility>

namespace headroom {
namespace {

using Sides = std::vector<std::int64_t>;

class Builder {
public:
    explicit Builder(NetworkGraph& graph) : g_(graph) {}

    std::string conv(const std::string& name, const std::string& x, std::vector<GraphAttribute> how = {},
                     bool bias = true) {
        std::vector<std::string> from{x, name + ".weight"};
        if (bias) from.push_back(name + ".bias");
        return g_.add("Conv", std::move(from), std::move(how));
    }
    std::string norm(const std::string& n, const std::string& x) {
        return g_.add("BatchNormalization", {x, n + ".weight", n + ".bias", n + ".running_mean", n + ".running_var"},
                      {{"epsilon", 1e-5F}});
    }
    /// Elements `from` up to `to` of a dimension.
    std::string part(const std::string& x, std::int64_t dimension, std::int64_t from, std::int64_t to) {
        return g_.add("Slice", {x, whole({from}), whole({to}), whole({dimension})});
    }
    std::string glu(const std::string& x, std::int64_t channels) {
        return by(part(x, 1, 0, channels), g_.add("Sigmoid", {part(x, 1, channels, 2 * channels)}));
    }
    std::string by(const std::string& a, const std::string& b) { return g_.add("Mul", {a, b}); }
    std::string plus(const std::string& a, const std::string& b) { return g_.add("Add", {a, b}); }
    std::string number(double value) { return g_.constant(std::vector<float>{static_cast<float>(value)}); }
    std::string whole(Sides values) { return g_.constant(std::move(values)); }
    std::string reshaped(const std::string& x, Sides sides) { return g_.add("Reshape", {x, whole(std::move(sides))}); }
    std::string softmax(const std::string& x, std::int64_t axis) { return g_.add("Softmax", {x}, {{"axis", axis}}); }
    std::string mean(const std::string& x) {
        return g_.add("ReduceMean", {x}, {{"axes", Sides{1}}, {"keepdims", std::int64_t{1}}});
    }

    std::string enlarged(const std::string& name, const std::string& x) {
        const std::string h = conv(name + ".net.0", x);
        return g_.add("DepthToSpace", {by(h, g_.add("Sigmoid", {h}))},
                      {{"blocksize", std::int64_t{2}}, {"mode", std::string("CRD")}});
    }

    /// Factors for the channels of a later stage.
    std::string gate(const std::string& n, const std::string& x) {
        const std::string weights = softmax(reshaped(conv(n + ".to_k", x), {0, 1, -1}), 2);
        const std::string context =
            g_.add("MatMul", {reshaped(x, {0, 0, -1}), g_.add("Transpose", {weights}, {{"perm", Sides{0, 2, 1}}})});
        const std::string hidden =
            g_.add("LeakyRelu", {conv(n + ".net.0", reshaped(context, {0, 0, 1, 1}))}, {{"alpha", 0.1F}});
        return g_.add("Sigmoid", {conv(n + ".net.2", hidden)});
    }

    std::string attention(const std::string& n, const std::string& x, const LightGanStage& stage) {
        const std::string apart = g_.add("Sub", {x, mean(x)});
        const std::string deviation = g_.add("Sqrt", {plus(mean(by(apart, apart)), number(1e-5))});
        const std::string normed = plus(by(g_.add("Div", {apart, deviation}), n + ".norm.g"), n + ".norm.b");
        const std::string both = g_.add("Concat", {far(n + ".fn", normed, stage), near(n + ".fn", normed, stage.side)},
                                        {{"axis", std::int64_t{1}}});
        return plus(conv(n + ".fn.to_out", both), x);
    }

private:
    static constexpr std::int64_t kInner = kAttentionHeads * kHeadWidth;

    std::pair<std::string, std::string> halves(const std::string& x) {
        return {part(x, 1, 0, kInner), part(x, 1, kInner, 2 * kInner)};
    }
    std::string heads(const std::string& x) { return reshaped(x, {0, kAttentionHeads, kHeadWidth, -1}); }

    std::string far(const std::string& n, const std::string& x, const LightGanStage& stage) {
        const std::string around = conv(n + ".to_lin_kv.net.0", x, {{"pads", Sides(4, 1)}, {"group", stage.in}}, false);
        const auto [k, v] = halves(conv(n + ".to_lin_kv.net.1", around, {}, false));
        const std::string rows = by(softmax(heads(conv(n + ".to_lin_q", x, {}, false)), 2), number(scale()));
        const std::string keys = g_.add("Transpose", {softmax(heads(k), 3)}, {{"perm", Sides{0, 1, 3, 2}}});
        const std::string out =
            reshaped(g_.add("MatMul", {g_.add("MatMul", {heads(v), keys}), rows}), {0, kInner, stage.side, stage.side});
        // GELU
        const std::string share = plus(g_.add("Erf", {by(out, number(std::sqrt(0.5)))}), number(1));
        return by(by(out, number(0.5)), share);
    }

    std::string near(const std::string& n, const std::string& x, std::int64_t side) {
        const Sides by_heads{0, kAttentionHeads, kHeadWidth, side, side};
        const auto [k, v] = halves(conv(n + ".to_kv", x, {}, false));
        const std::string q = by(reshaped(conv(n + ".to_q", x, {}, false), by_heads), number(scale()));
        const std::string border = whole({0, 0, 1, 1, 0, 0, 1, 1});
        const std::string keys = g_.add("Pad", {k, border}), values = g_.add("Pad", {v, border});
        const auto neighbour = [&](const std::string& of, std::int64_t i) {
            return reshaped(part(part(of, 2, i / 3, i / 3 + side), 3, i % 3, i % 3 + side), by_heads);
        };
        std::vector<std::string> likeness;
        for (std::int64_t i = 0; i < 9; ++i)
            likeness.push_back(g_.add("ReduceSum", {by(q, neighbour(keys, i)), whole({2})}));
        const std::string shares = softmax(g_.add("Concat", likeness, {{"axis", std::int64_t{2}}}), 2);
        std::string out;
        for (std::int64_t i = 0; i < 9; ++i) {
            const std::string one = by(part(shares, 2, i, i + 1), neighbour(values, i));
            out = out.empty() ? one : plus(out, one);
        }
        return reshaped(out, {0, kInner, side, side});
    }
    static double scale() { return std::pow(static_cast<double>(kHeadWidth), -0.5); }

    NetworkGraph& g_;
};

}  // namespace

NetworkGraph light_gan_graph(const LightGanShape& shape) {
    NetworkGraph g;
    g.name = "generator";
    g.about = "Light GAN generator: latents, standard normal numbers, to pictures in [-1, 1].";
    g.inputs = {{"latents", {"batch", shape.latent, 1, 1}, false, "standard normal numbers"}};
    Builder b(g);
    std::string x =
        g.add("ConvTranspose", {"latents", "initial_conv.0.weight", "initial_conv.0.bias"}, {{"strides", Sides{1, 1}}});
    x = b.glu(b.norm("initial_conv.1", x), shape.latent);
    const std::string length = g.add("ReduceL2", {x}, {{"axes", Sides{1}}, {"keepdims", std::int64_t{1}}});
    x = g.add("Div", {x, g.add("Max", {length, b.number(1e-12)})});
    std::map<std::int64_t, std::string> gates;
    const auto stages = generator_stages(shape);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const LightGanStage& s = stages[i];
        const std::string layer = "layers." + std::to_string(i);
        if (s.attends) x = b.attention(layer + ".2", x, s);
        x = b.conv(layer + ".0.2.1", b.enlarged(layer + ".0.0", x), {{"pads", Sides{2, 2, 1, 1}}});
        x = b.glu(b.norm(layer + ".0.4", x), s.out);
        if (s.gates_at > 0) gates[s.gates_at] = b.gate(layer + ".1", x);
        if (const auto gate = gates.find(2 * s.side); gate != gates.end()) x = b.by(x, gate->second);
    }
    x = b.conv("out_conv", x, {{"pads", Sides(4, 1)}});
    g.add("Sub", {b.by(x, b.number(2)), b.number(1)});
    g.leave({"pictures", {"batch", shape.channels, shape.size, shape.size}, false, "about -1 to 1"});
    return g;
}

}  // namespace headroom
