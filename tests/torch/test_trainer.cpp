// The trainer: exact resume, live changes, learning, memory closing to zero.
#include "core/families/dcgan/dcgan_config.h"
#include "tests/torch/trainer_fixture.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace headroom::test {
namespace {

TEST(Trainer, ContinuesBitForBitFromACheckpoint) {
    for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
        TrainConfig c = small_config();
        c.precision = precision;
        c.batch_accumulate = 2;
        c.data_mirror = true;
        c.edit<DcganConfig>().diffaug_colour = c.edit<DcganConfig>().diffaug_translation =
            c.edit<DcganConfig>().diffaug_cutout = true;
        c.edit<DcganConfig>().instance_noise = 0.1;
        TrainerRun whole(c);
        whole.steps(6);
        TrainerRun first(c);
        first.steps(3);
        const auto saved = *first.trainer->checkpoint();
        first.trainer.reset();
        TrainerRun second(c, saved.get());
        second.steps(3);
        EXPECT_EQ(differing(whole.state(), second.state()), "") << name_of(precision);
    }
}

TEST(Trainer, LearnsSixtyFourPictures) {
    TrainConfig c = small_config();
    c.batch_micro = 16;
    c.edit<DcganConfig>().loss = GanLoss::Lsgan;
    c.edit<DcganConfig>().train = Train::OnlyD;
    TrainerRun run(c);
    const double before = run.step().loss_d;
    run.steps(40);
    EXPECT_LT(run.step().loss_d, 0.5 * before);
}

TEST(Trainer, GivesEverythingBackAtTheEnd) {
    cpu_allocator::install();
    const Bytes before = cpu_allocator::live_of_all().total();
    {
        TrainerRun run(small_config());
        run.steps(2);
        const auto report = run.trainer->memory();
        EXPECT_EQ(report->now.total(), report->device_total);
        EXPECT_EQ(report->at_peak.total(), report->device_total);
        EXPECT_GT(report->now.roles[Role::Weights], Bytes{0});
        EXPECT_GT(report->at_peak.roles[Role::Activations], report->now.roles[Role::Activations]);
        // Between steps nothing of a step is left: no gradients, no graph, no inputs.
        EXPECT_EQ(report->now.roles[Role::Activations], Bytes{0});
        EXPECT_EQ(report->now.roles[Role::Gradients], Bytes{0});
        EXPECT_EQ(report->now.roles[Role::Inputs], Bytes{0});
    }
    EXPECT_EQ(cpu_allocator::live_of_all().total(), before);
}

TEST(Trainer, TellsThePeakThatTheLedgerShows) {
    TrainerRun run(small_config());
    Bytes largest;
    for (int i = 0; i < 3; ++i) {
        const StepDone step = run.step();
        largest = std::max(largest, step.peak);
        // Memory that the process takes later must not change what is said of the step.
        std::vector<char> later(64u << 20, 1);
        const auto report = run.trainer->memory();
        EXPECT_EQ(step.peak, report->at_peak.this_process());
        EXPECT_EQ(step.peak_tensors, report->peak_tensors);
        EXPECT_EQ(step.budget, report->budget);
        EXPECT_EQ(report->run_peak, largest);
        EXPECT_EQ(report->at_peak.total(), report->device_total);
        // Libraries and the program itself count against the budget, so they belong to the figure beside it.
        EXPECT_GT(step.peak, step.peak_tensors + Bytes{20 << 20});
        EXPECT_GE(step.live, report->now.roles.total());
        EXPECT_GE(step.peak, step.live);
        EXPECT_GE(later.back(), 1);
        if (const auto timeline = run.trainer->timeline()) {
            EXPECT_EQ(timeline->step, step.step);
            EXPECT_EQ(timeline->peak_tensors + timeline->peak_overhead, step.peak);
        }
    }
}

TEST(Trainer, StaticMemoryIsExactFromShapes) {
    for (int form = 0; form < 6; ++form) {
        TrainConfig c = small_config();
        c.edit<DcganConfig>().conv = form % 2 == 0 ? ConvKind::Standard : ConvKind::Depthwise;
        c.edit<DcganConfig>().upsampling = static_cast<Upsampling>(form / 2);
        TrainerRun run(c);
        run.steps(1);
        const auto report = run.trainer->memory();
        const RoleBytes wanted = static_memory_of(spec_from_config(c), true);
        EXPECT_EQ(report->now.roles[Role::Weights].count, wanted[Role::Weights].count);
        EXPECT_EQ(report->now.roles[Role::Buffers].count, wanted[Role::Buffers].count);
        EXPECT_NEAR(static_cast<double>(report->now.roles[Role::Ema].count),
                    static_cast<double>(wanted[Role::Ema].count), 64);
        EXPECT_EQ(report->now.roles[Role::Optimiser].count, wanted[Role::Optimiser].count);
    }
}

