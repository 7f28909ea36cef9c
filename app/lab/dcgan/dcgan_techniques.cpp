// The steps that are compared.
#include "app/lab/dcgan/dcgan_techniques.h"

#include "core/base/clock.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/libtorch.h"
#include "core/memory/role_scope.h"
#include "core/train/dcgan/gan_networks.h"
#include "core/train/dcgan/losses.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/gan/noise.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace headroom {
namespace {

using Gradients = std::vector<at::Tensor>;

TrainConfig config_of(const DcganBenchOptions& o) {
    TrainConfig c;
    c.device = "cpu";
    c.image_size = o.size;
    c.batch_micro = o.batch;
    c.edit<DcganConfig>().width_g = c.width_d = o.width;
    return c;
}

std::string setting_of(const TrainConfig& c) {
    return std::to_string(c.image_size) + " px, " + std::to_string(c.batch_micro) + " x " +
           std::to_string(c.batch_accumulate) + ", " + std::string(name_of(c.precision)) +
           (c.own<DcganConfig>().conv == ConvKind::Depthwise ? ", depthwise" : "") +
           (c.checkpointing == Checkpointing::On ? ", checkpointed" : "");
}

/// Most bytes during `run` beyond those before it, and its least time.
StepCost cost_of(int repeats, const std::function<void()>& prepare, const std::function<void()>& run) {
    StepCost out{{}, {}, std::numeric_limits<double>::max()};
    for (int i = 0; i < repeats; ++i) {
        prepare();
        const Bytes before = cpu_allocator::counts().live_total;
        cpu_allocator::begin_step(false);
        const auto start = Clock::now();
        run();
        out.seconds = std::min(out.seconds, seconds_since(start));
        out.peak = std::max(out.peak, cpu_allocator::counts().step_peak - before);
    }
    return out;
}

Gradients copies(const Adam& adam) {
    Gradients out;
    for (const at::Tensor& g : adam.gradients()) out.push_back(g.clone());
    return out;
}

double difference(const Gradients& plain, const Gradients& other) {
    double largest = 0, apart = 0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        largest = std::max(largest, plain[i].abs().max().item<double>());
        apart = std::max(apart, (plain[i] - other[i]).abs().max().item<double>());
    }
    return apart / std::max(largest, 1e-30);
}

/// Networks of a configuration and the pictures of its steps: the same for every configuration of one size and batch.
class Lab {
public:
    explicit Lab(const TrainConfig& config) : config_(config), nets_(spec_from_config(config), config) {
        const RoleScope role(Role::Inputs);
        at::NoGradGuard no_grad;
        const std::int64_t n = config.effective_batch(), side = config.image_size;
        pictures_ = latents(7, RandomPurpose::Latent, 0, n, 3 * side * side)
                        .reshape({n, 3, side, side})
                        .tanh()
                        .contiguous(at::MemoryFormat::ChannelsLast);
    }

    GanNetworks& nets() { return nets_; }

    StepCost cost(int repeats) {
        return cost_of(
            repeats + 1, [this] { nets_.step->drop(); }, [this] { whole_step(); });
    }

    /// Of D and then of G, at the first weights: the optimisers' rates are zero meanwhile.
    Gradients gradients() {
        for (Adam* adam : {nets_.opt_d.get(), nets_.opt_g.get()}) {
            AdamOptions still = adam->options();
            still.lr = 0;
            adam->set_options(still);
        }
        Gradients out;
        nets_.step->before_optimiser = [&](bool is_d) {
            for (at::Tensor& g : copies(is_d ? *nets_.opt_d : *nets_.opt_g)) out.push_back(std::move(g));
        };
        whole_step();
        nets_.step->before_optimiser = nullptr;
        return out;
    }

