// ResNet of CLIP: He et al., "Deep Residual Learning", 2016, with the changes of Radford et al. 2021, section 2.4.
#include "core/models/clip/resnet.h"

#include "core/models/nn/light_ops.h"

#include <cmath>

namespace headroom::clip {
namespace {

at::Tensor add_and_relu(const at::Tensor& x, const at::Tensor& y, const nn::ComputeMode& mode) {
    if (mode.light) return nn::add_relu(x, y);
    at::Tensor sum = x + y;
    return at::relu_(sum);
}

at::Tensor pooled(const at::Tensor& x, std::int64_t stride) {
    return stride > 1 ? at::avg_pool2d(x, {stride, stride}) : x;
}

}  // namespace

Bottleneck::Bottleneck(std::int64_t in, std::int64_t planes, std::int64_t stride) : stride_(stride) {
    const std::int64_t out = 4 * planes;
    const auto add = [this](int i, std::shared_ptr<nn::Conv2d> conv, std::int64_t channels) {
        const std::string number = std::to_string(i + 1);
        convs_[i] = register_module("conv" + number, std::move(conv));
        norms_[i] = register_module("bn" + number, std::make_shared<nn::Norm2d>(channels));
    };
    add(0, std::make_shared<nn::Conv2d>(in, planes, 1, 1, 0, false), planes);
    add(1, std::make_shared<nn::Conv2d>(planes, planes, 3, 1, 1, false), planes);
    add(2, std::make_shared<nn::Conv2d>(planes, out, 1, 1, 0, false), out);
    if (stride == 1 && in == out) return;
    const auto shortcut = register_module("downsample", std::make_shared<torch::nn::Module>());
    shortcut_ = shortcut->register_module("0", std::make_shared<nn::Conv2d>(in, out, 1, 1, 0, false));
    shortcut_norm_ = shortcut->register_module("1", std::make_shared<nn::Norm2d>(out));
}

at::Tensor Bottleneck::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        at::Tensor h = norms_[0]->forward_relu(convs_[0]->forward(x, mode), mode);
        h = pooled(norms_[1]->forward_relu(convs_[1]->forward(h, mode), mode), stride_);
        h = norms_[2]->forward(convs_[2]->forward(h, mode), mode);
        if (!shortcut_) return add_and_relu(h, x, mode);
        return add_and_relu(h, shortcut_norm_->forward(shortcut_->forward(pooled(x, stride_), mode), mode), mode);
    });
}

AttentionPool::AttentionPool(std::int64_t side, std::int64_t width, std::int64_t heads, std::int64_t embedding)
    : heads_(heads) {
    positions_ = register_parameter("positional_embedding", torch::empty({side * side + 1, width}));
    k_ = register_module("k_proj", std::make_shared<nn::Linear>(width, width));
    q_ = register_module("q_proj", std::make_shared<nn::Linear>(width, width));
    v_ = register_module("v_proj", std::make_shared<nn::Linear>(width, width));
    out_ = register_module("c_proj", std::make_shared<nn::Linear>(width, embedding));
}

at::Tensor AttentionPool::forward(const at::Tensor& x, const nn::ComputeMode& mode) {
    return labelled([&] {
        at::Tensor rows = x.flatten(2).transpose(1, 2);  // (N, h w, C)
        rows = at::cat({rows.mean(1, /*keepdim=*/true), rows}, 1) + positions_.to(rows.scalar_type());
        const at::Tensor found = nn::attend(q_->forward(rows.narrow(1, 0, 1), mode), k_->forward(rows, mode),
                                            v_->forward(rows, mode), heads_);
        return out_->forward(found.select(1, 0), mode);
    });
}

void AttentionPool::initialise(nn::Initialiser& init) {
    const double deviation = 1 / std::sqrt(static_cast<double>(positions_.size(1)));
    init.normal(positions_, 0, deviation);
    for (const auto& layer : {q_, k_, v_, out_}) init.normal(layer->weight, 0, deviation);
}

ResNet::ResNet(const ClipVision& shape, std::int64_t embedding) {
    const std::int64_t half = shape.width / 2, widths[4] = {3, half, half, shape.width};
    for (int i = 0; i < 3; ++i) {
        const std::string number = std::to_string(i + 1);
        convs_[i] = register_module(
            "conv" + number, std::make_shared<nn::Conv2d>(widths[i], widths[i + 1], 3, i == 0 ? 2 : 1, 1, false));
        norms_[i] = register_module("bn" + number, std::make_shared<nn::Norm2d>(widths[i + 1]));
    }
    std::int64_t in = shape.width;
    for (int stage = 0; stage < 4; ++stage) {
        const auto layer = register_module("layer" + std::to_string(stage + 1), std::make_shared<torch::nn::Module>());
        const std::int64_t planes = shape.width << stage;
        for (std::int64_t i = 0; i < shape.stages[static_cast<std::size_t>(stage)]; ++i) {
            const std::int64_t stride = stage > 0 && i == 0 ? 2 : 1;
            blocks_.push_back(
                layer->register_module(std::to_string(i), std::make_shared<Bottleneck>(in, planes, stride)));
            in = 4 * planes;
        }
    }
    pool_ = register_module("attnpool", std::make_shared<AttentionPool>(shape.image / 32, in, shape.heads, embedding));
}

at::Tensor ResNet::forward(const at::Tensor& pictures, const nn::ComputeMode& mode) {
    at::Tensor h = labelled([&] {
        at::Tensor x = pictures;
        for (int i = 0; i < 3; ++i) x = norms_[i]->forward_relu(convs_[i]->forward(x, mode), mode);
        return pooled(x, 2);
    });
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const auto compute = [block = blocks_[i].get(), mode](const at::Tensor& x) { return block->forward(x, mode); };
        h = segments_.run(i, compute, h, nn::trains(*blocks_[i]), mode);
    }
    return pool_->forward(h, mode);
}

}  // namespace headroom::clip
