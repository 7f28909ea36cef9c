// Gradients that are not finite: skipped where fp16 scales them, on all processes of a run; otherwise the run ends.
#include "core/train/dcgan/gan_networks.h"
#include "core/train/gan/noise.h"
#include "core/train/ranks/step_peers.h"
#include "tests/support/thread_processes.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/painting_fixture.h"
#include "tests/torch/trainer_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include <ATen/Parallel.h>

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace headroom::test {
namespace {

/// The networks of a process whose losses are scaled, as fp16 has it, in numbers that every processor can compute with.
struct Scaled {
    GanNetworks nets;
    StepFigures figures;

    explicit Scaled(double scale) : nets(spec_from_config(config()), config()) {
        for (LossScaler* scaler : {&nets.scaler_g, &nets.scaler_d}) {
            scaler->set_enabled(true);
            scaler->restore(scale, 0);
        }
    }
    static TrainConfig config() {
        TrainConfig c = small_config();
        c.edit<DcganConfig>().norm_g = NormKind::None;
        c.norm_d = NormKind::None;
        return c;
    }
};

/// Two micro-batches of four pictures; those of the second are `bright` times as bright.
Window bright_window(float bright) {
    Window w;
    w.samples = {4, 4};
    w.real = [bright](std::size_t i) {
        const at::Tensor x = latents(3, RandomPurpose::Score, static_cast<std::int64_t>(4 * i), 4, 3 * 32 * 32);
        return at::tanh(x.view({4, 3, 32, 32})) * (i == 1 ? bright : 1.0f);
    };
    w.latent = [](std::size_t i) { return latents(1, RandomPurpose::Latent, static_cast<std::int64_t>(4 * i), 4, 16); };
    return w;
}

StepRules plain_rules() {
    StepRules rules;
    rules.loss = GanLoss::WganGp;  // gradients grow with the pictures
    rules.gp_weight = 0;
    rules.keep_fakes = false;
    return rules;
}

/// Weights and moments as bytes.
std::vector<std::string> state_bits(const Adam& optimiser) {
    std::vector<std::string> out;
    const auto add = [&](const at::Tensor& t) {
        out.emplace_back(static_cast<const char*>(t.const_data_ptr()), t.nbytes());
    };
    for (const auto& [name, p] : optimiser.parameters()) add(p.detach());
    for (const auto& [name, t] : optimiser.state()) add(t);
    return out;
}

TEST(Overflow, AStepThatOneOfTheProcessesHasToSkipIsSkippedByAll) {
    cpu_allocator::install();
    constexpr double scale = 0x1p100;  // a power of two, as all loss scales are
    const Window plain = bright_window(1), bright = bright_window(1e12f);
    struct Seen {
        std::vector<std::string> before, after, later;
        bool d = true, g = false, d_later = false;
        double scale = 0, scale_later = 0;
    };
    std::vector<Seen> seen(2);
    const ThreadProcesses processes(2);
    processes.run([&](std::shared_ptr<Collective> all) {
        at::set_num_threads(1);
        Scaled mine(scale);
        StepPeers peers(all);
        Seen& now = seen[static_cast<std::size_t>(all->rank())];
        GanStep& step = *mine.nets.step;
        step.share_with(&peers);
        const auto make = [&](const Window& window) {
            mine.figures = {};
            peers.begin_try(false);
            step.d_phase(window, plain_rules(), false, mine.figures);
            step.g_phase(window, plain_rules(), mine.figures);
        };
        now.before = state_bits(*mine.nets.opt_d);
        make(bright);
        now.after = state_bits(*mine.nets.opt_d);
        now.d = mine.figures.overflow_d.item<float>() == 0;
        now.g = mine.figures.overflow_g.item<float>() == 0;
        now.scale = mine.nets.scaler_d.scale();
        make(plain);
        now.later = state_bits(*mine.nets.opt_d);
        now.d_later = mine.figures.overflow_d.item<float>() == 0;
        now.scale_later = mine.nets.scaler_d.scale();
    });
    for (const Seen& one : seen) {
        EXPECT_FALSE(one.d);
        EXPECT_TRUE(one.g) << "its own gradients were finite";
        EXPECT_EQ(one.after, one.before);
        EXPECT_EQ(one.scale, scale / 2);
        EXPECT_TRUE(one.d_later);
        EXPECT_NE(one.later, one.after);
        EXPECT_EQ(one.scale_later, scale / 2);
    }
    EXPECT_EQ(seen[0].later, seen[1].later);
    // What the first process had was finite.
    Scaled alone(scale);
    Window first = bright;
    first.samples.pop_back();
    alone.nets.step->d_phase(first, plain_rules(), false, alone.figures);
    EXPECT_EQ(alone.figures.overflow_d.item<float>(), 0);
}

TEST(Overflow, OfSeveralRoundsOfDThoseThatWereSkippedCountForNothing) {
    cpu_allocator::install();
    Scaled mine(0x1p100), alone(0x1p100);
    const auto make_round = [](Scaled& on, float bright, StepFigures& figures) {
        on.nets.step->d_phase(bright_window(bright), plain_rules(), false, figures);
    };
    StepFigures all;
    for (const float bright : {std::numeric_limits<float>::infinity(), 1.0f}) {
        StepFigures round;
        make_round(mine, bright, round);
        EXPECT_EQ(std::isfinite(round.loss_d_real.item<float>()), bright == 1);
        round.add_rounds(all);
        all = round;
    }
    all.average_d(2, 0);
    make_round(alone, 1, alone.figures);
    EXPECT_EQ(all.overflow_d.item<float>(), 0) << "D has made a step";
    EXPECT_EQ(all.loss_d_real.item<float>(), alone.figures.loss_d_real.item<float>());
    EXPECT_EQ(all.loss_d_fake.item<float>(), alone.figures.loss_d_fake.item<float>());
    EXPECT_EQ(all.d_fake.item<float>(), alone.figures.d_fake.item<float>());
}

TEST(Overflow, ALossThatIsNoNumberIsTheStepsWhereItsRoundWasMade) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    struct Round {
        float loss, penalty;
        bool skipped;
    };
    const auto figures_of = [](const std::vector<Round>& rounds) {
        StepFigures all;
        for (const Round& r : rounds) {
            StepFigures one;
            one.loss_d_real = at::scalar_tensor(r.loss, at::kFloat);
            if (!std::isnan(r.penalty)) one.loss_d_penalty = at::scalar_tensor(r.penalty, at::kFloat);
            one.overflow_d = at::scalar_tensor(r.skipped ? 1.0 : 0.0, at::kFloat);
            one.add_rounds(all);
            all = one;
        }
        all.average_d(rounds.size(), 1);
        return all;
    };
    const StepFigures plain = figures_of({{2, 8, false}, {none, none, true}, {4, none, false}});
    EXPECT_EQ(plain.loss_d_real.item<float>(), 3);
    EXPECT_EQ(plain.loss_d_penalty.item<float>(), 8);
    const StepFigures unpenalised =
        figures_of({{none, std::numeric_limits<float>::infinity(), true}, {4, none, false}});
    EXPECT_EQ(unpenalised.loss_d_real.item<float>(), 4);
    EXPECT_EQ(unpenalised.loss_d_penalty.item<float>(), 0);
    const StepFigures lost = figures_of({{none, none, false}, {4, none, false}});
    EXPECT_FALSE(std::isfinite(lost.loss_d_real.item<float>()));
    EXPECT_EQ(lost.overflow_d.item<float>(), 0);
    const StepFigures skipped = figures_of({{none, none, true}, {5, none, true}});
    EXPECT_FALSE(std::isfinite(skipped.loss_d_real.item<float>()));
    EXPECT_EQ(skipped.overflow_d.item<float>(), 1);
}

/// Steps until one fails.
template <class TrainerType> Error end_of(TrainerType& trainer) {
    for (int i = 0; i < 4; ++i) {
        const StepOutcome outcome = trainer.step();
        if (!outcome.done) return outcome.error;
    }
    return make_error(ErrorCode::Internal, "it goes on");
}

constexpr const char* kLost = ": its loss is infinite or no number, and with it what was trained";

TEST(Overflow, ARunWhoseLossIsNoNumberEnds) {
    TrainConfig gan = small_config();
    gan.lr_g = gan.lr_d = 1e30;
    TrainerRun dcgan(gan);
    const Error lost = end_of(*dcgan.trainer);
    EXPECT_EQ(lost.message, std::string("step 1") + kLost);
    EXPECT_EQ(lost.code, ErrorCode::Diverged) << "no defect of Headroom";
    TrainConfig auto_encoder = small_vqgan();
    auto_encoder.lr_g = auto_encoder.lr_d = 1e30;
    VqganRun vqgan(auto_encoder);
    EXPECT_EQ(end_of(*vqgan.trainer).message, std::string("step 2") + kLost);
    TrainConfig few = small_light_gan();
    few.batch_micro = 1;
    few.lr_g = few.lr_d = 1e30;
    LightGanRun light(few);
    const Error gone = end_of(*light.trainer);
    EXPECT_EQ(gone.message, std::string("step 1") + kLost);
    EXPECT_EQ(gone.code, ErrorCode::Diverged);
}

TEST(Overflow, OfALightGanAStepWhoseGradientsAreNotFiniteIsSkipped) {
    cpu_allocator::install();
    const TrainConfig c = small_light_gan();
    const auto shape = light_gan_shape(c);
    ASSERT_TRUE(shape);
    LightGanRules rules = light_gan_rules(c);
    rules.augment_share = 0;
    for (const bool fits : {false, true}) {
        SCOPED_TRACE(fits);
        LightGanNetworks nets(*shape, c);
        for (LossScaler* scaler : {&nets.scaler_g, &nets.scaler_d}) {
            scaler->set_enabled(true);
            scaler->restore(0x1p100, 0);
        }
        LightGanWindow window;
        window.samples = {2};
        // What the decoders get wrong grows with the pictures, and its gradients with the square.
        window.real = [bright = fits ? 1.0 : 1e12](std::size_t) {
            const at::Tensor x = latents(3, RandomPurpose::Score, std::int64_t{0}, 2, 3 * 64 * 64);
            return at::tanh(x.view({2, 3, 64, 64})) * bright;
        };
        window.latent =
            window.latent_g = [](std::size_t) { return latents(1, RandomPurpose::Latent, std::int64_t{0}, 2, 8); };
        const auto before = state_bits(*nets.opt_d);
        StepFigures figures;
        nets.step->d_phase(window, rules, false, figures);
        EXPECT_EQ(figures.overflow_d.item<float>() == 0, fits);
        EXPECT_EQ(state_bits(*nets.opt_d) != before, fits);
        EXPECT_EQ(nets.scaler_d.scale(), fits ? 0x1p100 : 0x1p99);
        const auto before_g = state_bits(*nets.opt_g);
        nets.step->g_phase(window, rules, figures);
        EXPECT_EQ(figures.overflow_g.item<float>(), 0) << "G's own gradients are finite";
        EXPECT_NE(state_bits(*nets.opt_g), before_g);
    }
}

TEST(Overflow, APaintingWhoseLatentIsNoNumberEnds) {
    Painted first;
    ASSERT_TRUE(first.prepare(painting()));
    first.step();
    const auto good = first.trainer.checkpoint();
    ASSERT_TRUE(good);
    CheckpointContent bad = **good;
    std::vector<float> nothing;
    for (CheckpointPart& part : bad.parts) {
        for (TensorView& t : part.tensors) {
            if (t.name != "z") continue;
            nothing.assign(t.data.size() / sizeof(float), std::numeric_limits<float>::quiet_NaN());
            t.data = std::as_bytes(std::span(nothing));
        }
    }
    ASSERT_FALSE(nothing.empty());
    Painted second;
    ASSERT_TRUE(second.prepare(painting(), &bad));
    EXPECT_EQ(end_of(second.trainer).message, std::string("iteration 2") + kLost);
}

}  // namespace
}  // namespace headroom::test
