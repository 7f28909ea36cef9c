// Accumulation and checkpointing give the gradients of the plain step.
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/dcgan/gan_networks.h"
#include "core/train/dcgan/losses.h"
#include "core/train/dcgan/step_rules.h"
#include "core/train/gan/noise.h"
#include "tests/torch/tensors_apart.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

namespace headroom {
namespace {

/// The networks and what a step needs, in any precision (GanNetworks is float32 throughout).
struct Pair {
    Generator g;
    Discriminator d;
    Adam opt_g, opt_d;
    LossScaler scaler_g, scaler_d;
    GanStep step{g, d, opt_g, opt_d, scaler_g, scaler_d};

    Pair(const TrainConfig& c, at::ScalarType dtype)
        : g(spec_from_config(c)),
          d(spec_from_config(c)),
          opt_g(prepared(g, 0, c, dtype), {}),
          opt_d(prepared(d, 1, c, dtype), {0.0, 0.5, 0.999}) {}

    static NamedTensors prepared(DcganNet& net, std::uint64_t stream, const TrainConfig& c, at::ScalarType dtype) {
        init_weights(net, 1, stream);
        // Without normalisation the classic deviation of 0.02 lets every signal vanish.
        at::NoGradGuard no_grad;
        if (c.own<DcganConfig>().norm_g == NormKind::None)
            for (auto& p : net.parameters()) p.mul_(4);
        net.to(dtype);
        net.set_checkpointing(c.checkpointing == Checkpointing::On);
        NamedTensors out;
        for (const auto& p : net.named_parameters()) out.emplace_back(p.key(), p.value());
        return out;
    }
};

struct Gradients {
    std::vector<at::Tensor> g, d;
    NamedTensors buffers;
    double penalty = 0;  ///< of D
};

/// Gradients of the first step with 8 pictures in micro-batches of `micro`.
Gradients first_step(TrainConfig config, std::int64_t micro, at::ScalarType dtype = at::kFloat, double r1_weight = 1) {
    cpu_allocator::install();
    at::set_num_threads(1);
    config.image_size = 32;
    config.edit<DcganConfig>().latent = 12;
    config.edit<DcganConfig>().width_g = config.width_d = 8;
    // D's rate is 0: the gradients alone are compared, so D must be the same in the G phase.
    Pair nets(config, dtype);
    Window w;
    for (std::int64_t left = 8; left > 0; left -= micro) w.samples.push_back(std::min(left, micro));
    const at::Tensor real =
        at::tanh(latents(3, RandomPurpose::Score, 0, 8, 3 * 32 * 32).view({8, 3, 32, 32})).to(dtype);
    w.real = [&](std::size_t i) { return real.narrow(0, w.first_of(i).number(), w.samples[i]); };
    w.latent = [&](std::size_t i) {
        return latents(1, RandomPurpose::Latent, w.first_of(i), w.samples[i], 12).to(dtype);
    };
    w.mix = [&](std::size_t i) {
        return uniforms(1, RandomPurpose::PenaltyMix, w.first_of(i), w.samples[i]).to(dtype);
    };
    StepRules rules;
    rules.loss = config.own<DcganConfig>().loss;
    rules.precision = config.precision;
    rules.r1_gamma = config.own<DcganConfig>().r1_gamma;
    rules.r1_weight = r1_weight;
    rules.keep_fakes = w.samples.size() == 1;
    Gradients out;
    nets.step.before_optimiser = [&](bool is_d) {
        for (const at::Tensor& t : (is_d ? nets.opt_d : nets.opt_g).gradients())
            (is_d ? out.d : out.g).push_back(t.clone());
    };
    StepFigures figures;
    nets.step.d_phase(w, rules, rules.r1_gamma > 0, figures);
    if (figures.loss_d_penalty.defined()) out.penalty = figures.loss_d_penalty.item<double>();
    nets.step.g_phase(w, rules, figures);
    for (const auto& b : nets.g.named_buffers()) out.buffers.emplace_back("G " + b.key(), b.value().clone());
    for (const auto& b : nets.d.named_buffers()) out.buffers.emplace_back("D " + b.key(), b.value().clone());
    return out;
}

TEST(Accumulation, EqualsTheLargeBatchWithoutBatchNorm) {
    for (const GanLoss loss : {GanLoss::Bce, GanLoss::Hinge, GanLoss::Lsgan, GanLoss::WganGp}) {
        TrainConfig c;
        c.edit<DcganConfig>().norm_g = c.norm_d = NormKind::None;
        c.edit<DcganConfig>().loss = loss;
        c.edit<DcganConfig>().r1_gamma = loss == GanLoss::Bce ? 5 : 0;
        const Gradients whole = first_step(c, 8, at::kDouble);
        for (const std::int64_t micro : {4, 3, 1}) {  // 3: the last micro-batch is short
            const Gradients parts = first_step(c, micro, at::kDouble);
            EXPECT_LT(relative(whole.d, parts.d), 1e-12) << name_of(loss) << " micro " << micro;
            EXPECT_LT(relative(whole.g, parts.g), 1e-12) << name_of(loss) << " micro " << micro;
        }
    }
}

TEST(Accumulation, DiffersWithBatchNorm) {
    const Gradients whole = first_step({}, 8, at::kDouble), parts = first_step({}, 4, at::kDouble);
    EXPECT_GT(relative(whole.d, parts.d), 1e-6);
}

TEST(R1, IsWeighedByTheStepsOfDBetweenItsPenalties) {
    TrainConfig c;
    c.edit<DcganConfig>().r1_every = 8;
    EXPECT_EQ(rules_of(c).r1_weight, 8);
    c.edit<DcganConfig>().d_steps = 4;
    EXPECT_EQ(rules_of(c).r1_weight, 32) << "of four rounds the first alone is penalised";
    TrainConfig alone;
    alone.edit<DcganConfig>().norm_g = alone.norm_d = NormKind::None;
    alone.edit<DcganConfig>().r1_gamma = 5;
    const double once = first_step(alone, 8, at::kDouble).penalty;
    EXPECT_GT(once, 0);
    EXPECT_NEAR(first_step(alone, 8, at::kDouble, 16).penalty, 16 * once, 1e-9 * once);
}

TEST(R1, IsHalfOfGammaTimesTheMeanSquareOfTheSlope) {
    // Of |x|^2 / 2 the slope at a picture is the picture.
    const Critic bowl = [](const at::Tensor& x) { return x.square().flatten(1).sum(1) / 2; };
    const at::Tensor real = latents(5, RandomPurpose::Score, 0, 4, 3 * 8 * 8).view({4, 3, 8, 8});
    const double square = real.square().flatten(1).sum(1).mean().item<double>();
    EXPECT_NEAR(r1_penalty(bowl, real, 3).item<double>(), 1.5 * square, 1e-5 * square);
}

TEST(Checkpointing, GivesTheSameBits) {
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        for (const NormKind norm : {NormKind::Batch, NormKind::Instance, NormKind::None}) {
            TrainConfig plain;
            plain.precision = precision;
            plain.edit<DcganConfig>().norm_g = plain.norm_d = norm;
            TrainConfig checkpointed = plain;
            checkpointed.checkpointing = Checkpointing::On;
            const Gradients a = first_step(plain, 4), b = first_step(checkpointed, 4);
            ASSERT_EQ(a.g.size(), b.g.size());
            for (std::size_t i = 0; i < a.g.size(); ++i) EXPECT_TRUE(at::equal(a.g[i], b.g[i])) << i;
            for (std::size_t i = 0; i < a.d.size(); ++i) EXPECT_TRUE(at::equal(a.d[i], b.d[i])) << i;
            for (std::size_t i = 0; i < a.buffers.size(); ++i)
                EXPECT_TRUE(at::equal(a.buffers[i].second, b.buffers[i].second)) << a.buffers[i].first;
        }
    }
}

TEST(Checkpointing, PenaltiesKeepTheirSecondDerivatives) {
    for (const bool r1 : {false, true}) {
        TrainConfig plain;
        plain.edit<DcganConfig>().norm_g = plain.norm_d = NormKind::None;
        plain.edit<DcganConfig>().loss = r1 ? GanLoss::Bce : GanLoss::WganGp;
        plain.edit<DcganConfig>().r1_gamma = r1 ? 10 : 0;
        TrainConfig checkpointed = plain;
        checkpointed.checkpointing = Checkpointing::On;
        const Gradients a = first_step(plain, 4), b = first_step(checkpointed, 4);
        for (std::size_t i = 0; i < a.d.size(); ++i) EXPECT_TRUE(at::equal(a.d[i], b.d[i])) << r1 << " D " << i;
        for (std::size_t i = 0; i < a.g.size(); ++i) EXPECT_TRUE(at::equal(a.g[i], b.g[i])) << r1 << " G " << i;
    }
}

}  // namespace
}  // namespace headroom
