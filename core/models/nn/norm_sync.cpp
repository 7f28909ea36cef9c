// Statistics of parts joined, and the gradient that goes through them.
#include "core/models/nn/norm_sync.h"

#include "core/memory/pieces.h"
#include "core/models/nn/layers.h"

#include <algorithm>
#include <cstddef>

namespace headroom::nn {
namespace {

constexpr double kEpsilon = 1e-5;

/// `parts` end to end, on the host.
std::vector<float> on_host(const std::vector<at::Tensor>& parts) {
    const at::Tensor all = at::cat(parts).to(at::kFloat).cpu();
    const float* first = all.const_data_ptr<float>();
    return {first, first + all.numel()};
}

at::Tensor on_device(const std::vector<double>& numbers, const at::Tensor& like) {
    return at::tensor(numbers, at::kDouble).to(at::kFloat).to(like.device());
}

at::Tensor by_channel(const at::Tensor& numbers) { return numbers.view({1, -1, 1, 1}); }

/// `gradient` += x * slope + offset by channel, in fp32 whatever the format, without a copy of a whole batch.
void add_line(at::Tensor& gradient, const at::Tensor& x, const at::Tensor& slope, const at::Tensor& offset) {
    const at::Tensor a = by_channel(slope), b = by_channel(offset);
    if (gradient.scalar_type() == at::kFloat) {
        gradient.addcmul_(x, a).add_(b);
        return;
    }
    in_pieces(x, [&](std::int64_t first, std::int64_t n) {
        at::Tensor part = gradient.narrow(0, first, n);
        part.copy_(part.to(at::kFloat).addcmul_(x.narrow(0, first, n).to(at::kFloat), a).add_(b));
    });
}

/// Mean, biased variance and number of all parts of a batch.
struct Joined {
    std::vector<double> mean, variance;
    double count = 0;
};

/// `parts`: of each process mean and biased variance by channel, then its number of values per channel.
Joined join(const std::vector<std::vector<float>>& parts, std::size_t channels) {
    Joined out{std::vector<double>(channels), std::vector<double>(channels), 0};
    for (const std::vector<float>& part : parts) {
        TORCH_CHECK(part.size() == 2 * channels + 1, "a process told statistics of another batch norm");
        out.count += part.back();
    }
    for (std::size_t c = 0; c < channels; ++c) {
        double& mean = out.mean[c];
        for (const std::vector<float>& part : parts) mean += part.back() / out.count * part[c];
        for (const std::vector<float>& part : parts) {
            const double apart = part[c] - mean;
            out.variance[c] += part.back() / out.count * (part[channels + c] + apart * apart);
        }
    }
    return out;
}

class Together : public torch::autograd::Function<Together> {
public:
    static torch::autograd::variable_list forward(torch::autograd::AutogradContext* ctx, const at::Tensor& x,
                                                  const at::Tensor& weight, const at::Tensor& bias, NormSync* sync) {
        const auto channels = static_cast<std::size_t>(x.size(1));
        const at::Tensor nothing = at::zeros_like(weight);
        const auto [own_mean, own_variance] = at::batch_norm_update_stats(x, nothing, nothing, 0.0);
        const double own_count = static_cast<double>(x.numel()) / static_cast<double>(x.size(1));
        const Joined all =
            join(sync->gather(on_host({own_mean, own_variance, at::full({1}, own_count, weight.options())})), channels);
        const at::Tensor mean = on_device(all.mean, weight), variance = on_device(all.variance, weight);
        at::Tensor out = at::batch_norm(x, weight, bias, mean, variance, /*training=*/false, 0.0, kEpsilon,
                                        /*cudnn_enabled=*/false);
        ctx->save_for_backward({x, weight, mean, variance});
        ctx->saved_data["count"] = all.count;
        ctx->saved_data["sync"] = reinterpret_cast<std::int64_t>(sync);
        const at::Tensor deviation = (variance + kEpsilon).rsqrt_();
        const at::Tensor unbiased = variance * (all.count / std::max(all.count - 1.0, 1.0));
        ctx->mark_non_differentiable({mean, deviation, unbiased});
        return {out, mean, deviation, unbiased};
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* ctx,
                                                   const torch::autograd::variable_list& gradients) {
        TORCH_CHECK(!at::GradMode::is_enabled(), "synchronised batch norms cannot be differentiated twice");
        const auto saved = ctx->get_saved_variables();
        const at::Tensor &x = saved[0], &weight = saved[1], &mean = saved[2], &variance = saved[3];
        const double count = ctx->saved_data["count"].toDouble();
        auto* sync = reinterpret_cast<NormSync*>(ctx->saved_data["sync"].toInt());
        // As if the statistics were given, with the sums that the weights' gradients are anyway; then what goes through the statistics.
        auto [dx, dweight, dbias] =
            at::native_batch_norm_backward(gradients[0].contiguous(x.suggest_memory_format()), x, weight, mean,
                                           variance, {}, {}, /*train=*/false, kEpsilon, {true, true, true});
        const auto channels = static_cast<std::size_t>(x.size(1));
        std::vector<double> all_weight(channels), all_bias(channels);
        for (const std::vector<float>& part : sync->gather(on_host({dweight, dbias}))) {
            TORCH_CHECK(part.size() == 2 * channels, "a process told gradients of another batch norm");
            for (std::size_t c = 0; c < channels; ++c) {
                all_weight[c] += part[c];
                all_bias[c] += part[channels + c];
            }
        }
        const at::Tensor deviation = (variance + kEpsilon).rsqrt_();
        const at::Tensor through = weight * deviation * deviation * on_device(all_weight, weight) / count;
        add_line(dx, x, through.neg(), mean * through - weight * deviation * on_device(all_bias, weight) / count);
        return {dx, dweight, dbias, at::Tensor()};
    }
};

}  // namespace

Normalised normalise_together(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias, NormSync& sync) {
    const auto made = Together::apply(x, weight, bias, &sync);
    return {made[0], made[1], made[2], made[3]};
}

void synchronise(const torch::nn::Module& net, NormSync* sync) {
    for (const auto& module : net.modules()) {
        auto* norm = dynamic_cast<Norm2d*>(module.get());
        if (norm && norm->mean.defined()) norm->sync = sync;
    }
}

}  // namespace headroom::nn
