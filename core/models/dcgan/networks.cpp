// The two networks.
#include "core/models/dcgan/networks.h"

#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/checkpointing/segment.h"
#include "core/memory/role_scope.h"
#include "core/memory/tensor_notes.h"
#include "core/models/nn/init.h"
#include "core/models/nn/network.h"

namespace headroom {

void DcganNet::add_stage(const ConvGeometry& geometry, NormKind norm, const std::string& role) {
    if (!main_) main_ = register_module("main", std::make_shared<torch::nn::Module>());
    Stage stage;
    stage.position = position_;
    stage.conv = main_->register_module(std::to_string(position_), std::make_shared<ConvLayer>(geometry));
    roles_.push_back({"main." + std::to_string(position_) + ".", role + ".conv"});
    ++position_;
    if (norm != NormKind::None) {
        stage.norm =
            main_->register_module(std::to_string(position_), std::make_shared<nn::Norm2d>(geometry.out, norm));
        roles_.push_back({"main." + std::to_string(position_) + ".", role + ".norm"});
        ++position_;
    }
    stages_.push_back(std::move(stage));
}

void DcganNet::add_fade(const ConvGeometry& geometry) {
    fade_ = register_module("fade", std::make_shared<ConvLayer>(geometry));
    roles_.push_back({"fade.", "fade.conv"});
    alpha_ = 0.0;
}

void DcganNet::end_fade() {
    if (!fade_) return;
    unregister_module("fade");
    fade_.reset();
    std::erase_if(roles_, [](const RoleName& r) { return r.prefix == "fade."; });
    alpha_ = 1.0;
}

void DcganNet::pass_over(std::int64_t passes) {
    for (const Stage& stage : stages_) stage.conv->pass_over(passes);
    if (fade_) fade_->pass_over(passes);
}

void DcganNet::set_lean(bool on) {
    lean_ = on;
    cheap_.reset();  // what a forward pass left that an error ended
}

void DcganNet::set_owner(const std::string& owner) {
    for (Stage& stage : stages_) {
        stage.conv_label = label_id(owner + " main." + std::to_string(stage.position) + " conv");
        if (stage.norm) stage.norm_label = label_id(owner + " main." + std::to_string(stage.position + 1) + " norm");
    }
    fade_label_ = label_id(owner + " fade conv");
}

at::Tensor DcganNet::run_conv(const Stage& stage, const at::Tensor& x, CheapActivation* made) {
    const LabelScope label(stage.conv_label);
    at::Tensor out = stage.conv->forward(x, made);
    describe(out, stage.conv_label);
    return out;
}

at::Tensor DcganNet::run_rest(const Stage& stage, at::Tensor x, double slope) {
    if (stage.norm) {
        const LabelScope label(stage.norm_label);
        x = stage.norm->forward_leaky(x, slope, {.light = false});
        describe(x, stage.norm_label);
        return x;
    }
    return slope > 0 ? at::leaky_relu_(x, slope) : at::relu_(x);
}

at::Tensor DcganNet::run_fade(const at::Tensor& x) {
    const LabelScope label(fade_label_);
    at::Tensor out = fade_->forward(x);
    describe(out, fade_label_);
    return out;
}

at::Tensor DcganNet::convolve(std::size_t i, const at::Tensor& x) {
    at::Tensor out = run_conv(stages_[i], x, cheap_ ? &*cheap_ : nullptr);
    cheap_.reset();
    return out;
}

at::Tensor DcganNet::run_stage(std::size_t i, const at::Tensor& x, double slope) {
    if (lean_ && !checkpointing_ && at::GradMode::is_enabled()) {
        at::Tensor out = convolve(i, x);
        const Stage& stage = stages_[i];
        if (!stage.norm || !stage.norm->can_be_cheap(out)) return run_rest(stage, std::move(out), slope);
        const LabelScope label(stage.norm_label);
        out = stage.norm->forward_cheap(out, slope, cheap_.emplace());
        describe(out, stage.norm_label);
        return out;
    }
    const auto compute = [this, i, slope](const at::Tensor& in) {
        return run_rest(stages_[i], run_conv(stages_[i], in), slope);
    };
    if (!checkpointing_ || !at::GradMode::is_enabled()) return compute(x);
    if (!anchor_.defined()) {
        const RoleScope role(Role::Workspace);
        anchor_ = torch::zeros({1}).requires_grad_(true);
    }
    return checkpoint_segment(compute, x, anchor_);
}

Generator::Generator(const DcganSpec& spec) : spec_(spec) {
    const bool resizes = spec.upsampling != Upsampling::Transposed, smooth = spec.upsampling == Upsampling::Bilinear;
    std::int64_t in = spec.latent, side = 4;
    for (std::size_t i = 0; i < spec.widths_g.size(); ++i, side *= 2) {
        const bool first = i == 0;  // makes 4x4 pixels of one
        ConvGeometry g{in,
                       spec.widths_g[i],
                       true,
                       first ? 1 : 2,
                       first ? 0 : 1,
                       spec.conv == ConvKind::Depthwise && !first,
                       false,
                       resizes && !first,
                       smooth && !first};
        add_stage(g, spec.norm_g, i == 0 ? "head" : "body@" + std::to_string(side));
        skip_layer();
        in = spec.widths_g[i];
    }
    add_stage({in, spec.channels, true, 2, 1, false, false, resizes, smooth}, NormKind::None, "rgb");
    skip_layer();
    set_owner("G");
    if (spec.fade_from == 0) return;
    fade_factor_ = spec.size / spec.fade_from;
    fade_after_ = resized(spec, spec.fade_from).widths_g.size() - 1;
    add_fade({spec.widths_g[fade_after_], spec.channels, true, 2, 1, false, false, resizes, smooth});
}

at::Tensor Generator::forward(const at::Tensor& z) {
    at::Tensor x = z, old;
    for (std::size_t i = 0; i + 1 < stages_.size(); ++i) {
        x = run_stage(i, x, 0.0);
        if (fade_ && i == fade_after_) old = run_fade(x);
    }
    // The last layer is never a segment: its recomputation would be the peak itself.
    at::Tensor picture = convolve(stages_.size() - 1, x);
    at::tanh_(picture);
    if (!old.defined()) return picture;
    const bool smooth = spec_.upsampling == Upsampling::Bilinear;
    return blended(enlarged(at::tanh_(old), fade_factor_, smooth), picture, alpha_);
}

std::shared_ptr<nn::LatentGenerator> Generator::copy_on_cpu() {
    const at::NoGradGuard no_grad;
    DcganSpec now = spec_;
    if (!fading()) now.fade_from = 0;
    auto copy = std::make_shared<Generator>(now);
    nn::copy_values(*this, *copy);
    copy->set_alpha(alpha_.value);
    copy->eval();
    return copy;
}

Discriminator::Discriminator(const DcganSpec& spec) {
    std::int64_t in = spec.channels, side = spec.size / 2;
    for (std::size_t i = spec.widths_d.size(); i-- > 0; side /= 2) {
        const bool first = i + 1 == spec.widths_d.size();
        ConvGeometry g{
            in, spec.widths_d[i], false, 2, 1, spec.conv == ConvKind::Depthwise && !first, spec.spectral_norm, false};
        add_stage(g, first ? NormKind::None : spec.norm_d, first ? "rgb" : "body@" + std::to_string(side));
        skip_layer();
        in = spec.widths_d[i];
    }
    add_stage({in, 1, false, 1, 0, false, spec.spectral_norm, false}, NormKind::None, "logit");
    set_owner("D");
    if (spec.fade_from == 0) return;
    fade_factor_ = spec.size / spec.fade_from;
    const std::size_t old_stages = resized(spec, spec.fade_from).widths_d.size();
    fade_after_ = spec.widths_d.size() - old_stages;
    add_fade({spec.channels, spec.widths_d[old_stages - 1], false, 2, 1, false, spec.spectral_norm, false});
}

at::Tensor Discriminator::forward(const at::Tensor& x) {
    at::Tensor h = x;
    for (std::size_t i = 0; i + 1 < stages_.size(); ++i) {
        h = run_stage(i, h, 0.2);
        if (!fade_ || i != fade_after_) continue;
        at::Tensor old = run_fade(reduced(x, fade_factor_));
        h = blended(at::leaky_relu_(old, 0.2), h, alpha_);
    }
    return convolve(stages_.size() - 1, h).flatten();
}

void init_weights(DcganNet& net, std::uint64_t seed, std::uint64_t stream) {
    at::NoGradGuard no_grad;
    std::uint64_t n = 0;
    for (auto& item : net.named_parameters()) {
        nn::Initialiser init(seed, 0,
                             stream * 4096 + n++);  // a number of its own for each parameter, drawn from or not
        if (item.value().dim() == 4)
            init.normal(item.value(), 0.0, 0.02);
        else if (item.key().ends_with("weight"))
            init.normal(item.value(), 1.0, 0.02);
        else
            item.value().zero_();
    }
}

}  // namespace headroom
