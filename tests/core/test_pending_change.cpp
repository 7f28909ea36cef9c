// Changes that wait for their pictures: training goes on, the latest wish wins, and no field is left pending.
#include "core/engine/run/settings_changes.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"
#include "tests/core/session_fixture.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace headroom {
namespace {

class PendingChangeTest : public SessionTest {
protected:
    void begin(std::int64_t size = 128) {
        script_.packs = true;
        ASSERT_TRUE(session_->start(request()));
        ASSERT_TRUE(until_state(RunState::Running));
        ask({{"image.size", size}});
        ASSERT_TRUE(until([&] { return script_.packings == 1; }));
    }
    void ask(ParamPatch patch) { ASSERT_TRUE(session_->apply(std::move(patch), ChangeOrigin::User)); }
    bool applied(const std::string& key, std::int64_t value) {
        return until([&] {
            const auto changes = all<ParamApplied>();
            return std::any_of(changes.begin(), changes.end(),
                               [&](const ParamApplied& e) { return e.key == key && e.new_value == ParamValue(value); });
        });
    }
    void expect_steps_go_on() {
        const std::int64_t now = script_.steps;
        EXPECT_TRUE(until([&] { return script_.steps > now + 20; }));
    }
};

TEST_F(PendingChangeTest, TrainsOnAtTheOldSizeUntilThePicturesAreThere) {
    begin();
    expect_steps_go_on();
    EXPECT_TRUE(all<ParamApplied>().empty());
    EXPECT_EQ(session_->snapshot()->image_size, 64);
    EXPECT_FALSE(all<Progress>().empty());
    script_.release();
    ASSERT_TRUE(applied("image.size", 128));
    EXPECT_EQ(session_->snapshot()->image_size, 128);
    EXPECT_EQ(script_.packings, 1);
    expect_steps_go_on();
}

TEST_F(PendingChangeTest, AnotherChangeOfSizeTakesItsPlace) {
    begin();
    ask({{"image.size", std::int64_t{256}}, {"batch.micro", std::int64_t{4}}});
    ASSERT_TRUE(until([&] { return script_.packings == 2; }));
    EXPECT_EQ(script_.cancelled, 1);
    script_.release();
    ASSERT_TRUE(applied("image.size", 256));
    EXPECT_EQ(session_->snapshot()->batch_micro, 4);
    for (const ParamApplied& e : all<ParamApplied>()) EXPECT_NE(e.new_value, ParamValue(std::int64_t{128}));
    EXPECT_TRUE(all<ParamRefused>().empty());
}

TEST_F(PendingChangeTest, GoingBackToThePresentSizeEndsThePacking) {
    begin();
    ask({{"image.size", std::int64_t{64}}});
    ASSERT_TRUE(applied("image.size", 64));  // answered, so that no field stays pending
    EXPECT_EQ(script_.cancelled, 1);
    expect_steps_go_on();
    EXPECT_EQ(session_->snapshot()->image_size, 64);
}

TEST_F(PendingChangeTest, WhatNeedsNoPicturesDoesNotWait) {
    begin();
    ask({{"batch.micro", std::int64_t{2}}});
    ASSERT_TRUE(applied("batch.micro", 2));
    EXPECT_EQ(session_->snapshot()->image_size, 64);
    EXPECT_EQ(script_.cancelled, 0);
    script_.release();
    ASSERT_TRUE(applied("image.size", 128));
    EXPECT_EQ(session_->snapshot()->batch_micro, 2);
    EXPECT_EQ(script_.packings, 1);
}

TEST_F(PendingChangeTest, TheLatestValueWinsOverOneThatWaits) {
    script_.packs = true;
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    ask({{"image.size", std::int64_t{128}}, {"batch.micro", std::int64_t{16}}});
    ASSERT_TRUE(until([&] { return script_.packings == 1; }));
    EXPECT_EQ(session_->snapshot()->batch_micro, 8);  // sent together, applied together
    ask({{"batch.micro", std::int64_t{2}}});
    ASSERT_TRUE(applied("batch.micro", 2));
    script_.release();
    ASSERT_TRUE(applied("image.size", 128));
    EXPECT_EQ(session_->snapshot()->batch_micro, 2);
}

TEST_F(PendingChangeTest, WhatIsRefusedWhileLentTakesNothingFromWhatWaits) {
    begin();
    session_->lend();
    ASSERT_TRUE(until_state(RunState::Lent));
    ask({{"image.size", std::int64_t{256}}});
    ASSERT_TRUE(until([&] { return !all<ParamRefused>().empty(); }));
    script_.release();
    session_->resume();
    ASSERT_TRUE(applied("image.size", 128));
}

TEST_F(PendingChangeTest, TakesEffectWhilePaused) {
    begin();
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    script_.release();
    ASSERT_TRUE(applied("image.size", 128));
    EXPECT_EQ(session_->state(), RunState::Paused);
}

TEST_F(PendingChangeTest, AStopEndsThePackingAndAnswersTheChange) {
    begin();
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_EQ(all<ParamRefused>().size(), 1u);
    EXPECT_EQ(all<ParamRefused>().front().keys.front(), "image.size");
    EXPECT_NE(all<ParamRefused>().front().message.find("ended before"), std::string::npos);
    EXPECT_EQ(script_.cancelled, 1);
}

/// A run that doubles its resolution by itself; a step has eight images.
class PlannedChangeTest : public PendingChangeTest {
protected:
    void grow(std::int64_t images, std::int64_t to = 64) {
        RunRequest growing = request();
        TrainConfig config = *growing.config;
        config.image_size = 32;
        config.grow_to = to;
        config.grow_after = images;
        growing.config = std::make_shared<const TrainConfig>(config);
        ASSERT_TRUE(session_->start(growing));
        ASSERT_TRUE(until_state(RunState::Running));
    }
    /// The same when a person has asked for another crop early on; its pictures are being packed until release().
    void grow_beside_another() {
        script_.packs = true;
        script_.let(5);
        grow(400);
        ASSERT_TRUE(until([&] { return script_.under_way == 6; }));
        ask({{"data.fit", std::string("pad")}});
        script_.let(std::numeric_limits<std::int64_t>::max());
        ASSERT_TRUE(until([&] { return script_.packings == 1; }));
    }
    std::int64_t grown_at() const {
        for (const ParamApplied& e : all<ParamApplied>())
            if (e.key == "image.size") return e.step;
        return -1;
    }
    /// What the resolution became, one after the other.
    std::vector<ParamValue> sizes() const {
        std::vector<ParamValue> out;
        for (const ParamApplied& e : all<ParamApplied>())
            if (e.key == "image.size") out.push_back(e.new_value);
        return out;
    }
    /// The run in `dir` goes on, with the settings of `asked` where it has some.
    void go_on(RunRequest asked, const std::string& dir) {
        asked.resume_from = dir;
        events_.clear();
        ASSERT_TRUE(session_->start(std::move(asked)));
        ASSERT_TRUE(until_state(RunState::Running));
    }
};

TEST_F(PlannedChangeTest, TheResolutionGrowsBeforeItsStepHoweverLongThePacking) {
    script_.packs = true;
    grow(400);
    ASSERT_TRUE(until([&] { return script_.steps == 50; }));
    EXPECT_EQ(session_->snapshot()->image_size, 32);
    ASSERT_TRUE(until([&] { return script_.packings == 1; }));  // asked for half way, on a thread of its own
    script_.release();
    ASSERT_TRUE(applied("image.size", 64));
    EXPECT_EQ(grown_at(), 50);
    expect_steps_go_on();
    EXPECT_EQ(session_->snapshot()->image_size, 64);
    EXPECT_EQ(all<ParamApplied>().size(), 1u);  // no further than asked for
}

TEST_F(PlannedChangeTest, ARunThatWaitsForItsPicturesCanBeStopped) {
    script_.packs = true;
    grow(400);
    ASSERT_TRUE(until([&] { return script_.steps == 50 && script_.packings == 1; }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(script_.cancelled, 1);
    EXPECT_EQ(script_.steps, 50);
}

TEST_F(PlannedChangeTest, StandsBehindOneWhosePicturesAreBeingPacked) {
    grow_beside_another();
    ASSERT_TRUE(until([&] { return script_.steps == 50; }));
    EXPECT_TRUE(all<ParamApplied>().empty());
    script_.release();
    ASSERT_TRUE(applied("image.size", 64));
    EXPECT_EQ(all<ParamApplied>().front().key, "data.fit");
    EXPECT_EQ(grown_at(), 50);
    EXPECT_EQ(script_.packings, 2) << "its own pictures were packed on a thread of their own, too";
    EXPECT_EQ(session_->snapshot()->data_fit, FitMode::Pad);
    expect_steps_go_on();
}

TEST_F(PlannedChangeTest, ARunThatWaitsForThePicturesOfAnotherChangeCanBeStopped) {
    grow_beside_another();
    ASSERT_TRUE(until([&] { return script_.steps == 50; }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(script_.cancelled, 1);
    EXPECT_EQ(script_.steps, 50);
    EXPECT_TRUE(all<ParamApplied>().empty());
}

TEST(SettingsChangesTest, PicturesThatAreNoLongerTheRightOnesArePackedAnew) {
    Script script;
    script.packs = true;
    SharedState shared;
    RunFiles files(shared);
    FakeTrainer trainer(script);
    TrainConfig config = default_config(kDcgan);
    config.image_size = 32;
    ASSERT_TRUE(trainer.prepare(
        config, nullptr, false, shared.progress(), [](Event) {}, std::stop_token()));
    std::vector<ParamPatch> made;
    SettingsChanges changes(shared, files, [&](const TrainConfig&, const ParamPatch& patch, const ChangeSource&) {
        made.push_back(patch);
    });
    changes.apply(trainer, {{"data.fit", std::string("pad")}}, ChangeOrigin::User, false);
    EXPECT_TRUE(made.empty());
    changes.apply_planned(trainer, {{"image.size", std::int64_t{64}}}, {ChangeOrigin::Control, "its plan"});
    ASSERT_EQ(made.size(), 1u);
    script.release();
    for (int i = 0; i < 6000 && made.size() < 2; ++i) {
        changes.finish_waiting(trainer);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_EQ(made.size(), 2u);
    EXPECT_EQ(script.packings, 2);
    EXPECT_EQ(trainer.config().image_size, 64);
    EXPECT_EQ(trainer.config().data_fit, FitMode::Pad);
}

TEST_F(PlannedChangeTest, OneThatIsRefusedIsNotTriedAgain) {
    script_.refuse_changes = true;
    grow(400);
    ASSERT_TRUE(until([&] { return !all<ParamRefused>().empty(); }));
    expect_steps_go_on();
    EXPECT_EQ(all<ParamRefused>().size(), 1u);
    EXPECT_EQ(session_->snapshot()->image_size, 32);
}

TEST_F(PlannedChangeTest, ARefusalIsLoggedAndMarkedOnceHoweverOftenItIsTried) {
    script_.refuse_sizes = true;
    grow(400);
    ASSERT_TRUE(until([&] { return all<ParamRefused>().size() == 1; }));
    ask({{"batch.micro", std::int64_t{4}}});
    ASSERT_TRUE(until([&] { return all<ParamRefused>().size() == 2; }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    const std::string text = "image.size 64: the change does not fit";
    const auto refused = all<ParamRefused>();
    ASSERT_TRUE(refused[0].mark);
    EXPECT_EQ(refused[0].mark->text, text);
    EXPECT_EQ(refused[0].mark->step, 50);
    EXPECT_EQ(refused[0].mark->images, 400);
    EXPECT_FALSE(refused[1].mark);
    const auto lines = all<LogLine>();
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                            [&](const LogLine& line) {
                                return line.level == LogLevel::Warn &&
                                       line.text == "step 50: planned, but refused: " + text;
                            }),
              1);
    const auto history = HistoryStore::open(all<Finished>().front().run_dir + "/history.db");
    ASSERT_TRUE(history) << history.error().message;
    const auto marks = history->marks();
    EXPECT_EQ(std::count_if(marks.begin(), marks.end(),
                            [&](const HistoryMark& mark) { return mark.kind == "refused" && mark.text == text; }),
              1);
}

TEST_F(PlannedChangeTest, OneThatWasRefusedIsTriedAgainWithOtherSettings) {
    script_.refuse_changes = true;
    grow(400);
    ASSERT_TRUE(until([&] { return !all<ParamRefused>().empty(); }));
    script_.refuse_changes = false;
    ask({{"batch.micro", std::int64_t{4}}});
    ASSERT_TRUE(applied("image.size", 64));
}

TEST_F(PlannedChangeTest, WhoGoesBackBehindItStaysThereAndEndsIt) {
    grow(400, 128);
    ASSERT_TRUE(applied("image.size", 128));
    ASSERT_TRUE(session_->apply({{"image.size", std::int64_t{32}}}, ChangeOrigin::Undo));
    ASSERT_TRUE(applied("image.grow_to", 0));
    expect_steps_go_on();
    const auto side = [](std::int64_t px) { return ParamValue(px); };
    EXPECT_EQ(sizes(), (std::vector<ParamValue>{side(64), side(128), side(32)}));
    EXPECT_EQ(session_->snapshot()->image_size, 32);
    // Who says how far it shall grow means that.
    ask({{"image.grow_to", std::int64_t{64}}});
    ASSERT_TRUE(until([&] { return sizes().size() == 4; }));
    EXPECT_EQ(sizes().back(), side(64));
}

TEST_F(PlannedChangeTest, ARunThatGoesOnSmallerStaysSo) {
    grow(400);
    ASSERT_TRUE(applied("image.size", 64));
    expect_steps_go_on();
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    const Finished end = all<Finished>().front();
    RunRequest smaller = request();
    TrainConfig config = *session_->snapshot();
    config.image_size = 32;
    smaller.config = std::make_shared<const TrainConfig>(config);
    ASSERT_NO_FATAL_FAILURE(go_on(smaller, end.run_dir));
    ASSERT_TRUE(until([&] { return script_.steps > end.step + 20; }));
    EXPECT_TRUE(sizes().empty());
    EXPECT_EQ(session_->snapshot()->image_size, 32);
    EXPECT_EQ(session_->snapshot()->grow_to, 0);
}

TEST_F(PlannedChangeTest, ANewRunBeginsWhereThisOneBeganAndThisOneGoesOnWhereItIs) {
    grow(400);
    ASSERT_TRUE(applied("image.size", 64));
    expect_steps_go_on();
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    const std::string dir = all<Finished>().front().run_dir;
    EXPECT_EQ(RunFolder::open(dir)->load_info()->width, 64);
    for (int again = 0; again < 2; ++again) {
        RunRequest draft;
        draft.config = session_->snapshot();
        draft.of_draft = true;
        EXPECT_EQ(draft.config->image_size, 32);
        EXPECT_EQ(draft.config->grow_to, 64);
        SetUp();  // in another process
        ASSERT_NO_FATAL_FAILURE(go_on(draft, dir));
        EXPECT_EQ(all<RunStarted>().front().config->image_size, 64);
        session_->request_stop(StopMode::SaveAndStop);
        ASSERT_TRUE(until_state(RunState::Finished));
        EXPECT_TRUE(sizes().empty());
    }
    // Without a plan to go by it means what it says.
    TrainConfig small = *session_->snapshot();
    small.grow_to = 0;
    RunRequest draft;
    draft.config = std::make_shared<const TrainConfig>(small);
    draft.of_draft = true;
    ASSERT_NO_FATAL_FAILURE(go_on(draft, dir));
    EXPECT_EQ(all<RunStarted>().front().config->image_size, 32);
}

TEST_F(PlannedChangeTest, WhatIsSetByHandIsTheNextRunsToo) {
    grow(400);
    ASSERT_TRUE(applied("image.size", 64));
    ask({{"image.size", std::int64_t{128}}});
    ASSERT_TRUE(applied("image.size", 128));
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(session_->snapshot()->image_size, 128);
}

TEST_F(PlannedChangeTest, ADraftOfWhatWasNotSavedGrowsWhenItWould) {
    grow(400);
    ASSERT_TRUE(applied("image.size", 64));
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(until_state(RunState::Finished));
    RunRequest draft;
    draft.config = session_->snapshot();
    draft.of_draft = true;
    ASSERT_NO_FATAL_FAILURE(go_on(draft, all<Finished>().front().run_dir));
    EXPECT_EQ(all<RunStarted>().front().config->image_size, 32);
    ASSERT_TRUE(applied("image.size", 64));
    EXPECT_EQ(grown_at(), 50);
}

TEST_F(PlannedChangeTest, OneThatEndsBeforeItsFirstCheckpointGrowsAtTheSameStepAgain) {
    grow(400);
    ASSERT_TRUE(applied("image.size", 64));
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_NO_FATAL_FAILURE(go_on({}, all<Finished>().front().run_dir));
    ASSERT_TRUE(applied("image.size", 64));
    EXPECT_EQ(all<RunStarted>().front().step, 50);
    EXPECT_EQ(all<RunStarted>().front().config->image_size, 32);
    EXPECT_EQ(grown_at(), 50);
}

TEST_F(PlannedChangeTest, WhereTheStepAfterItDoesNotFitTheCheckpointBeforeItStays) {
    script_.fail_at = 51;
    grow(400);
    ASSERT_TRUE(until_state(RunState::Failed));
    EXPECT_EQ(all<Failed>().front().last_checkpoint_step, 50);
    std::vector<std::string> problems;
    const auto newest = RunFolder::open(all<Failed>().front().run_dir)->newest_checkpoint(&problems);
    ASSERT_TRUE(newest) << newest.error().message;
    const auto kept = RunFolder::read_checkpoint(*newest);
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(kept->step, 50);
    EXPECT_EQ(kept->config.image_size, 32) << "who goes on without growing can";
}

TEST_F(PendingChangeTest, AFailedPackingRefusesTheChangeAndTrainsOn) {
    script_.packing_fails = true;
    begin();
    script_.release();
    ASSERT_TRUE(until([&] { return !all<ParamRefused>().empty(); }));
    EXPECT_EQ(all<ParamRefused>().front().message, "the disk is full");
    expect_steps_go_on();
    EXPECT_EQ(session_->snapshot()->image_size, 64);
}

TEST_F(PendingChangeTest, DestroyingTheSessionMeanwhileIsClean) {
    begin();
    session_.reset();
    EXPECT_EQ(script_.cancelled, 1);
}

TEST_F(PendingChangeTest, AFailingStepEndsThePacking) {
    begin();
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    script_.throw_at = script_.steps + 1;
    session_->resume();
    ASSERT_TRUE(until_state(RunState::Failed));
    EXPECT_EQ(script_.cancelled, 1);
    EXPECT_FALSE(all<ParamRefused>().empty());
}

}  // namespace
}  // namespace headroom
