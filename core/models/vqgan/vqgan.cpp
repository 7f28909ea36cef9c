// Putting the parts of a VQGAN together.
#include "core/models/vqgan/vqgan.h"

#include "core/memory/role_scope.h"

namespace headroom {

Vqgan::Vqgan(const VqganConfig& config) : config_(config) {
    const RoleScope role(Role::Weights);
    encoder_ = register_module("encoder", std::make_shared<vqgan::Encoder>(config));
    decoder_ = register_module("decoder", std::make_shared<vqgan::Decoder>(config));
    if (config.gumbel) {
        quantizer_ = std::make_shared<vqgan::GumbelQuantizer>(config.z_channels, config.codes, config.code_width);
    } else {
        quantizer_ = std::make_shared<vqgan::VectorQuantizer>(config.codes, config.code_width);
    }
    register_module("quantize", quantizer_);
    quant_conv_ = register_module("quant_conv", std::make_shared<nn::Conv2d>(config.z_channels, config.code_width, 1));
    post_quant_conv_ =
        register_module("post_quant_conv", std::make_shared<nn::Conv2d>(config.code_width, config.z_channels, 1));
    nn::label_blocks(*this, "VQGAN");
}

void Vqgan::initialise(std::uint64_t seed) {
    nn::Initialiser init(seed, /*stream=*/16);
    init.layers(*this);
    if (!config_.gumbel) init.uniform(codebook(), 1.0 / static_cast<double>(config_.codes));
}

at::Tensor Vqgan::encode(const at::Tensor& pictures) { return latents_of(encoder_output(pictures)); }

at::Tensor Vqgan::encoder_output(const at::Tensor& pictures) {
    TORCH_CHECK(encoder_, "this VQGAN's encoder was let go of to save memory; load the model again to encode pictures");
    const std::int64_t f = config_.factor();
    TORCH_CHECK(pictures.size(2) % f == 0 && pictures.size(3) % f == 0, "pictures of ", pictures.size(3), " x ",
                pictures.size(2), " pixels cannot be encoded: both sides must be multiples of ", f);
    return encoder_->forward(pictures, mode_);
}

at::Tensor Vqgan::latents_of(const at::Tensor& encoder_output) { return quant_conv_->forward(encoder_output, mode_); }

at::Tensor Vqgan::decoder_input(const at::Tensor& quantised) { return post_quant_conv_->forward(quantised, mode_); }

at::Tensor Vqgan::decode(const at::Tensor& quantised) { return decoder_->forward(decoder_input(quantised), mode_); }

at::Tensor Vqgan::quantise(const at::Tensor& latents) const {
    at::Tensor rows;
    {
        const at::NoGradGuard no_grad;
        rows = vqgan::code_rows(vqgan::nearest_codes(latents, codebook()), codebook());
    }
    return vqgan::straight_through(rows, latents);
}

void Vqgan::drop_encoder() {
    if (!encoder_) return;
    for (const char* name : {"encoder", "quant_conv"}) unregister_module(name);
    encoder_.reset();
    quant_conv_.reset();
    quantizer_->drop_choice();
}

}  // namespace headroom
