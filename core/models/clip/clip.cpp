// Both sides of a CLIP.
#include "core/models/clip/clip.h"

#include "core/memory/role_scope.h"

#include <cmath>

namespace headroom {
namespace {

/// Values of a transformer's blocks (Radford et al. 2021, section 2.5, and its code).
void initialise_blocks(const clip::Transformer& transformer, std::int64_t width, nn::Initialiser& init) {
    const auto count = static_cast<double>(transformer.blocks().size()), w = static_cast<double>(width);
    const double outwards = 1 / std::sqrt(w * 2 * count);
    for (const auto& block : transformer.blocks()) {
        block->attention->initialise(init);
        init.normal(block->attention->in_weight, 0, 1 / std::sqrt(w));
        init.normal(block->attention->out->weight, 0, outwards);
        init.normal(block->widen->weight, 0, 1 / std::sqrt(2 * w));
        init.normal(block->narrow->weight, 0, outwards);
    }
}

}  // namespace

ClipModel::ClipModel(const ClipArchitecture& architecture) : architecture_(architecture) {
    const RoleScope role(Role::Clip);
    const ClipConfig& config = architecture_.shape;
    const ClipText& text = config.text;
    positions_ = register_parameter("positional_embedding", torch::empty({text.context, text.width}));
    projection_ = register_parameter("text_projection", torch::empty({text.width, config.embedding}));
    logit_scale_ = register_parameter("logit_scale", torch::empty({}));
    visual_ = register_module("visual", clip::make_vision_tower(config.vision, config.embedding, config.activation));
    transformer_ =
        register_module("transformer", std::make_shared<clip::Transformer>(text.width, text.layers, text.heads,
                                                                           text.mlp, config.activation));
    tokens_ = register_module("token_embedding", std::make_shared<nn::Embedding>(text.embedded(), text.width));
    if (text.token_rows > 0) token_rows_ = register_buffer("token_rows", at::zeros({text.vocabulary}, at::kLong));
    ln_final_ = register_module("ln_final", std::make_shared<nn::LayerNorm>(text.width));
    nn::label_blocks(*this, "CLIP");
    eval();
}

void ClipModel::initialise(std::uint64_t seed) {
    nn::Initialiser init(seed, /*stream=*/18);
    init.layers(*this);
    if (visual_) visual_->initialise(init);
    if (!transformer_) return;
    initialise_blocks(*transformer_, config().text.width, init);
    init.normal(tokens_->weight, 0, 0.02);
    init.normal(positions_, 0, 0.01);
    init.normal(projection_, 0, 1 / std::sqrt(static_cast<double>(config().text.width)));
    const at::NoGradGuard no_grad;
    logit_scale_.fill_(std::log(1 / 0.07));
}

at::Tensor ClipModel::normalised(const at::Tensor& pictures) const {
    // Filled where the pictures are: a copy from the host could not be recorded with an iteration.
    const auto per_colour = [&](const std::array<double, 3>& of) {
        const auto one = [&](double value) { return at::full({1}, value, pictures.options()); };
        return at::cat({one(of[0]), one(of[1]), one(of[2])}).view({1, 3, 1, 1});
    };
    return (pictures - per_colour(architecture_.mean)) / per_colour(architecture_.deviation);
}

at::Tensor ClipModel::encode_pictures(const at::Tensor& pictures) {
    const std::int64_t side = config().vision.image;
    TORCH_CHECK(visual_,
                "this CLIP's picture side was let go of to save memory; load the model again to encode pictures");
    TORCH_CHECK(pictures.dim() == 4 && pictures.size(2) == side && pictures.size(3) == side,
                "this CLIP takes pictures of ", side, " x ", side, " pixels, not of shape ", pictures.sizes());
    return visual_->forward(pictures, mode_);
}

at::Tensor ClipModel::encode_texts(const at::Tensor& tokens) {
    TORCH_CHECK(transformer_,
                "this CLIP's text side was let go of to save memory; load the model again to encode texts");
    TORCH_CHECK(tokens.dim() == 2 && tokens.size(1) == config().text.context, "this CLIP takes rows of ",
                config().text.context, " tokens, not a tensor of shape ", tokens.sizes());
    at::Tensor x = tokens_->forward(token_rows_.defined() ? token_rows_.take(tokens) : tokens) + positions_;
    x = ln_final_->forward(transformer_->forward(x, /*causal=*/true, mode_));
    const at::Tensor end = tokens.argmax(-1).view({-1, 1, 1}).expand({-1, 1, x.size(2)});
    return at::matmul(x.gather(1, end).squeeze(1), projection_);
}

void ClipModel::drop_text() {
    if (!transformer_) return;
    for (const char* name : {"transformer", "token_embedding", "ln_final"}) unregister_module(name);
    transformer_.reset();
    tokens_.reset();
    ln_final_.reset();
    const RoleScope role(Role::Clip);
    for (at::Tensor* t : {&positions_, &projection_}) t->set_data(at::empty({0}, t->options()));
    if (token_rows_.defined()) token_rows_.set_data(at::empty({0}, token_rows_.options()));
}

void ClipModel::drop_pictures() {
    if (!visual_) return;
    unregister_module("visual");
    visual_.reset();
}

}  // namespace headroom