TEST(Trainer, GrowsAndShrinksWithWeightsKeptByRole) {
    TrainerRun run(small_config());
    run.steps(3);
    auto before = run.state();
    TrainConfig grown = run.trainer->config();
    grown.image_size = 64;
    ASSERT_TRUE(run.change(grown));
    auto after = run.state();
    // The latent layer and the to-RGB layer keep weights and moments; D's body at 4 px moves two positions deeper.
    EXPECT_EQ(before.at("generator/main.0.weight"), after.at("generator/main.0.weight"));
    EXPECT_EQ(before.at("optimiser_g/m.main.0.weight"), after.at("optimiser_g/m.main.0.weight"));
    EXPECT_EQ(before.at("generator/main.9.weight"), after.at("generator/main.12.weight"));
    EXPECT_EQ(before.at("discriminator/main.0.weight"), after.at("discriminator/main.0.weight"));
    EXPECT_EQ(before.at("discriminator/main.5.weight"), after.at("discriminator/main.8.weight"));
    EXPECT_EQ(before.at("optimiser_d/v.main.5.weight"), after.at("optimiser_d/v.main.8.weight"));
    EXPECT_EQ(before.at("ema/main.0.weight"), after.at("ema/main.0.weight"));
    const StepDone step = run.step();
    EXPECT_TRUE(std::isfinite(step.loss_g) && std::isfinite(step.loss_d));
    EXPECT_EQ(run.trainer->sample({SampleKind::Grid, 2, 0, 1.0, 0})->ema.front().width, 64);

    TrainConfig shrunk = run.trainer->config();
    shrunk.image_size = 32;
    ASSERT_TRUE(run.change(shrunk));
    EXPECT_TRUE(std::isfinite(run.step().loss_g));
    EXPECT_EQ(run.trainer->sample({SampleKind::Grid, 2, 0, 1.0, 0})->raw.front().width, 32);
}

TEST(Trainer, ALayerOfAnotherSizeBeginsWithoutSteps) {
    TrainConfig c = small_config();
    c.image_size = 64;
    TrainerRun run(c);
    run.steps(3);
    const auto before = run.state();
    c.image_size = 32;
    ASSERT_TRUE(run.change(c));
    auto after = run.state();
    const auto is_zero = [&after](const std::string& name) {
        const auto& bytes = after.at(name);
        return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
    };
    // To-RGB has other channels here, and so has from-RGB: no moment is theirs, and no step.
    for (const std::string layer : {"optimiser_g/%main.9.weight", "optimiser_d/%main.0.weight"}) {
        for (const char* part : {"m.", "v.", "step."}) {
            std::string name = layer;
            EXPECT_TRUE(is_zero(name.replace(name.find('%'), 1, part))) << name;
        }
    }
    EXPECT_EQ(before.at("optimiser_g/step.main.0.weight"), after.at("optimiser_g/step.main.0.weight"));
    EXPECT_FALSE(is_zero("optimiser_g/step.main.0.weight"));
    // Adam's first step moves a weight by the rate at most.
    const auto& layer = run.trainer->networks().g->named_parameters()["main.9.weight"];
    const at::Tensor was = layer.detach().clone();
    run.step();
    EXPECT_LE((layer - was).abs().max().item<double>(), 1.001 * c.lr_g);
}

