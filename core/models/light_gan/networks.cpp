// The two networks.
#include "core/models/light_gan/networks.h"

#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/models/nn/init.h"

#include <cmath>

namespace headroom::light_gan {
namespace {

/// Convolutions N(0, 2 / fan-in) with PyTorch's biases, transposed ones and norms as PyTorch's, noise 0: the package's initial values.
class PackageInit {
public:
    PackageInit(std::uint64_t seed, std::uint64_t stream) : init_(seed, stream) {}

    void fill(torch::nn::Module& net) {
        const at::NoGradGuard no_grad;
        for (const auto& item : net.named_modules(std::string(), /*include_self=*/false)) {
            torch::nn::Module& m = *item.value();
            if (auto* conv = m.as<nn::Conv2d>()) {
                init_.normal(conv->weight, 0, std::sqrt(2.0 / fan_in(conv->weight)));
                if (conv->bias.defined()) init_.uniform(conv->bias, 1 / std::sqrt(fan_in(conv->weight)));
            } else if (auto* opening = m.as<Opening>()) {
                const double bound = 1 / std::sqrt(static_cast<double>(opening->weight.size(1) * 16));
                init_.uniform(opening->weight, bound);
                init_.uniform(opening->bias, bound);
            } else if (auto* norm = m.as<nn::Norm2d>()) {
                norm->weight.fill_(1);
                norm->bias.fill_(0);
            } else if (item.key().ends_with("to_lin_kv.net.0")) {
                at::Tensor weight = m.parameters(false).front();
                init_.normal(weight, 0, std::sqrt(2.0 / fan_in(weight)));
            }
        }
        for (const auto& item : net.named_modules()) {
            if (auto* up = item.value()->as<PixelUpsample>()) up->conv->bias.zero_();
        }
    }

private:
    static double fan_in(const at::Tensor& weight) { return static_cast<double>(weight[0].numel()); }
    nn::Initialiser init_;
};

}  // namespace

Generator::Generator(const LightGanShape& shape) : shape_(shape) {
    opening_ = make_at<Opening>(*this, "initial_conv.0", shape.latent, 2 * shape.latent);
    opening_norm_ = make_at<nn::Norm2d>(*this, "initial_conv.1", 2 * shape.latent);
    for (const LightGanStage& s : generator_stages(shape)) {
        const std::string layer = "layers." + std::to_string(stages_.size());
        Stage stage{s, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, label_id("G " + layer)};
        stage.up = make_at<PixelUpsample>(*this, layer + ".0.0", s.in);
        stage.conv = make_at<nn::Conv2d>(*this, layer + ".0.2.1", s.in, 2 * s.out, 4);
        stage.noise = make_at<PixelNoise>(*this, layer + ".0.3");
        stage.norm = make_at<nn::Norm2d>(*this, layer + ".0.4", 2 * s.out);
        if (s.gates_at > 0) stage.gate = make_at<GlobalContext>(*this, layer + ".1", s.out, s.gate);
        if (s.attends) stage.attention = make_at<Attention>(*this, layer + ".2", s.in);
        stages_.push_back(std::move(stage));
    }
    out_ = make_at<nn::Conv2d>(*this, "out_conv", stages_.back().shape.out, shape.channels, 3, 1, 1);
    nn::label_blocks(*this, "G");
}

void Generator::initialise(std::uint64_t seed) { PackageInit(seed, 21).fill(*this); }

at::Tensor Generator::run(const Stage& stage, const at::Tensor& in, const NoiseSource& noise) {
    const LabelScope label(stage.label);
    at::Tensor x = stage.attention ? stage.attention->forward(in, mode_) : in;
    x = stage.up->forward(x, mode_);
    // An even kernel keeps the side with one zero more on the left and at the top.
    x = noted(stage.conv->forward(noted(at::constant_pad_nd(x, {2, 1, 2, 1}, 0)), mode_));
    if (noise) x = stage.noise->forward(x, noise(2 * stage.shape.side));
    x = at::glu(noted(stage.norm->forward(x, mode_)), 1);
    describe(x, stage.label);
    return x;
}

at::Tensor Generator::forward(const at::Tensor& z, const NoiseSource& noise) {
    at::Tensor x = noted(at::glu(noted(opening_norm_->forward(noted(opening_->forward(z)), mode_)), 1));
    x = noted(x / at::linalg_vector_norm(x, 2, at::IntArrayRef{1}, /*keepdim=*/true).clamp_min(1e-12));
    std::map<std::int64_t, at::Tensor> gates;
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        const Stage& stage = stages_[i];
        x = segments_.run(
            i, [this, &stage, noise](const at::Tensor& in) { return run(stage, in, noise); }, x, nn::trains(*this),
            mode_);
        if (stage.gate) gates[stage.shape.gates_at] = stage.gate->forward(x, mode_);
        if (const auto gate = gates.find(2 * stage.shape.side); gate != gates.end()) x = noted(x * gate->second);
    }
    return noted(out_->forward(x, mode_));
}

at::Tensor Generator::draw(const at::Tensor& z) { return forward(z) * 2 - 1; }

