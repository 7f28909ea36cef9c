// The ladder's bookkeeping: order of the rungs, what is remembered, when it climbs back. No tensors.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/memory/role_scope.h"
#include "core/train/step/ladder.h"
#include "core/train/step/oom_story.h"

#include <gtest/gtest.h>

namespace headroom::test {
namespace {

using namespace literals;

TrainConfig config(std::int64_t micro = 8) {
    TrainConfig c;
    c.batch_micro = micro;
    return c;
}

/// All rungs down from `c`, as their names.
std::vector<std::string> descent(TrainConfig c, bool on_cpu) {
    Ladder ladder;
    ladder.set_on_cpu(on_cpu);
    std::vector<std::string> rungs;
    while (const auto move = ladder.down(c)) {
        rungs.emplace_back(name_of(move->rung));
        EXPECT_EQ(move->to.effective_batch(), c.effective_batch());
        EXPECT_FALSE(difference(c, move->to).empty());
        c = move->to;
        if (rungs.size() > 50) break;
    }
    return rungs;
}

TEST(Ladder, OfSeveralProcessesHalvesWhatEachHas) {
    TrainConfig c = default_config(kVqganClip);
    c.edit<ImagineConfig>().cuts = 16;
    c.edit<ImagineConfig>().chunk = 0;  // all at once, of which each of four processes has four
    Ladder ladder;
    ladder.set_processes(4);
    const auto move = ladder.down(c);
    ASSERT_TRUE(move);
    EXPECT_EQ(move->to.own<ImagineConfig>().chunk, 2);
    // One micro-batch each: the fakes of each wait in memory, and there is something to recompute.
    TrainConfig gan = config(1);
    gan.batch_accumulate = 4;
    EXPECT_EQ(Ladder().down(gan)->rung, OomRung::Checkpointing);
    const auto recompute = ladder.down(gan);
    EXPECT_EQ(recompute->rung, OomRung::Fakes);
    EXPECT_EQ(recompute->to.own<DcganConfig>().reuse_fakes, ReuseFakes::Off);
}

TEST(Ladder, TriesTheRungsInOrderAndEnds) {
    using Names = std::vector<std::string>;
    TrainConfig c = config(4);
    EXPECT_EQ(descent(c, true), (Names{"micro_batch", "micro_batch", "checkpointing"}));
    c.edit<DcganConfig>().reuse_fakes = ReuseFakes::On;
    EXPECT_EQ(descent(c, true), (Names{"micro_batch", "micro_batch", "fakes", "checkpointing"}));
    c.allow_lower_precision = true;
    EXPECT_EQ(descent(c, true), (Names{"micro_batch", "micro_batch", "fakes", "checkpointing", "precision"}));
    EXPECT_EQ(descent(c, false),
              (Names{"micro_batch", "micro_batch", "fakes", "checkpointing", "precision", "optimiser_state"}));
    c.precision = Precision::Bf16;
    c.edit<DcganConfig>().train = Train::OnlyD;  // no fakes are kept then
    EXPECT_EQ(descent(c, true), (Names{"micro_batch", "micro_batch", "checkpointing"}));
}

TEST(Ladder, KeepsTheEffectiveBatchWhateverItsDivisors) {
    for (std::int64_t micro : {2, 3, 5, 6, 7, 12, 100, 255}) {
        TrainConfig c = config(micro);
        c.batch_accumulate = 3;
        const auto rungs = descent(c, true);
        EXPECT_LE(rungs.size(), 12u) << micro;
    }
    TrainConfig most = config(2);
    most.batch_accumulate = 65536;
    const auto move = Ladder().down(most);
    ASSERT_TRUE(move);
    EXPECT_EQ(move->rung, OomRung::Checkpointing)
        << "more micro-batches than the setting allows could not be set again";
}

TEST(Ladder, GoesStraightToWhatWorkedBefore) {
    Ladder ladder;
    const TrainConfig c = config(16);
    std::vector<LadderMove> moves;
    for (TrainConfig now = c; now.batch_micro > 2; now = moves.back().to) moves.push_back(*ladder.down(now));
    ASSERT_EQ(moves.size(), 3u);
    ladder.survived(moves, {30_MiB, 20_MiB, 10_MiB});
    const auto again = ladder.down(c);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->to.batch_micro, 2);
    TrainConfig other = c;
    other.lr_g *= 2;
    EXPECT_EQ(ladder.down(other)->to.batch_micro, 8) << "other settings are not known";
}

/// A ladder that has gone from micro-batch 8 to 4, which needs 100 MiB to go back.
struct Descended {
    Ladder ladder;
    TrainConfig big = config(8), small = config(4);