TEST(Trainer, KeepsItsLossScalesOutsideFp16) {
    TrainerRun run(small_config());
    run.trainer->networks().scaler_g.restore(4096, 7);  // what steps in fp16 have left
    run.trainer->networks().scaler_d.restore(512, 9);
    const auto expect_kept = [](TrainerRun& in, const char* when) {
        GanNetworks& nets = in.trainer->networks();
        EXPECT_EQ(nets.scaler_g.scale(), 4096) << when;
        EXPECT_EQ(nets.scaler_g.clean_steps(), 7) << when;
        EXPECT_EQ(nets.scaler_d.scale(), 512) << when;
        EXPECT_EQ(nets.scaler_d.clean_steps(), 9) << when;
    };
    ASSERT_TRUE(run.trainer->lend());
    ASSERT_TRUE(run.trainer->lend()) << "as where another process could not take its part back";
    ASSERT_TRUE(run.trainer->take_back());
    expect_kept(run, "lent");
    TrainConfig larger = run.trainer->config();
    larger.image_size = 64;
    ASSERT_TRUE(run.change(larger));
    expect_kept(run, "resized");
    const auto saved = *run.trainer->checkpoint();
    TrainerRun on(larger, saved.get());
    expect_kept(on, "saved");

    // Former checkpoints say 1 where there was no scale.
    CheckpointContent former = *saved;
    auto state = nlohmann::json::parse(former.state_json);
    state["scale_g"] = state["scale_d"] = 1.0;
    former.state_json = state.dump();
    TrainerRun of_former(larger, &former);
    EXPECT_EQ(of_former.trainer->networks().scaler_g.scale(), LossScaler::kFirstScale);
    EXPECT_EQ(of_former.trainer->networks().scaler_d.scale(), LossScaler::kFirstScale);
}

TEST(Trainer, LooksAtTheCountersOfACheckpoint) {
    const TrainConfig config = small_config();
    TrainerRun run(config);
    run.step();
    const auto saved = *run.trainer->checkpoint();
    const auto outcome = [&](const std::string& key, const nlohmann::json& value) {
        CheckpointContent content = *saved;
        auto state = nlohmann::json::parse(content.state_json);
        state[key] = value;
        content.state_json = key.empty() ? value.dump() : state.dump();
        DcganTrainer trainer{std::string()};
        trainer.use_dataset(std::make_shared<MemoryDataset>(64, 32, 3, 3));
        const auto prepared = trainer.prepare(
            config, &content, false, [](const std::string&, double) {}, [](const Event&) {}, {});
        return prepared ? std::string("accepted") : prepared.error().message;
    };
    const struct {
        const char* key;
        nlohmann::json value;
    } cases[]{{"", nlohmann::json::array({1})},
              {"position", -1},
              {"position", "far"},
              {"elapsed", "long"},
              {"data", 5},
              {"size", 0},
              {"widths_g", nlohmann::json::array({-1})},
              {"fade_done", 0.5}};
    for (const auto& c : cases)
        EXPECT_EQ(outcome(c.key, c.value), "the checkpoint's counters cannot be read") << c.key << " " << c.value;
    EXPECT_EQ(outcome("elapsed", nullptr), "accepted") << "a number that was none is written so";
    EXPECT_EQ(outcome("widths_g", nullptr), "accepted") << "as the settings have them";
}

TEST(Trainer, ChangesBatchAndPrecisionBetweenSteps) {
    TrainerRun run(small_config());
    run.steps(2);
    TrainConfig next = run.trainer->config();
    next.batch_micro = 4;
    next.batch_accumulate = 3;
    next.precision = Precision::Bf16;
    next.channels_last = false;
    next.ema_half_life = 0;
    ASSERT_TRUE(run.change(next));
    const StepDone step = run.step();
    EXPECT_EQ(step.images, 2 * 8 + 12);
    EXPECT_EQ(run.state().count("ema/main.0.weight"), 0u);
    next.ema_half_life = 50;
    ASSERT_TRUE(run.change(next));
    EXPECT_TRUE(std::isfinite(run.step().loss_g));
    EXPECT_EQ(run.state().count("ema/main.0.weight"), 1u);
}

TEST(Trainer, ARampingAverageIsTheWeightsAtFirstAndItsHalfLifeGrowsWithThePictures) {
    TrainConfig c = small_config();
    c.ema_half_life = 1000;
    c.ema_ramp = 1.0 / 64;
    TrainerRun run(c);
    const auto number = [&run](const char* part) {
        float out = 0;
        std::memcpy(&out, run.state().at(std::string(part) + "/main.0.weight").data(), sizeof out);
        return static_cast<double>(out);
    };
    double mean = number("ema");
    for (int step = 1; step <= 3; ++step) {
        run.step();
        const double half_life = c.effective_batch() * step / 64.0;
        const double share = 1 - std::exp2(-static_cast<double>(c.effective_batch()) / half_life);
        mean += share * (number("generator") - mean);
        EXPECT_NEAR(number("ema"), mean, 1e-6) << step;
        if (step == 1) EXPECT_NEAR(number("ema"), number("generator"), 1e-6);
    }
}