std::shared_ptr<nn::LatentGenerator> Generator::copy_on_cpu() {
    auto copy = std::make_shared<Generator>(shape_);
    nn::copy_values(*this, *copy);
    copy->eval();
    return copy;
}

Discriminator::Discriminator(const LightGanShape& shape) : shape_(shape) {
    for (const auto& [in, out] : discriminator_entry(shape))
        entry_.push_back(make_at<nn::Conv2d>(*this, "non_residual_layers." + std::to_string(entry_.size()) + ".1", in,
                                             out, 4, 2, 1));
    const auto halvings = discriminator_halvings(shape);
    for (const LightGanHalving& h : halvings) {
        const std::string layer = "residual_layers." + std::to_string(halvings_.size());
        halvings_.push_back(make_at<Halving>(*this, layer + ".0", h.in, h.out));
        attention_.push_back(h.attends ? make_at<Attention>(*this, layer + ".1", h.in) : nullptr);
    }
    const std::int64_t last = halvings.back().out;
    const bool grid = shape.logits == Logits::Grid;
    logit_conv_ = grid ? make_at<nn::Conv2d>(*this, "to_logits.0", last, last, 1)
                       : make_at<nn::Conv2d>(*this, "to_logits.1", last, last, 3, 2, 1);
    logit_ = make_at<nn::Conv2d>(*this, grid ? "to_logits.2" : "to_logits.3", last, 1, 4);
    small_conv_ = make_at<nn::Conv2d>(*this, "to_shape_disc_out.0", shape.channels, 64, 3, 1, 1);
    if (shape.small_attends) small_first_ = make_at<Attention>(*this, "to_shape_disc_out.1.fn", 64);
    small_halving_ = make_at<Halving>(*this, "to_shape_disc_out.2", 64, 32);
    if (shape.small_attends) small_second_ = make_at<Attention>(*this, "to_shape_disc_out.3.fn", 32);
    small_logit_ = make_at<nn::Conv2d>(*this, "to_shape_disc_out.5", 32, 1, 4);
    coarse_decoder_ = make_at<Decoder>(*this, "decoder1", last, shape.channels);
    if (shape.size >= 512)
        fine_decoder_ = make_at<Decoder>(*this, "decoder2", halvings[halvings.size() - 2].out, shape.channels);
    nn::label_blocks(*this, "D");
}

void Discriminator::initialise(std::uint64_t seed) { PackageInit(seed, 22).fill(*this); }

at::Tensor Discriminator::judge_small(const at::Tensor& pictures) {
    const at::Tensor small = noted(at::upsample_nearest2d(pictures, at::IntArrayRef{32, 32}));
    at::Tensor x = noted(small_conv_->forward(small, mode_));
    if (small_first_) x = small_first_->forward(x, mode_);
    x = small_halving_->forward(x, mode_);
    if (small_second_) x = small_second_->forward(x, mode_);
    return small_logit_->forward(noted(at::avg_pool2d(x, 4)), mode_).flatten(1);
}

at::Tensor Discriminator::rebuild(const at::Tensor& pictures, const at::Tensor& coarse, const at::Tensor& fine,
                                  const at::Tensor& quarters) {
    const auto wrong = [this](Decoder& decoder, const at::Tensor& features, const at::Tensor& of) {
        const at::Tensor made = noted(decoder.forward(features, mode_).to(of.scalar_type()));
        return at::mse_loss(made, noted(at::upsample_nearest2d(of, made.sizes().slice(2))));
    };
    at::Tensor loss = wrong(*coarse_decoder_, coarse, pictures);
    if (!fine_decoder_) return loss;
    const auto quarter = [&quarters](const at::Tensor& x) {
        const std::int64_t h = x.size(2) / 2, w = x.size(3) / 2;
        const at::Tensor cut = x.reshape({x.size(0), x.size(1), 2, h, 2, w}).permute({0, 2, 4, 1, 3, 5}).flatten(1, 2);
        return noted(cut.index({at::arange(x.size(0), quarters.options()), quarters}));
    };
    return loss + wrong(*fine_decoder_, quarter(fine), quarter(pictures));
}

Judgement Discriminator::forward(const at::Tensor& pictures, bool decode, const at::Tensor& quarters) {
    at::Tensor x = pictures, fine;
    for (const auto& conv : entry_) {
        at::Tensor out = noted(conv->forward(x, mode_));
        x = at::leaky_relu_(out, kSlope);
    }
    for (std::size_t i = 0; i < halvings_.size(); ++i) {
        fine = x;
        x = segments_.run(
            i,
            [this, i](const at::Tensor& in) {
                // What the layers ask of their input is added up before what others ask of it, as in a segment that is recomputed.
                const at::Tensor own = in.view(in.sizes());
                return halvings_[i]->forward(attention_[i] ? attention_[i]->forward(own, mode_) : own, mode_);
            },
            x, nn::trains(*this), mode_);
    }
    Judgement out;
    at::Tensor hidden = noted(logit_conv_->forward(x, mode_));
    out.whole = logit_->forward(at::leaky_relu_(hidden, kSlope), mode_).flatten(1);
    out.small = judge_small(pictures);
    if (decode) out.decoders = rebuild(pictures, x, fine, quarters);
    return out;
}

}  // namespace headroom::light_gan