    at::Tensor some_latents() const {
        return latents(5, RandomPurpose::Latent, 0, config_.effective_batch(), config_.own<DcganConfig>().latent);
    }

private:
    void whole_step() {
        Window window;
        window.samples.assign(static_cast<std::size_t>(config_.batch_accumulate), config_.batch_micro);
        const auto first = [this](std::size_t i) { return static_cast<std::int64_t>(i) * config_.batch_micro; };
        window.real = [this, first](std::size_t i) { return pictures_.narrow(0, first(i), config_.batch_micro); };
        window.latent = [this, first](std::size_t i) {
            const RoleScope role(Role::Inputs);
            return latents(3, RandomPurpose::Latent, first(i), config_.batch_micro, config_.own<DcganConfig>().latent);
        };
        StepFigures figures;
        const StepRules rules = rules_of(config_);
        nets_.step->d_phase(window, rules, false, figures);
        nets_.step->g_phase(window, rules, figures);
    }

    TrainConfig config_;
    GanNetworks nets_;
    at::Tensor pictures_;
};

using Change = std::function<void(TrainConfig&)>;

/// A step with other settings against the plain one. `comparable`: their gradients should be the same.
Technique other_settings(const DcganBenchOptions& o, std::string name, Change before, Change change,
                         bool comparable = true) {
    return {name, [=] {
                TrainConfig plain = config_of(o);
                if (before) before(plain);
                TrainConfig other = plain;
                change(other);
                TechniqueRow row;
                row.name = name;
                row.setting = setting_of(plain) + " -> " + setting_of(other);
                Gradients expected;
                {
                    Lab lab(plain);
                    if (comparable) expected = lab.gradients();
                    row.plain = lab.cost(o.repeats);
                }
                Lab lab(other);
                row.gradient_difference = comparable ? difference(expected, lab.gradients()) : -1;
                row.technique = lab.cost(o.repeats);
                row.units = static_cast<double>(o.batch);
                row.unit = "picture";
                return row;
            }};
}

/// Activations after batch norm, kept or recomputed (CheapActivation).
Technique made_again(const DcganBenchOptions& o) {
    return {"activations after batch norm recomputed", [=] {
                TechniqueRow row{"activations after batch norm recomputed",
                                 setting_of(config_of(o)),
                                 {},
                                 {},
                                 0,
                                 static_cast<double>(o.batch),
                                 "picture"};
                Lab lab(config_of(o));
                lab.nets().step->set_lean(false);
                const Gradients expected = lab.gradients();
                row.plain = lab.cost(o.repeats);
                Lab lean(config_of(o));
                row.gradient_difference = difference(expected, lean.gradients());
                row.technique = lean.cost(o.repeats);
                return row;
            }};
}

/// G's phase alone, with D's parameters wanting gradients and without.
Technique frozen_d(const DcganBenchOptions& o) {
    return {"D frozen in the G phase", [=] {
                Lab lab(config_of(o));
                GanNetworks& nets = lab.nets();
                const at::Tensor z = lab.some_latents();
                const auto phase = [&] {
                    const at::Tensor loss = loss_g(GanLoss::Bce, nets.d->forward(nets.g->forward(z)));
                    loss.backward();
                };
                const auto let_go = [&] {
                    nets.opt_g->zero_grad();
                    nets.opt_d->zero_grad();
                };
                TechniqueRow row{"D frozen in the G phase",
                                 setting_of(config_of(o)) + ", G phase alone",
                                 {},
                                 {},
                                 0,
                                 static_cast<double>(o.batch),
                                 "picture"};
                Gradients expected;
                for (const bool frozen : {false, true}) {
                    for (const at::Tensor& p : nets.d->parameters()) p.set_requires_grad(!frozen);
                    (frozen ? row.technique : row.plain) = cost_of(o.repeats + 1, let_go, phase);
                    if (!frozen)
                        expected = copies(*nets.opt_g);
                    else
                        row.gradient_difference = difference(expected, copies(*nets.opt_g));
                }
                return row;
            }};
}