TEST(Trainer, StepsTheShortWindowAtAnEpochsEnd) {
    TrainConfig c = small_config();
    c.batch_micro = 6;
    c.batch_accumulate = 2;
    TrainerRun run(c, nullptr, 20);
    EXPECT_EQ(run.step().images, 12);
    EXPECT_EQ(run.step().images, 20);  // eight were left: six and two
    EXPECT_EQ(run.step().images, 32);
}

TEST(Trainer, PreviewsLeaveTheRunAlone) {
    TrainerRun run(small_config());
    run.steps(2);
    const auto before = run.state();
    ASSERT_TRUE(run.trainer->sample({SampleKind::Grid, 20, 0, 1.0, 0}));
    ASSERT_TRUE(run.trainer->sample({SampleKind::Walk, 5, 7, 0.7, 0}));
    const auto real = run.trainer->sample({SampleKind::Real, 9, 0, 1.0, 60});
    ASSERT_TRUE(real);
    EXPECT_EQ(real->raw.size(), 9u);
    EXPECT_EQ(differing(before, run.state()), "");
}

TEST(Trainer, LendsAndTakesBackBitForBit) {
    TrainerRun lent(small_config()), plain(small_config());
    lent.steps(2);
    plain.steps(4);
    const Bytes with_model = cpu_allocator::live_of_all().total();
    ASSERT_TRUE(lent.trainer->lend());
    EXPECT_LT(cpu_allocator::live_of_all().total(), with_model);
    ASSERT_TRUE(lent.trainer->take_back());
    lent.steps(2);
    EXPECT_EQ(differing(plain.state(), lent.state()), "");
}

TEST(Trainer, EveryLossAndOptionTrains) {
    for (const GanLoss loss : {GanLoss::Bce, GanLoss::Hinge, GanLoss::Lsgan, GanLoss::WganGp}) {
        TrainConfig c = small_config();
        c.edit<DcganConfig>().loss = loss;
        c.norm_d = loss == GanLoss::WganGp ? NormKind::Instance : NormKind::Batch;
        c.edit<DcganConfig>().spectral_norm = loss == GanLoss::Hinge;
        c.edit<DcganConfig>().r1_gamma = loss == GanLoss::Bce ? 5 : 0;
        c.edit<DcganConfig>().r1_every = 2;
        c.clip = 1;
        c.edit<DcganConfig>().d_steps = 2;
        c.edit<DcganConfig>().conv = loss == GanLoss::Lsgan ? ConvKind::Depthwise : ConvKind::Standard;
        TrainerRun run(c);
        run.steps(2);
        const StepDone step = run.step();
        EXPECT_TRUE(std::isfinite(step.loss_g) && std::isfinite(step.loss_d) && std::isfinite(step.grad_norm_d))
            << name_of(loss);
        EXPECT_EQ(step.images, 3 * 2 * 8);
    }
}

TEST(Trainer, ARunOfAGpusPrecisionGoesOnInFp32OnTheCpu) {
    const TrainConfig c = small_config();
    TrainerRun before(c);
    before.steps(2);
    const auto saved = before.trainer->checkpoint();
    ASSERT_TRUE(saved);
    before.steps(2);
    for (const Precision precision : {Precision::Tf32, Precision::Fp16}) {
        TrainConfig of_a_gpu = c;
        of_a_gpu.precision = precision;
        TrainerRun after(of_a_gpu, saved->get());
        ASSERT_NE(after.last<Warning>(), nullptr);
        EXPECT_EQ(after.last<Warning>()->id, "precision");
        EXPECT_EQ(after.trainer->config().precision, Precision::Fp32);
        after.steps(2);
        EXPECT_EQ(differing(before.state(), after.state()), "");
    }
}

TEST(Trainer, FiguresOfDAreMeansOverItsRounds) {
    const auto first_step = [](std::int64_t rounds) {
        TrainConfig c = small_config();
        c.lr_d = 1e-7;  // D is the same in all rounds
        c.edit<DcganConfig>().d_steps = rounds;
        return RunOf<DcganTrainer>(c).step();
    };
    const StepDone one = first_step(1), three = first_step(3);
    EXPECT_EQ(three.images, 24);
    EXPECT_NEAR(three.loss_d / one.loss_d, 1, 0.2);
    EXPECT_NEAR(three.d_real / one.d_real, 1, 0.2);
    EXPECT_NEAR(three.d_fake / one.d_fake, 1, 0.2);
}

}  // namespace
}  // namespace headroom::test