    Descended() {
        small.batch_accumulate = 2;
        ladder.survived({*ladder.down(big)}, {100_MiB});
    }
    std::optional<TrainConfig> up(Bytes allowed = 200_MiB) { return ladder.up(small, allowed, 10_MiB, 50_MiB); }
    int steps_until_up(int most = 20000) {
        for (int n = 0; n < most; ++n) {
            if (up()) return n;
            ladder.step_done(0);
        }
        return -1;
    }
};

TEST(Ladder, ClimbsBackAfterCalmStepsWithRoomOnly) {
    Descended d;
    for (int i = 0; i < Ladder::kCalmSteps - 1; ++i) {
        EXPECT_FALSE(d.ladder.step_done(0));
        ASSERT_FALSE(d.up()) << "after " << i + 1 << " steps";
    }
    d.ladder.step_done(0);
    EXPECT_FALSE(d.up(99_MiB)) << "it is known to need 100 MiB";
    const auto up = d.up(100_MiB);
    ASSERT_TRUE(up);
    EXPECT_EQ(up->batch_micro, 8);
    EXPECT_EQ(up->batch_accumulate, 1);
    EXPECT_FALSE(d.ladder.descended());
}

TEST(Ladder, ClimbsAboveARungThatCannotBeTakenBack) {
    TrainConfig big = default_config(kVqganClip);
    big.edit<ImagineConfig>().cuts = big.edit<ImagineConfig>().chunk = 8;
    TrainConfig half = big, thin = big;
    half.edit<ImagineConfig>().chunk = 4;
    thin.edit<ImagineConfig>().chunk = 4;
    thin.precision = Precision::Bf16;
    Ladder ladder;
    ladder.survived({{OomRung::MicroBatch, big, half, ""}, {OomRung::Precision, half, thin, ""}}, {100_MiB, 90_MiB});
    for (int i = 0; i < Ladder::kCalmSteps; ++i) ladder.step_done(0);
    const auto next =
        ladder.up(thin, 200_MiB, 10_MiB, 50_MiB, [](const TrainConfig& to) { return to.precision == Precision::Bf16; });
    ASSERT_TRUE(next);
    EXPECT_EQ(next->precision, Precision::Bf16) << "weights in half precision stay so";
    EXPECT_EQ(next->own<ImagineConfig>().chunk, 8);
    EXPECT_FALSE(ladder.descended());
}

TEST(Ladder, ExtrapolatesFromThePresentPeakAndBelievesABetterEstimate) {
    Descended d;
    for (int i = 0; i < Ladder::kCalmSteps; ++i) d.ladder.step_done(0);
    // 10 MiB stay, 60 MiB come with the micro-batch: twice of it needs 130 MiB.
    EXPECT_FALSE(d.ladder.up(d.small, 129_MiB, 10_MiB, 70_MiB));
    d.ladder.estimate = [](const TrainConfig& c) { return std::optional(c.batch_micro == 8 ? 110_MiB : 0_MiB); };
    EXPECT_FALSE(d.ladder.up(d.small, 109_MiB, 10_MiB, 70_MiB));
    EXPECT_TRUE(d.ladder.up(d.small, 110_MiB, 10_MiB, 70_MiB));
}

TEST(Ladder, WaitsTwiceAsLongAfterAClimbThatFailed) {
    Descended d;
    int wait = Ladder::kCalmSteps;
    for (int round = 0; round < 4; ++round, wait *= 2) {
        EXPECT_EQ(d.steps_until_up(), wait);
        d.ladder.survived({*d.ladder.down(d.big)}, {100_MiB});
    }
    EXPECT_EQ(d.steps_until_up(), wait);
    for (int i = 0; i < Ladder::kCalmSteps; ++i) d.ladder.step_done(0);
    d.ladder.survived({*d.ladder.down(d.big)}, {100_MiB});
    EXPECT_EQ(d.steps_until_up(), Ladder::kCalmSteps) << "a climb that lasted makes up for it";
}

TEST(Ladder, KeepsTheWayOfAClimbThatFoundNoRoom) {
    Descended calm, asked;
    EXPECT_EQ(calm.steps_until_up(), Ladder::kCalmSteps);
    asked.ladder.answer(OomAnswer::UndoWhenItFits);
    ASSERT_TRUE(asked.up());
    for (Descended* d : {&calm, &asked}) {
        d->ladder.climb_failed();
        EXPECT_TRUE(d->ladder.descended());
        int wait = 2 * Ladder::kCalmSteps;
        for (; wait < 20 * Ladder::kCalmSteps; wait *= 2) {
            EXPECT_EQ(d->steps_until_up(), wait);
            d->ladder.climb_failed();
        }
        for (int i = 0; i < wait; ++i) d->ladder.step_done(0);
        EXPECT_FALSE(d->up(99_MiB)) << "it is known to need 100 MiB";
        EXPECT_TRUE(d->up(100_MiB));
    }
}

TEST(Ladder, DoesWhatTheUserAnswers) {
    Descended keep, undo;
    keep.ladder.answer(OomAnswer::Keep);
    EXPECT_EQ(keep.steps_until_up(1000), -1);
    undo.ladder.answer(OomAnswer::UndoWhenItFits);
    EXPECT_FALSE(undo.up(99_MiB));
    ASSERT_TRUE(undo.up()) << "at the first step with room";
    undo.ladder.survived({*undo.ladder.down(undo.big)}, {100_MiB});
    EXPECT_FALSE(undo.up()) << "it had room and failed: now it waits";
    EXPECT_EQ(undo.steps_until_up(), 2 * Ladder::kCalmSteps);
}

TEST(Ladder, ForgetsTheWayBackWhenTheUserTakesOver) {
    Descended d;
    d.small.batch_micro = 2;
    d.small.batch_accumulate = 4;
    d.ladder.changed(d.small, false);
    EXPECT_EQ(d.steps_until_up(1000), -1);
}

TEST(Ladder, CountsTwoThrashingStepsAsOutOfMemory) {
    Ladder ladder;
    EXPECT_FALSE(ladder.step_done(3));
    EXPECT_FALSE(ladder.step_done(0));
    EXPECT_FALSE(ladder.step_done(1));
    EXPECT_TRUE(ladder.step_done(1));
    EXPECT_FALSE(ladder.step_done(1)) << "counted anew";
}

OomScene scene() {
    OomScene s;
    s.step = 7;
    s.refused = {5_MiB, 98_MiB, 100_MiB, Phase::G, Role::Activations, label_id("G main.3 conv")};
    s.budget = 300_MiB;
    s.context = 200_MiB;
    s.micro_batch = s.micro_batches = 1;
    return s;
}

OomCause cause(const OomScene& s) { return OomStory(config(), s).given_up(0).cause; }

TEST(OomStory, SaysWhyNow) {
    OomScene s = scene();
    EXPECT_EQ(cause(s), OomCause::FirstStep);
    s.settled = true;
    s.usual_peak = 90_MiB;
    EXPECT_EQ(cause(s), OomCause::LargerStep);
    s.budget_before = 400_MiB;
    EXPECT_EQ(cause(s), OomCause::BudgetCut);
    s.refused.limit = 200_MiB;  // it was not the budget
    EXPECT_EQ(cause(s), OomCause::Unknown);
    s.others_now = 2_GiB;
    EXPECT_EQ(cause(s), OomCause::OthersGrew);
    s.thrashing = true;
    EXPECT_EQ(cause(s), OomCause::Thrashing);
    EXPECT_FALSE(OomStory(config(), s).given_up(0).why.empty());
}

TEST(OomStory, TellsEachRemedyWithItsWorth) {
    OomStory story(config(8), scene());
    story.relieved(2_MiB);
    Ladder ladder;
    const LadderMove first = *ladder.down(config(8)), second = *ladder.down(first.to);
    story.went_down(first);
    story.refused_again({4_MiB, 97_MiB, 100_MiB, Phase::DFake, Role::Activations});
    story.went_down(second);
    const OomRecovered e = story.survived(second.to, 260_MiB, 60_MiB, 0.5, 1.25, ladder.rest(second.to));
    EXPECT_TRUE(e.survived);
    EXPECT_EQ(e.missing, 3_MiB);
    EXPECT_EQ(e.phase, Phase::G) << "the first refusal is told";
    EXPECT_EQ(e.tensor, "G main.3 conv");
    ASSERT_GE(e.remedies.size(), 4u);
    EXPECT_EQ(e.remedies[0].outcome, RemedyOutcome::NotEnough);
    EXPECT_EQ(e.remedies[0].gave, 2_MiB);
    EXPECT_EQ(e.remedies[0].missing, 3_MiB);
    EXPECT_EQ(e.remedies[1].outcome, RemedyOutcome::NotEnough);
    EXPECT_EQ(e.remedies[1].missing, 1_MiB);
    EXPECT_EQ(e.remedies[2].outcome, RemedyOutcome::Worked);
    EXPECT_EQ(e.remedies[2].peak_before, 303_MiB);
    EXPECT_EQ(e.remedies[2].peak_after, 260_MiB);
    EXPECT_EQ(e.remedies.back().outcome, RemedyOutcome::NotNeeded);
    EXPECT_EQ(e.tried.size(), 3u);
    EXPECT_EQ(std::get<std::int64_t>(e.before.at("batch.micro")), 8);
    EXPECT_EQ(std::get<std::int64_t>(e.after.at("batch.micro")), 2);
    EXPECT_TRUE(e.changes_batch_statistics);
    EXPECT_NE(e.statistics_note.find("2 images per pass instead of 8"), std::string::npos) << e.statistics_note;
    EXPECT_DOUBLE_EQ(e.seconds, 1.25);
    EXPECT_EQ(e.undo_needs, 303_MiB);
    EXPECT_EQ(story.needs(), (std::vector<Bytes>{103_MiB, 101_MiB}));
}

TEST(OomStory, NeedsBelongToTheSettingsThatWereRefused) {
    OomStory story(config(8), scene());
    story.relieved(2_MiB);
    story.refused_again({4_MiB, 96_MiB, 100_MiB, Phase::G, Role::Activations});  // the same settings, after relief
    Ladder ladder;
    const LadderMove first = *ladder.down(config(8));
    story.went_down(first);
    EXPECT_EQ(story.needs(), (std::vector<Bytes>{103_MiB}));
}

}  // namespace
}  // namespace headroom::test
