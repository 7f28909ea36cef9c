// The networks of a Light GAN beside lightweight-gan's: outputs, losses, gradients, as tests/data/light_gan/make_light_gan.py computes them.
#include "app/lab/parity/network_replay.h"
#include "core/families/light_gan/light_gan_shape.h"
#include "core/memory/libtorch.h"
#include "core/models/light_gan/networks.h"
#include "core/models/nn/network.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace headroom {
namespace {

using light_gan::Judgement;

/// Numbers of -1 to 1 that look random and are the same bits in the script.
at::Tensor mixed(std::int64_t count, std::int64_t first = 1) {
    at::Tensor x = at::arange(first, first + count, at::kLong);
    for (int i = 0; i < 2; ++i)
        x = x.bitwise_right_shift(16).bitwise_xor(x).mul(73244475).bitwise_and(std::int64_t{0xFFFFFFFF});
    return x.bitwise_right_shift(16).bitwise_xor(x).to(at::kDouble).div(2147483648.0).sub(1);
}

/// Weights of a case whose file holds none: as fill_by_rule() of the script makes them.
void fill_by_rule(const std::string& prefix, const torch::nn::Module& net) {
    TensorMap state;
    for (const auto& [name, tensor] : nn::named_tensors(net)) state.emplace(name, tensor);
    std::int64_t place = 0;
    for (const auto& [name, tensor] : state) {
        const std::int64_t first = 1 + 1000003 * place++ + (prefix == "D." ? 500000000 : 0);
        if (!tensor.requires_grad()) continue;  // statistics begin as they are
        const std::int64_t count = tensor.numel();
        at::Tensor u = mixed(count, first).view(tensor.sizes());
        if (tensor.dim() == 4 && tensor.size(0) > 1) {
            u = u * std::sqrt(6.0 * static_cast<double>(tensor.size(0)) / static_cast<double>(count));
        } else {
            const std::size_t stem = name.ends_with("weight") ? name.size() - 6 : name.size();
            const bool scales = name.ends_with(".norm.g") || state.contains(name.substr(0, stem) + "running_mean");
            u = u * 0.3 + (scales ? 1 : 0);
        }
        tensor.copy_(u);
    }
}

LightGanShape shape_in(const nlohmann::json& record) {
    LightGanShape out;
    out.size = record.at("size");
    out.latent = record.at("latent");
    out.widest = record.at("widest");
    out.width_side = record.value("width_side", std::int64_t{4096});
    out.attention = record.at("attention").get<std::vector<std::int64_t>>();
    out.logits = record.at("logits") == 5 ? Logits::Grid : Logits::One;
    out.channels = record.value("grey", false) ? 1 : 3;
    return out;
}

at::Tensor hinge(const at::Tensor& real, const at::Tensor& fake) {
    return at::relu(1 + real).mean() + at::relu(1 - fake).mean();
}

at::Tensor slope(const Judgement& of, const at::Tensor& x) {
    return torch::autograd::grad({of.whole.sum() + of.small.sum()}, {x}, {}, true, true)[0];
}

class LightGanCase {
public:
    LightGanCase(const nlohmann::json& record, TensorMap figures, const ReplayWay& way)
        : figures_(std::move(figures)),
          type_(way.float64 ? at::kDouble : at::kFloat),
          again_(way.mode.again != 0),
          shape_(shape_in(record)),
          quarter_(record.at("quarter").get<std::int64_t>()),
          g_(std::make_shared<light_gan::Generator>(shape_)),
          d_(std::make_shared<light_gan::Discriminator>(shape_)) {
        g_->to(type_);
        d_->to(type_);
        g_->set_mode(way.mode);
        d_->set_mode(way.mode);
    }

    void begin_by_rule() {
        const at::NoGradGuard no_grad;
        fill_by_rule("G.", *g_);
        fill_by_rule("D.", *d_);
    }
    void begin_with(const TensorMap& start) {
        const at::NoGradGuard no_grad;
        std::size_t taken = 0;
        for (const auto& [prefix, net] : nets()) {
            for (const auto& [name, tensor] : nn::named_tensors(*net)) {
                const auto found = start.find(prefix + name);
                TORCH_CHECK(found != start.end() && found->second.sizes() == tensor.sizes(),
                            "start.safetensors does not hold ", prefix, name, " in its shape");
                tensor.copy_(found->second);
                ++taken;
            }
        }
        TORCH_CHECK(taken == start.size(), "start.safetensors holds more than the networks");
    }