/// Adam as written down, a temporary for every term.
void textbook_adam(Adam& adam, std::vector<std::pair<at::Tensor, at::Tensor>>& moments) {
    at::NoGradGuard no_grad;
    const AdamOptions& a = adam.options();
    for (std::size_t i = 0; i < adam.parameters().size(); ++i) {
        at::Tensor p = adam.parameters()[i].second;
        const at::Tensor g = p.grad();
        auto& [m, v] = moments[i];
        m.mul_(a.beta1).add_(g, 1 - a.beta1);
        v.mul_(a.beta2).addcmul_(g, g, 1 - a.beta2);
        const at::Tensor denominator = (v / (1 - a.beta2)).sqrt() + a.eps;
        p.sub_(m / (1 - a.beta1) / denominator * a.lr);
    }
}

Technique fused_adam(const DcganBenchOptions& o) {
    return {"fused optimiser", [=] {
                TechniqueRow row{
                    "fused optimiser", setting_of(config_of(o)) + ", optimiser step of G alone", {}, {}, 0, 0, ""};
                Lab plain(config_of(o)), fused(config_of(o));
                std::vector<std::pair<at::Tensor, at::Tensor>> moments;
                for (Lab* lab : {&plain, &fused}) {
                    for (const auto& [name, p] : lab->nets().opt_g->parameters()) {
                        if (lab == &plain) moments.emplace_back(at::zeros_like(p), at::zeros_like(p));
                        p.mutable_grad() = at::full_like(p, 0.01);
                    }
                }
                Gradients after_plain, after_fused;
                row.plain = cost_of(
                    1, [] {}, [&] { textbook_adam(*plain.nets().opt_g, moments); });
                row.technique = cost_of(
                    1, [] {}, [&] { fused.nets().opt_g->step(); });
                for (const auto& [name, p] : plain.nets().opt_g->parameters()) after_plain.push_back(p.detach());
                for (const auto& [name, p] : fused.nets().opt_g->parameters()) after_fused.push_back(p.detach());
                row.gradient_difference = difference(after_plain, after_fused);
                for (int i = 1; i < o.repeats; ++i) {
                    row.plain.seconds =
                        std::min(row.plain.seconds, cost_of(
                                                        1, [] {}, [&] { textbook_adam(*plain.nets().opt_g, moments); })
                                                        .seconds);
                    row.technique.seconds =
                        std::min(row.technique.seconds, cost_of(
                                                            1, [] {}, [&] { fused.nets().opt_g->step(); })
                                                            .seconds);
                }
                return row;
            }};
}

}  // namespace

std::vector<Technique> dcgan_techniques(const DcganBenchOptions& o) {
    const Change no_norm = [](TrainConfig& c) { c.edit<DcganConfig>().norm_g = c.norm_d = NormKind::None; };
    const Change four_parts = [](TrainConfig& c) {
        c.batch_micro /= 4;
        c.batch_accumulate = 4;
    };
    return {other_settings(o, "accumulation", no_norm, four_parts),
            other_settings(o, "checkpointing", nullptr, [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }),
            made_again(o),
            other_settings(
                o, "fakes recomputed", [](TrainConfig& c) { c.edit<DcganConfig>().reuse_fakes = ReuseFakes::On; },
                [](TrainConfig& c) { c.edit<DcganConfig>().reuse_fakes = ReuseFakes::Off; }),
            frozen_d(o),
            fused_adam(o),
            other_settings(o, "bf16", nullptr, [](TrainConfig& c) { c.precision = Precision::Bf16; }),
            other_settings(
                o, "depthwise-separable convolutions", nullptr,
                [](TrainConfig& c) { c.edit<DcganConfig>().conv = ConvKind::Depthwise; }, false),
            other_settings(
                o, "half the width", nullptr,
                [](TrainConfig& c) {
                    c.edit<DcganConfig>().width_g /= 2;
                    c.width_d /= 2;
                },
                false),
            other_settings(
                o, "half the resolution", nullptr, [](TrainConfig& c) { c.image_size /= 2; }, false)};
}

}  // namespace headroom
