// Steps of every family that fail anywhere, for any reason: undone whole or made whole, and never made twice.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/train/step/transaction.h"

#include "core/memory/libtorch.h"
#include "core/train/device.h"
#include "tests/torch/light_gan_fixture.h"
#include "tests/torch/painting_fixture.h"
#include "tests/torch/vqgan_fixture.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace headroom::test {
namespace {

using cpu_allocator::Refusal;

class Transaction : public ::testing::Test {
protected:
    Transaction() {
        cpu_allocator::install();
        step_.begin(*device_.memory, device_.device);
        step_.begin_try([this] { ++let_go_; });
    }

    TrainDevice device_ = *open_device("cpu");
    StepTransaction step_;
    int let_go_ = 0;
};

TEST_F(Transaction, PutsBackWhatWasKept) {
    const at::Tensor a = torch::arange(6, at::kFloat).view({2, 3}), b = torch::tensor(7, at::kLong);
    const at::Tensor transposed = a.t();
    step_.keep({transposed, b});
    int number = 3;
    step_.keep([&number] { number = 3; });
    a.zero_();
    b.fill_(1);
    number = 8;
    step_.undo();
    EXPECT_TRUE(at::equal(a, torch::arange(6, at::kFloat).view({2, 3})));
    EXPECT_EQ(b.item<int>(), 7);
    EXPECT_EQ(number, 3);
    EXPECT_EQ(let_go_, 1);
}

TEST_F(Transaction, WhatHasSettledStays) {
    const at::Tensor a = torch::zeros({2}), b = torch::zeros({2});
    step_.keep({a, b});
    a.fill_(1);
    step_.settle();
    step_.keep({b});
    b.fill_(2);
    step_.undo();
    EXPECT_EQ(a.sum().item<double>(), 2);
    EXPECT_EQ(b.sum().item<double>(), 0);
    EXPECT_TRUE(step_.has_settled());
}

TEST_F(Transaction, EachChangeIsMadeOnceAlsoWhenADeviceHasNoRoomInBetween) {
    const at::Tensor a = torch::zeros({1}), b = torch::zeros({1});
    cpu_allocator::refuse_nth(2, Refusal::BelowLimit);
    step_.finish({[&] { a.copy_(torch::ones({1}) + a); }, [&] { b.copy_(torch::ones({1}) + b); }});
    cpu_allocator::refuse_nth(0);
    EXPECT_EQ(a.item<double>(), 1);
    EXPECT_EQ(b.item<double>(), 1);
    EXPECT_FALSE(step_.is_torn());
}

TEST_F(Transaction, KnowsThatItIsTorn) {
    const auto fails = [] { TORCH_CHECK_WITH(OutOfMemoryError, false, "no room"); };
    EXPECT_THROW(step_.finish({fails}), c10::OutOfMemoryError);
    EXPECT_FALSE(step_.is_torn()) << "nothing was made yet";
    EXPECT_THROW(step_.finish({[] {}, fails}), c10::OutOfMemoryError);
    EXPECT_TRUE(step_.is_torn());
}

/// A prepared run of any family.
struct AnyRun {
    std::shared_ptr<void> owner;
    RunTrainer* trainer = nullptr;
};

struct Family {
    const char* name;
    std::function<AnyRun()> make;
    std::int64_t every;  ///< each so many allocations one fails; each one with HEADROOM_EVERY_ALLOCATION set
};

template <class Run> AnyRun owned(std::shared_ptr<Run> run, RunTrainer& trainer) { return {std::move(run), &trainer}; }

AnyRun dcgan(const std::function<void(TrainConfig&)>& change) {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().latent = 8;
    c.edit<DcganConfig>().width_g = c.width_d = 4;
    c.batch_micro = 4;
    c.memory_timeline = false;
    change(c);
    auto run = std::make_shared<TrainerRun>(c);
    return owned(run, *run->trainer);
}

AnyRun light_gan() {
    TrainConfig c = small_light_gan();
    c.batch_micro = 1;
    c.memory_timeline = false;
    auto run = std::make_shared<LightGanRun>(c);
    return owned(run, *run->trainer);
}

AnyRun vqgan(const std::function<void(TrainConfig&)>& change) {
    TrainConfig c = small_vqgan();
    c.batch_micro = 2;
    c.memory_timeline = false;
    change(c);
    auto run = std::make_shared<VqganRun>(c);
    return owned(run, *run->trainer);
}

AnyRun painted(LatentOptimiserKind optimiser) {
    TrainConfig c = painting();
    c.edit<ImagineConfig>().optimiser = optimiser;
    c.edit<ImagineConfig>().cuts = 2;
    c.memory_timeline = false;
    auto run = std::make_shared<Painted>();
    const auto prepared = run->prepare(c);
    EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message);
    return owned(run, run->trainer);
}