    TensorMap run() {
        discriminator_phase();
        generator_phase();
        g_->eval();
        const at::NoGradGuard no_grad;
        put_picture("drawn", g_->forward(z()));
        return std::move(out_);
    }

private:
    void discriminator_phase() {
        const at::Tensor real = input("real", shape_.size).requires_grad_(true);
        at::Tensor fake;
        {
            const at::NoGradGuard no_grad;
            fake = g_->forward(z(), noise());
        }
        put_picture("fake", fake);
        fake.requires_grad_(true);
        const at::Tensor quarters = at::full({real.size(0)}, quarter_, at::kLong);
        const Judgement of_fake = d_->forward(fake, false), of_real = d_->forward(real, true, quarters);
        const at::Tensor loss =
            hinge(of_real.whole, of_fake.whole) + hinge(of_real.small, of_fake.small) + of_real.decoders;
        for (const auto& [key, value] : TensorMap{{"d.real", of_real.whole},
                                                  {"d.fake", of_fake.whole},
                                                  {"d.real_small", of_real.small},
                                                  {"d.fake_small", of_fake.small},
                                                  {"d.decoders", of_real.decoders},
                                                  {"d.loss", loss}})
            put(key, value);
        if (again_) return;  // recomputed segments have no second derivatives
        const at::Tensor penalty =
            10 * at::cat({slope(of_real, real), slope(of_fake, fake)}).flatten(1).square().sum(1).mean();
        put("d.penalty", penalty);
        (loss + penalty).backward();
        put_gradients("d.grad.", *d_);
    }

    void generator_phase() {
        const Judgement judged = d_->forward(g_->forward(z(), noise()), false);
        const at::Tensor loss = judged.whole.mean() + judged.small.mean();
        put("g.loss", loss);
        loss.backward();
        put_gradients("g.grad.", *g_);
        for (const auto& [name, tensor] : nn::named_tensors(*g_))
            if (!tensor.requires_grad()) put("g.after." + name, tensor);
    }

    std::vector<std::pair<std::string, const torch::nn::Module*>> nets() const {
        return {{"G.", g_.get()}, {"D.", d_.get()}};
    }
    at::Tensor input(const std::string& key, std::int64_t side) const {
        const at::Tensor x = figures_.at(key).to(type_);
        const std::int64_t times = std::max<std::int64_t>(1, side / x.size(2));
        return x.repeat_interleave(times, 2).repeat_interleave(times, 3).contiguous();
    }
    light_gan::NoiseSource noise() const {
        return [this](std::int64_t side) { return input("noise." + std::to_string(side), side); };
    }
    at::Tensor z() const { return figures_.at("z").to(type_).unflatten(1, {-1, 1, 1}); }

    void put(const std::string& key, const at::Tensor& value) { out_[key] = value.detach().clone(); }
    /// Thinned: the sum says the rest.
    void put_picture(const std::string& key, const at::Tensor& x) {
        using at::indexing::Slice;
        const Slice some(at::indexing::None, at::indexing::None, shape_.size / 16);
        put(key, x.index({"...", some, some}));
        put(key + ".sum", x.sum());
    }
    /// Of each its norm, and how far it goes along a fixed direction: a gradient of the wrong sign has the right norm.
    void put_gradients(const std::string& prefix, const torch::nn::Module& net) {
        for (const auto& [name, p] : nn::named_parameters(net)) {
            if (!p.grad().defined()) continue;
            const at::Tensor slopes = p.grad().to(at::kDouble).flatten();
            put(prefix + name, at::stack({slopes.norm(), slopes.dot(mixed(slopes.numel()))}));
        }
    }

    TensorMap figures_;
    at::ScalarType type_;
    bool again_;
    LightGanShape shape_;
    std::int64_t quarter_;
    std::shared_ptr<light_gan::Generator> g_;
    std::shared_ptr<light_gan::Discriminator> d_;
    TensorMap out_;
};

}  // namespace

Result<TensorMap> replay_light_gan(const std::string& case_dir, const ReplayWay& way) {
    const auto record = read_case_record(case_dir + "/networks.json");
    if (!record) return record.error();
    auto figures = read_case_tensors(case_dir + "/figures.safetensors");
    if (!figures) return figures.error();
    LightGanCase c(*record, std::move(*figures), way);
    if (record->value("by_rule", false)) {
        c.begin_by_rule();
        return c.run();
    }
    const auto start = read_case_tensors(case_dir + "/start.safetensors");
    if (!start) return start.error();
    c.begin_with(*start);
    return c.run();
}

}  // namespace headroom
