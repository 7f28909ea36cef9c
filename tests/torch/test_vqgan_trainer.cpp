// VqganTrainer: exact resume, the same bits however memory is saved, surviving, live changes, what is refused.
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/train/run/stored_sample.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"
#include "tests/torch/vqgan_fixture.h"

#include <cmath>

namespace headroom::test {
namespace {

/// Settings that between them use every part of a run's state.
std::vector<std::pair<const char*, TrainConfig>> kinds_of_runs() {
    std::vector<std::pair<const char*, TrainConfig>> out;
    TrainConfig c = small_vqgan();
    c.batch_accumulate = 2;
    c.data_mirror = true;
    out.emplace_back("plain", c);
    c.precision = Precision::Bf16;
    c.batch_micro = 2;  // it is slow on many processors
    out.emplace_back("bf16", c);
    c = small_vqgan();
    c.ema_half_life = 20;
    c.edit<VqganTrainConfig>().decay = 0.9;
    c.edit<VqganTrainConfig>().restart = 8;
    c.edit<VqganTrainConfig>().gan_start = 12;
    out.emplace_back("averages", c);
    c = small_vqgan();
    c.edit<VqganTrainConfig>().gumbel = true;
    c.norm_d = NormKind::Instance;
    c.clip = 1;
    out.emplace_back("gumbel", c);
    return out;
}

TEST(VqganTrainer, ContinuesBitForBitFromACheckpoint) {
    for (const auto& [name, config] : kinds_of_runs()) {
        VqganRun whole(config, nullptr, 24);
        whole.steps(8);
        VqganRun first(config, nullptr, 24);
        first.steps(4);
        const auto saved = *first.trainer->checkpoint();
        first.trainer.reset();
        VqganRun second(config, saved.get(), 24);
        const StepDone last = second.steps(4);
        EXPECT_EQ(differing(whole.state(), second.state()), "") << name;
        EXPECT_EQ(last.step, 8) << name;
        // What is told of the codes goes on too.
        VqganFigures told;
        whole.trainer->networks().codes.tell(told);
        EXPECT_EQ(last.own<VqganFigures>()->codes_used, told.codes_used) << name;
        EXPECT_EQ(last.own<VqganFigures>()->perplexity, told.perplexity) << name;
        EXPECT_EQ(last.own<VqganFigures>()->codes_restarted, told.codes_restarted) << name;
    }
}

TEST(VqganTrainer, LearnsToReconstruct) {
    TrainConfig c = small_vqgan();
    c.edit<VqganTrainConfig>().gan = 0;
    c.edit<VqganTrainConfig>().restart = 64;
    c.lr_g = 2e-3;
    VqganRun run(c, nullptr, 16);
    const StepDone first = run.step();
    const StepDone last = run.steps(60);
    EXPECT_LT(last.own<VqganFigures>()->l1, 0.6 * first.own<VqganFigures>()->l1);
    EXPECT_GT(last.own<VqganFigures>()->similarity, first.own<VqganFigures>()->similarity + 0.1);
    EXPECT_LT(last.loss_g, first.loss_g);
    EXPECT_GE(last.own<VqganFigures>()->codes_used, 1);
    EXPECT_LE(last.own<VqganFigures>()->codes_used, 24);
    EXPECT_TRUE(std::isnan(last.own<VqganFigures>()->perceptual));
    EXPECT_TRUE(std::isnan(last.loss_d));
}

TEST(VqganTrainer, CheckpointingChangesNoBitAndLowersThePeak) {
    TrainConfig c = small_vqgan();
    c.batch_micro = 16;  // so that activations are the most of it
    VqganRun kept(c);
    const StepDone wide = kept.steps(3);
    c.checkpointing = Checkpointing::On;
    VqganRun again(c);
    const StepDone narrow = again.steps(3);
    EXPECT_EQ(differing(kept.state(), again.state()), "");
    const std::int64_t rest = kept.trainer->memory()->now.roles[Role::Weights].count +
                              kept.trainer->memory()->now.roles[Role::Optimiser].count;
    EXPECT_LT(narrow.peak_tensors.count - rest, (wide.peak_tensors.count - rest) * 3 / 4);
}

TEST(VqganTrainer, LendsAndTakesBackBitForBit) {
    TrainConfig c = small_vqgan();
    c.ema_half_life = 10;
    c.edit<VqganTrainConfig>().decay = 0.9;
    VqganRun lent(c), plain(c);
    lent.steps(2);
    plain.steps(4);
    const Bytes with_model = cpu_allocator::live_of_all().total();
    ASSERT_TRUE(lent.trainer->lend());
    EXPECT_LT(cpu_allocator::live_of_all().total(), with_model);
    EXPECT_TRUE(lent.trainer->checkpoint());
    ASSERT_TRUE(lent.trainer->take_back());
    lent.steps(2);
    EXPECT_EQ(differing(plain.state(), lent.state()), "");
}

TEST(VqganTrainer, AStepThatDoesNotFitEqualsOneOfSmallerMicroBatches) {
    TrainConfig c = small_vqgan();
    c.norm_d = NormKind::None;
    c.batch_micro = 8;
    VqganRun roomy(c);
    const StepDone wide = roomy.step();
    VqganRun tight(c);
    tight.trainer->device_memory().set_limit(Bytes{wide.peak_tensors.count * 4 / 5});
    tight.trainer->note_relief_for_tests();
    const StepDone survived = tight.step();
    const auto* told = tight.last<OomRecovered>();
    ASSERT_NE(told, nullptr);
    EXPECT_TRUE(told->survived);
    EXPECT_EQ(survived.images, 8);
    const TrainConfig now = tight.trainer->config();
    EXPECT_LT(now.batch_micro, 8);
    EXPECT_EQ(now.effective_batch(), 8);
    c.batch_micro = now.batch_micro;
    c.batch_accumulate = now.batch_accumulate;
    c.checkpointing = now.checkpointing;
    VqganRun small(c);
    small.step();
    EXPECT_EQ(differing(small.state(), tight.state()), "");
}

TEST(VqganTrainer, WhatNeverFitsEndsWithAReportAndTheStateOfBefore) {
    TrainConfig c = small_vqgan();
    VqganRun run(c);
    run.step();
    const StoredBytes before = run.state();
    run.trainer->device_memory().set_limit(run.trainer->device_memory().counts().live_total);
    const StepOutcome out = run.trainer->step();
    EXPECT_FALSE(out.done);
    EXPECT_EQ(out.error.code, ErrorCode::OutOfMemory);
    EXPECT_NE(out.error.message.find("step 2 does not fit"), std::string::npos);
    run.trainer->device_memory().set_limit({});
    EXPECT_EQ(differing(before, run.state()), "");
    EXPECT_EQ(run.trainer->config(), c);
    run.step();
}

TEST(VqganTrainer, TheDiscriminatorBeginsAtAnImageWhateverTheBatch) {
    for (const std::int64_t batch : {4, 8}) {
        TrainConfig c = small_vqgan();
        c.edit<VqganTrainConfig>().gan_start = 16;
        c.batch_micro = batch;
        VqganRun run(c);
        const auto weights = [&run] {
            StoredBytes out;
            for (auto& [name, bytes] : run.state()) {
                if (name.rfind("discriminator/", 0) == 0) out.emplace(name, bytes);
            }
            return out;
        };
        const StoredBytes fresh = weights();
        while (run.step().images < 16) {}
        EXPECT_EQ(differing(fresh, weights()), "") << batch;
        const StepDone with_d = run.step();
        EXPECT_NE(differing(fresh, weights()), "") << batch;
        EXPECT_TRUE(std::isfinite(with_d.loss_d) && std::isfinite(with_d.d_real) && std::isfinite(with_d.d_fake));
        EXPECT_GT(with_d.own<VqganFigures>()->adaptive_weight, 0);
    }
}

TEST(VqganTrainer, ADiscriminatorThatHasLearntNothingSaysNothing) {
    const TempFolder cache;
    const SetVariable cache_variable("XDG_CACHE_HOME", cache.path());
    TrainConfig c = small_vqgan();
    c.edit<VqganTrainConfig>().gan_start = 16;
    c.data_held_out = 50;
    c.scores_count = 16;
    VqganRun run(c);
    const MemoryDataset pictures(2, 32, 3, 9);
    const auto speaks = [&pictures](VqganRun& of) { return !of.trainer->judge(pictures, {0, 1}, {})->empty(); };
    // As it is, taken back, of a checkpoint, and of a checkpoint's weights alone.
    const auto speak_all = [&](bool expected) {
        EXPECT_EQ(speaks(run), expected);
        EXPECT_TRUE(run.trainer->lend() && run.trainer->take_back());
        EXPECT_EQ(speaks(run), expected);
        const auto saved = *run.trainer->checkpoint();
        for (const bool weights_only : {false, true}) {
            VqganRun on(c, saved.get(), 64, weights_only);
            EXPECT_EQ(speaks(on), expected) << weights_only;
        }
        const auto scores = run.trainer->scores([](const std::string&, double) {}, {});
        EXPECT_EQ(std::isfinite(scores->d_gap), expected);
    };
    while (run.step().images < 16) {}
    speak_all(false);
    run.step();
    speak_all(true);
}

TEST(VqganTrainer, EverythingCanBeChangedBetweenSteps) {
    VqganRun run(small_vqgan());
    run.steps(2);
    ASSERT_TRUE(run.change(
        {{"batch.micro", std::int64_t{2}}, {"batch.accumulate", std::int64_t{3}}, {"precision", std::string("bf16")}}));
    EXPECT_EQ(run.step().images, 2 * 4 + 6);
    ASSERT_TRUE(run.change({{"memory.checkpointing", std::string("on")},
                            {"lr.g", 1e-4},
                            {"loss.gan", 0.0},
                            {"precision", std::string("fp32")}}));
    EXPECT_TRUE(std::isnan(run.step().loss_d));
    ASSERT_TRUE(run.change(
        {{"codebook.decay", 0.9}, {"ema.half_life", 50.0}, {"loss.gan", 0.5}, {"codebook.restart", std::int64_t{4}}}));
    EXPECT_TRUE(std::isfinite(run.step().loss_d));
    EXPECT_EQ(run.state().count("codebook/sum"), 1u);
    EXPECT_EQ(run.state().count("ema/decoder.conv_out.weight"), 1u);
    ASSERT_TRUE(run.change({{"codebook.decay", 0.0}, {"ema.half_life", 0.0}}));
    run.step();
    EXPECT_EQ(run.state().count("codebook/sum"), 0u);
    // The same networks see pictures of another size.
    const auto codes = run.state().at("vqgan/quantize.embedding.weight");
    ASSERT_TRUE(run.change({{"image.size", std::int64_t{64}}, {"d.layers", std::int64_t{2}}}));
    EXPECT_EQ(run.state().at("vqgan/quantize.embedding.weight"), codes);
    EXPECT_TRUE(std::isfinite(run.step().loss_g));
    EXPECT_EQ(run.trainer->sample({SampleKind::Grid, 2})->raw.front().width, 64);
}

TEST(VqganTrainer, CodesThatFollowAveragesHaveNoGradient) {
    TrainConfig c = small_vqgan();
    c.edit<VqganTrainConfig>().decay = 0.5;
    VqganRun run(c);
    const auto moments = [&run] { return run.state().at("optimiser_g/m.quantize.embedding.weight"); };
    const auto codes = run.state().at("vqgan/quantize.embedding.weight");
    const auto before = moments();
    run.steps(2);
    EXPECT_EQ(before, moments());
    EXPECT_NE(codes, run.state().at("vqgan/quantize.embedding.weight"));
}

TEST(VqganTrainer, ShowsPicturesAboveTheirReconstructions) {
    TrainConfig c = small_vqgan();
    c.ema_half_life = 10;
    VqganRun run(c);
    run.steps(2);
    const StoredBytes before = run.state();
    const auto sample = run.trainer->sample({SampleKind::Grid, 6});
    ASSERT_TRUE(sample);
    ASSERT_EQ(sample->raw.size(), 6u);
    ASSERT_EQ(sample->ema.size(), 6u);
    EXPECT_EQ(sample->raw.front().width, 32);
    EXPECT_EQ(sample->raw.front().height, 64);
    const auto real = run.trainer->sample({SampleKind::Real, 64});
    const std::size_t half = real->raw.front().pixels->size();
    // The upper halves are the data set's pictures, spread over it, and the same for both networks.
    for (std::size_t i = 0; i < 6; ++i) {
        const auto& input = *real->raw[i * 64 / 6].pixels;
        EXPECT_TRUE(std::equal(input.begin(), input.end(), sample->raw[i].pixels->begin())) << i;
        EXPECT_TRUE(std::equal(input.begin(), input.end(), sample->ema[i].pixels->begin())) << i;
        EXPECT_EQ(sample->raw[i].pixels->size(), 2 * half);
    }
    const auto walk = run.trainer->sample({SampleKind::Walk, 4});
    ASSERT_FALSE(walk);
    EXPECT_EQ(walk.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(differing(before, run.state()), "");
}

TEST(VqganTrainer, GivesEverythingBackAndKnowsItsStaticMemory) {
    cpu_allocator::install();
    const Bytes before = cpu_allocator::live_of_all().total();
    {
        TrainConfig c = small_vqgan();
        c.ema_half_life = 10;
        c.edit<VqganTrainConfig>().decay = 0.9;
        VqganRun run(c);
        run.steps(2);
        const auto report = run.trainer->memory();
        EXPECT_EQ(report->now.total(), report->device_total);
        const RoleBytes wanted = static_memory_of(run.trainer->networks().shape, c);
        for (const Role role : {Role::Weights, Role::Buffers, Role::Ema, Role::Codebook}) {
            EXPECT_NEAR(static_cast<double>(report->now.roles[role].count), static_cast<double>(wanted[role].count), 64)
                << name_of(role);
        }
        EXPECT_EQ(report->now.roles[Role::Optimiser].count, wanted[Role::Optimiser].count);
        for (const Role role : {Role::Activations, Role::Gradients, Role::Inputs})
            EXPECT_EQ(report->now.roles[role], Bytes{0}) << name_of(role);
        EXPECT_GT(report->at_peak.roles[Role::Activations], Bytes{0});
    }
    EXPECT_EQ(cpu_allocator::live_of_all().total(), before);
}

TEST(VqganTrainer, SaysWhatIsWrongBeforeItTrains) {
    const auto error = [](TrainConfig c, const CheckpointContent* from = nullptr) {
        VqganTrainer trainer{std::string()};
        const auto ready = trainer.prepare(c, from, from != nullptr, [](const std::string&, double) {}, {}, {});
        EXPECT_FALSE(ready);
        return ready ? Error{} : ready.error();
    };
    TrainConfig c = small_vqgan();
    c.data_path = "/no/such/pictures";
    EXPECT_EQ(error(c).code, ErrorCode::NotFound);
    c = small_vqgan();
    c.edit<VqganTrainConfig>().multipliers = "1 x";
    EXPECT_NE(error(c).message.find("net.multipliers"), std::string::npos);
    VqganRun run(small_vqgan());
    run.step();
    const auto saved = *run.trainer->checkpoint();
    c = small_vqgan();
    c.data_count = 64;
    c.edit<VqganTrainConfig>().codes = 48;
    const Error other = error(c, saved.get());
    EXPECT_EQ(other.code, ErrorCode::BadFile);
    EXPECT_NE(other.hint.find("net.codes=24"), std::string::npos) << other.hint;
    CheckpointContent foreign = *saved;
    foreign.parts.erase(foreign.parts.begin());
    c.edit<VqganTrainConfig>().codes = 24;
    EXPECT_NE(error(c, &foreign).message.find("not one of a VQGAN"), std::string::npos);
}

TEST(VqganTrainer, BeginsWithTheWeightsOfAnotherRun) {
    TrainConfig c = small_vqgan();
    VqganRun first(c);
    first.steps(3);
    const auto saved = *first.trainer->checkpoint();
    c.ema_half_life = 10;
    VqganRun second(c, saved.get(), 64, /*weights_only=*/true);
    const StoredBytes from = first.state(), to = second.state();
    for (const char* name :
         {"vqgan/decoder.conv_out.weight", "vqgan/quantize.embedding.weight", "discriminator/main.0.weight"})
        EXPECT_EQ(from.at(name), to.at(name)) << name;
    EXPECT_EQ(from.at("vqgan/decoder.conv_out.weight"), to.at("ema/decoder.conv_out.weight"));
    EXPECT_NE(from.at("optimiser_g/m.decoder.conv_out.weight"), to.at("optimiser_g/m.decoder.conv_out.weight"));
    EXPECT_EQ(second.step().step, 1);
}

TEST(VqganTrainer, ReconstructsFromACheckpointThatWasTrainedInTf32) {
    TrainConfig c = small_vqgan();
    c.data_count = 64;
    VqganRun run(c);
    run.steps(1);
    const auto saved = run.trainer->checkpoint();
    ASSERT_TRUE(saved);
    CheckpointContent stored = **saved;
    stored.config.precision = Precision::Tf32;
    GenerateRequest request;
    request.source = "the run";
    request.count = 2;
    const auto pictures = sample_from_stored(stored, request, [](const std::string&, double) {}, {});
    ASSERT_TRUE(pictures) << pictures.error().message;
    EXPECT_EQ(pictures->size(), 2u);
}

}  // namespace
}  // namespace headroom::test