std::vector<Family> families() {
    return {
        {"dcgan", [] { return dcgan([](TrainConfig&) {}); }, 53},
        {"dcgan_recomputed_fakes",
         [] { return dcgan([](TrainConfig& c) { c.edit<DcganConfig>().reuse_fakes = ReuseFakes::Off; }); }, 53},
        {"dcgan_d_alone", [] { return dcgan([](TrainConfig& c) { c.edit<DcganConfig>().train = Train::OnlyD; }); }, 41},
        {"dcgan_g_alone_clipped",
         [] {
             return dcgan([](TrainConfig& c) {
                 c.edit<DcganConfig>().train = Train::OnlyG;
                 c.clip = 0.1;
             });
         },
         19},
        {"light_gan", [] { return light_gan(); }, 145},
        {"vqgan", [] { return vqgan([](TrainConfig&) {}); }, 185},
        {"vqgan_averages_restarts",
         [] {
             return vqgan([](TrainConfig& c) {
                 c.edit<VqganTrainConfig>().decay = 0.9;
                 c.edit<VqganTrainConfig>().restart = 1;
                 c.clip = 0.5;
             });
         },
         145},
        {"painting_adam", [] { return painted(LatentOptimiserKind::Adam); }, 95},
        {"painting_diffgrad", [] { return painted(LatentOptimiserKind::DiffGrad); }, 95},
        {"painting_adamp", [] { return painted(LatentOptimiserKind::AdamP); }, 95},
    };
}

/// Everything that a checkpoint holds: tensors, and counters, scales and positions as text.
StoredBytes state_of(RunTrainer& trainer) {
    const auto content = trainer.state_for_tests();
    EXPECT_TRUE(content) << (content ? "" : content.error().message);
    if (!content) return {};
    StoredBytes out = bytes_of(**content);
    nlohmann::json state = nlohmann::json::parse((*content)->state_json);
    // Seconds, failures told, and what an iteration has prepared before its first try.
    for (const char* of_this_run : {"elapsed", "oom_survived", "scene"}) state.erase(of_this_run);
    const std::string counters =
        std::to_string((*content)->step) + " " + std::to_string((*content)->images) + " " + state.dump();
    const auto* bytes = reinterpret_cast<const std::byte*>(counters.data());
    out["counters"].assign(bytes, bytes + counters.size());
    return out;
}

class EveryFamily : public ::testing::TestWithParam<Family> {
protected:
    static std::int64_t every() { return std::getenv("HEADROOM_EVERY_ALLOCATION") ? 1 : GetParam().every; }
};

/// A step of `run` in which the n-th allocation fails; none if it has fewer.
std::optional<StepOutcome> failing_step(AnyRun& run, std::int64_t n, Refusal refusal) {
    EXPECT_LT(n, 100000) << "a step has more allocations than expected";
    run.trainer->note_relief_for_tests(false);  // however many failed lately
    cpu_allocator::refuse_nth(n, refusal);
    StepOutcome outcome = run.trainer->step();
    const bool failed = cpu_allocator::pending_refusal() == 0;
    cpu_allocator::refuse_nth(0);
    if (!failed) return std::nullopt;
    return outcome;
}

TEST_P(EveryFamily, ADeviceThatHasNoRoomInAFirstStepCostsTriesAlone) {
    AnyRun clean = GetParam().make();
    ASSERT_TRUE(clean.trainer->step().done);
    const StoredBytes wanted = state_of(*clean.trainer);
    int failures = 0;
    for (std::int64_t n = 1;; n += every()) {
        AnyRun run = GetParam().make();
        const auto outcome = failing_step(run, n, Refusal::BelowLimit);
        if (!outcome) break;
        ++failures;
        ASSERT_TRUE(outcome->done) << "allocation " << n << ": " << outcome->error.message << "; "
                                   << outcome->error.detail;
        ASSERT_EQ(differing(wanted, state_of(*run.trainer)), "") << "allocation " << n;
    }
    EXPECT_GT(failures, 3);
}

/// Step after step beside a run in which nothing fails.
TEST_P(EveryFamily, ADeviceThatHasNoRoomLaterCostsTriesAlone) {
    AnyRun clean = GetParam().make(), run = GetParam().make();
    ASSERT_TRUE(clean.trainer->step().done);
    ASSERT_TRUE(run.trainer->step().done);
    int failures = 0;
    for (std::int64_t n = 1;; n += every()) {
        ASSERT_TRUE(clean.trainer->step().done);
        const auto outcome = failing_step(run, n, Refusal::BelowLimit);
        if (!outcome) break;
        ++failures;
        ASSERT_TRUE(outcome->done) << "allocation " << n << ": " << outcome->error.message << "; "
                                   << outcome->error.detail;
        ASSERT_EQ(differing(state_of(*clean.trainer), state_of(*run.trainer)), "") << "allocation " << n;
    }
    EXPECT_GT(failures, 3);
}

