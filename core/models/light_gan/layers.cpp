// Forward passes of the layers. All of them can be differentiated twice, for the gradient penalty.
#include "core/models/light_gan/layers.h"

#include "core/families/light_gan/light_gan_shape.h"
#include "core/memory/tensor_notes.h"
#include "core/models/nn/attention/near_attention.h"
#include "core/models/nn/depthwise.h"

#include <cmath>

namespace headroom::light_gan {

void place(torch::nn::Module& root, const std::string& path, std::shared_ptr<torch::nn::Module> module) {
    torch::nn::Module* at = &root;
    std::size_t begin = 0;
    for (std::size_t dot = path.find('.'); dot != std::string::npos; begin = dot + 1, dot = path.find('.', begin)) {
        const std::string name = path.substr(begin, dot - begin);
        const auto children = at->named_children();
        const auto* there = children.find(name);
        at = there ? there->get() : at->register_module(name, std::make_shared<torch::nn::Module>()).get();
    }
    at->register_module(path.substr(begin), std::move(module));
}

Opening::Opening(std::int64_t in, std::int64_t out) {
    weight = register_parameter("weight", torch::empty({in, out, 4, 4}));
    bias = register_parameter("bias", torch::empty({out}));
}

at::Tensor Opening::forward(const at::Tensor& x) const { return at::conv_transpose2d(x, weight, bias); }

PixelUpsample::PixelUpsample(std::int64_t channels)
    : conv(make_at<nn::Conv2d>(*this, "net.0", channels, 4 * channels, 1)) {}

at::Tensor PixelUpsample::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return noted(at::pixel_shuffle(at::silu(noted(conv->forward(x, mode))), 2));
}

PixelNoise::PixelNoise() { weight = register_parameter("weight", torch::zeros({1})); }

at::Tensor PixelNoise::forward(const at::Tensor& x, const at::Tensor& noise) const {
    return noise.defined() ? noted(x + (weight * noted(noise)).to(x.scalar_type())) : x;
}

GlobalContext::GlobalContext(std::int64_t in, std::int64_t out) {
    const std::int64_t between = std::max<std::int64_t>(3, out / 2);
    key_ = make_at<nn::Conv2d>(*this, "to_k", in, 1, 1);
    squeeze_ = make_at<nn::Conv2d>(*this, "net.0", in, between, 1);
    excite_ = make_at<nn::Conv2d>(*this, "net.2", between, out, 1);
}

at::Tensor GlobalContext::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    const at::Tensor weights = key_->forward(x, mode).flatten(2).softmax(-1);                    // (N, 1, HW)
    const at::Tensor context = at::matmul(x.flatten(2), weights.transpose(1, 2)).unsqueeze(-1);  // (N, C, 1, 1)
    return excite_->forward(at::leaky_relu(squeeze_->forward(context, mode), kSlope), mode).sigmoid();
}

Attention::Attention(std::int64_t channels) {
    const std::int64_t inner = kAttentionHeads * kHeadWidth;
    far_q_ = make_at<nn::Conv2d>(*this, "fn.to_lin_q", channels, inner, 1, 1, 0, false);
    const auto around = std::make_shared<torch::nn::Module>();
    around_ = around->register_parameter("weight", torch::empty({channels, 1, 3, 3}));
    place(*this, "fn.to_lin_kv.net.0", around);
    far_kv_ = make_at<nn::Conv2d>(*this, "fn.to_lin_kv.net.1", channels, 2 * inner, 1, 1, 0, false);
    near_q_ = make_at<nn::Conv2d>(*this, "fn.to_q", channels, inner, 1, 1, 0, false);
    near_kv_ = make_at<nn::Conv2d>(*this, "fn.to_kv", channels, 2 * inner, 1, 1, 0, false);
    out_ = make_at<nn::Conv2d>(*this, "fn.to_out", 2 * inner, channels, 1);
    const auto norm = register_module("norm", std::make_shared<torch::nn::Module>());
    scale_ = norm->register_parameter("g", torch::ones({1, channels, 1, 1}));
    shift_ = norm->register_parameter("b", torch::zeros({1, channels, 1, 1}));
}