TEST_P(EveryFamily, ALibraryThatFailsLeavesTheStateOfBeforeOrOfAfter) {
    AnyRun clean = GetParam().make();
    ASSERT_TRUE(clean.trainer->step().done);
    const StoredBytes before = state_of(*clean.trainer);
    ASSERT_TRUE(clean.trainer->step().done);
    const StoredBytes after = state_of(*clean.trainer);
    AnyRun run;
    int undone = 0;
    for (std::int64_t n = 1;; n += every()) {
        // A step that was undone is tried again by the same run, with another failure.
        if (!run.trainer) {
            run = GetParam().make();
            ASSERT_TRUE(run.trainer->step().done);
        }
        const auto outcome = failing_step(run, n, Refusal::OtherError);
        if (!outcome) break;
        ASSERT_FALSE(outcome->done);
        ASSERT_EQ(outcome->error.code, ErrorCode::Internal);
        ASSERT_NE(outcome->error.detail.find("failed on purpose"), std::string::npos);
        const std::string& told = outcome->error.message;
        const StoredBytes now = state_of(*run.trainer);
        if (told.find("could not be completed") != std::string::npos) {  // torn, and said so
            run = {};
        } else if (told.find("counts as made") != std::string::npos) {
            // D's part had settled: it has made its step, once, and G has not.
            for (const auto& [name, bytes] : now) {
                if (name.starts_with("optimiser_d/")) ASSERT_EQ(bytes, after.at(name)) << name << ", allocation " << n;
                if (name.starts_with("optimiser_g/") || name.starts_with("ema/"))
                    ASSERT_EQ(bytes, before.at(name)) << name << ", allocation " << n;
            }
            ASSERT_NE(now.at("counters"), before.at("counters"));
            run = {};
        } else if (told.find("is made") != std::string::npos) {
            ASSERT_EQ(differing(after, now), "") << "allocation " << n << ": " << told;
            run = {};
        } else {
            ++undone;
            ASSERT_EQ(differing(before, now), "") << "allocation " << n << ": " << told;
            if (undone % 4 != 0) continue;
            // The same step, once more: nothing of the failures has stayed.
            ASSERT_TRUE(run.trainer->step().done);
            ASSERT_EQ(differing(after, state_of(*run.trainer)), "") << "allocation " << n;
            run = {};
        }
    }
    EXPECT_GT(undone, 3);
}

INSTANTIATE_TEST_SUITE_P(Steps, EveryFamily, ::testing::ValuesIn(families()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(RecomputedFakes, ChangeNoBitOfAStep) {
    for (const std::int64_t accumulate : {1, 2}) {
        for (const std::int64_t rounds : {1, 2}) {
            TrainConfig c = small_config();
            c.batch_accumulate = accumulate;
            c.edit<DcganConfig>().d_steps = rounds;
            c.edit<DcganConfig>().reuse_fakes = ReuseFakes::On;
            TrainerRun kept(c);
            c.edit<DcganConfig>().reuse_fakes = ReuseFakes::Off;
            TrainerRun recomputed(c);
            kept.steps(3);
            recomputed.steps(3);
            EXPECT_EQ(differing(kept.state(), recomputed.state()), "")
                << accumulate << " micro-batches, " << rounds << " rounds of D";
        }
    }
}

TEST(RecomputedFakes, StatisticsFollowWhatOnlyGTrains) {
    TrainConfig c = small_config();
    c.edit<DcganConfig>().train = Train::OnlyG;
    TrainerRun run(c);
    run.steps(3);
    int counters = 0;
    for (const auto& [name, buffer] : nn::named_tensors(*run.trainer->networks().g)) {
        if (!name.ends_with("num_batches_tracked")) continue;
        ++counters;
        EXPECT_EQ(buffer.item<std::int64_t>(), 3) << name;
    }
    EXPECT_GT(counters, 0);
}

TEST(ChangesWhileRunning, AFailingLibraryRefusesTheChangeAndTheRunGoesOn) {
    TrainConfig c = small_config();
    TrainerRun run(c);
    run.steps(1);
    const StoredBytes before = run.state();
    TrainConfig larger = c;
    larger.image_size = 64;
    cpu_allocator::refuse_nth(20, Refusal::OtherError);
    const auto changed = run.change(larger);
    cpu_allocator::refuse_nth(0);
    ASSERT_FALSE(changed);
    EXPECT_EQ(changed.error().code, ErrorCode::Internal);
    EXPECT_EQ(run.trainer->config().image_size, 32);
    EXPECT_EQ(differing(before, run.state()), "");
    run.use_pictures(c);
    run.steps(1);

    Painted picture;
    ASSERT_TRUE(picture.prepare(painting()));
    picture.step();
    const at::Tensor latent = picture.trainer.latent().detach().clone();
    cpu_allocator::refuse_nth(20, Refusal::OtherError);
    const auto enlarged = picture.apply({{"picture.width", std::int64_t{64}}});
    cpu_allocator::refuse_nth(0);
    ASSERT_FALSE(enlarged);
    EXPECT_EQ(enlarged.error().code, ErrorCode::Internal);
    EXPECT_TRUE(at::equal(latent, picture.trainer.latent()));
    picture.step();
}

}  // namespace
}  // namespace headroom::test