at::Tensor Attention::normed(const at::Tensor& x) const {
    const auto [variance, mean] = at::var_mean(x, at::IntArrayRef{1}, /*unbiased=*/false, /*keepdim=*/true);
    return noted(noted(noted(x - mean) * (variance + 1e-5).rsqrt()) * scale_ + shift_);
}

namespace {

/// (N, heads * c, H, W) as (N, heads, c, H, W).
at::Tensor by_heads(const at::Tensor& x) { return x.unflatten(1, {kAttentionHeads, kHeadWidth}); }

/// Values (N, heads * c, H, W) as (N, heads, c, HW), each head's beside one another: as the product would lay them out by itself, which keeps
/// them where nobody could note them.
at::Tensor dense_values(const at::Tensor& v) {
    const at::Tensor dense = by_heads(v).flatten(3).flatten(0, 1);
    if (!dense.is_alias_of(v)) describe(dense, 0);  // a single picture's lie so already, beside its keys
    return dense.unflatten(0, {v.size(0), kAttentionHeads});
}

/// Every query meets all keys through one c x c matrix: (N, heads * c, H, W) each. Shares are rounded here as autocast would for the products.
at::Tensor attend_far(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v) {
    const auto shares = [](const at::Tensor& x, std::int64_t dim) {
        return noted(by_heads(x).flatten(3).softmax(dim));
    };
    const at::Tensor rows =
        noted((shares(q, 2) * std::pow(double(kHeadWidth), -0.5)).to(v.scalar_type()));  // (N, h, c, HW)
    const at::Tensor keys = noted(shares(k, 3).to(v.scalar_type()));
    const at::Tensor context = noted(at::matmul(dense_values(v), keys.transpose(2, 3)));  // (N, h, e, d)
    return noted(at::matmul(context, rows)).reshape(q.sizes());
}

}  // namespace

at::Tensor Attention::near_and_far(const at::Tensor& x, const nn::ComputeMode& mode) {
    const at::Tensor around = noted(nn::depthwise(x, around_));
    const std::vector<at::Tensor> far_kv = noted(far_kv_->forward(around, mode)).chunk(2, 1);
    const at::Tensor far = noted(at::gelu(attend_far(noted(far_q_->forward(x, mode)), far_kv[0], far_kv[1])));
    const at::Tensor near =
        noted(nn::near_attention(noted(near_q_->forward(x, mode)), noted(near_kv_->forward(x, mode)), kAttentionHeads));
    return out_->forward(noted(at::cat({far, near.to(far.scalar_type())}, 1)), mode);
}

at::Tensor Attention::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] { return near_and_far(normed(x), mode) + x; });
}

Halving::Halving(std::int64_t in, std::int64_t out) {
    first_ = make_at<nn::Conv2d>(*this, "branches.0.1.1", 4 * in, out, 1);
    second_ = make_at<nn::Conv2d>(*this, "branches.0.3", out, out, 3, 1, 1);
    short_ = make_at<nn::Conv2d>(*this, "branches.1.2", in, out, 1);
}

at::Tensor Halving::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        // In place: a convolution's result is kept by nobody.
        at::Tensor deep = noted(first_->forward(noted(at::pixel_unshuffle(x, 2)), mode));
        deep = noted(second_->forward(at::leaky_relu_(deep, kSlope), mode));
        at::leaky_relu_(deep, kSlope);
        at::Tensor direct = noted(short_->forward(noted(at::avg_pool2d(x, 2)), mode));
        return deep + at::leaky_relu_(direct, kSlope);
    });
}

Decoder::Decoder(std::int64_t in, std::int64_t channels) {
    for (int i = 0; i < 4; ++i, in /= 2) {
        const std::string layer = "layers." + std::to_string(i);
        ups_.push_back(make_at<PixelUpsample>(*this, layer + ".0", in));
        convs_.push_back(make_at<nn::Conv2d>(*this, layer + ".1", in, i < 3 ? in : 2 * channels, 3, 1, 1));
    }
}

at::Tensor Decoder::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        at::Tensor h = x;
        for (std::size_t i = 0; i < ups_.size(); ++i)
            h = noted(at::glu(noted(convs_[i]->forward(ups_[i]->forward(h, mode), mode)), 1));
        return h;
    });
}

}  // namespace headroom::light_gan
