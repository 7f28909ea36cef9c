// Session and worker against a backend without tensors: states, commands, changes, failures, destruction while running.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/core/by_side.h"
#include "tests/core/session_fixture.h"

#include "core/api/param_schema.h"
#include "core/engine/run/shared_state.h"
#include "core/io/files/atomic_file.h"
#include "core/io/runs/run_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>

namespace headroom {
namespace {

using TrainSessionTest = SessionTest;

TEST_F(TrainSessionTest, RunsToItsEndAndSaves) {
    ASSERT_TRUE(session_->start(request(20)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(script_.steps, 20);
    const auto saved = all<CheckpointSaved>();
    ASSERT_EQ(saved.size(), 1u);
    EXPECT_EQ(saved.front().step, 20);
    EXPECT_TRUE(std::filesystem::exists(saved.front().path));
    EXPECT_EQ(all<Finished>().front().step, 20);
    EXPECT_EQ(session_->state(), RunState::Finished);
}

TEST_F(TrainSessionTest, PausesStepsAndResumes) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    const std::int64_t at_pause = script_.steps;
    session_->step_once();
    ASSERT_TRUE(until([&] { return script_.steps == at_pause + 1; }));
    session_->request_checkpoint();
    ASSERT_TRUE(until([&] { return !all<CheckpointSaved>().empty(); }));
    EXPECT_EQ(script_.steps, at_pause + 1);
    EXPECT_EQ(all<CheckpointSaved>().front().step, at_pause + 1);
    session_->resume();
    ASSERT_TRUE(until([&] { return script_.steps > at_pause + 3; }));
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
}

TEST_F(TrainSessionTest, AppliesTheLatestValueOfEachKeyAtAStep) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->pause();
    ASSERT_TRUE(until_state(RunState::Paused));
    for (std::int64_t n = 1; n <= 100; ++n) ASSERT_TRUE(session_->apply({{"batch.micro", n}}, ChangeOrigin::User));
    ASSERT_TRUE(session_->apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    ASSERT_TRUE(until([&] {
        return session_->snapshot()->batch_micro == 100 && session_->snapshot()->lr_g == 0.001 &&
               !all<ParamApplied>().empty();
    }));
    const auto changes = all<ParamApplied>();
    ASSERT_FALSE(changes.empty());
    EXPECT_EQ(changes.front().old_value, ParamValue(std::int64_t{8}));
}

TEST_F(TrainSessionTest, RefusesBadValuesBeforeAnythingIsSent) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    EXPECT_NE(
        session_->apply({{"batch.micro", std::int64_t{0}}}, ChangeOrigin::User).error().message.find("not between"),
        std::string::npos);
    EXPECT_FALSE(session_->apply({{"no.such", true}}, ChangeOrigin::User));
    EXPECT_FALSE(session_->apply({{"latent", std::int64_t{7}}}, ChangeOrigin::User));         // only with a new run
    EXPECT_FALSE(session_->apply({{"precision", std::string("fp16")}}, ChangeOrigin::User));  // on the CPU
    EXPECT_FALSE(session_->start(request()));                                                 // one at a time
}

/// Whether `call`, on a thread of its own, returns while what it must not wait for is still going on; `release` ends that.
bool returns_at_once(const std::function<void()>& call, const std::function<void()>& release) {
    auto called = std::async(std::launch::async, call);
    const bool at_once = called.wait_for(std::chrono::seconds(30)) == std::future_status::ready;
    release();
    called.wait();
    return at_once;
}

TEST_F(TrainSessionTest, AStartDoesNotWaitForTheEndOfTheWorkerBefore) {
    RunRequest first = request(3);
    first.config = {new TrainConfig(*first.config),
                    [this](const TrainConfig* config) {  // the worker's: it goes with it
                        std::unique_lock lock(script_.mutex);
                        script_.changed.wait(lock, [this] { return script_.released; });
                        delete config;
                    }};
    ASSERT_TRUE(session_->start(std::move(first)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_TRUE(returns_at_once([this] { EXPECT_TRUE(session_->start(request(3))); }, [this] { script_.release(); }));
    EXPECT_TRUE(until([this] { return all<Finished>().size() == 2; }));
}

TEST_F(TrainSessionTest, NeitherStartNorEditWaitsForTheListOfDevices) {
    session_.reset();
    script_.devices_held = true;
    session_ = make_train_session(std::make_shared<FakeBackend>(script_), {root_.string()});
    RunRequest on_gpu = request(3);
    auto config = std::make_shared<TrainConfig>(*on_gpu.config);
    config->precision = Precision::Fp16;
    on_gpu.config = config;
    const auto edit = [&] {
        EXPECT_TRUE(session_->start(on_gpu));
        EXPECT_TRUE(session_->apply({{"batch.micro", std::int64_t{4}}}, ChangeOrigin::User));
    };
    EXPECT_TRUE(returns_at_once(edit, [this] { script_.release(); }));
    // Once the list is there the settings turn out to be for another device.
    EXPECT_TRUE(until_state(RunState::Failed));
    EXPECT_EQ(all<Failed>().size(), 1u);
    EXPECT_EQ(script_.steps, 0);
}

TEST_F(TrainSessionTest, TellsOfChangesTheTrainerRefuses) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    script_.refuse_changes = true;
    ASSERT_TRUE(session_->apply({{"image.size", std::int64_t{128}}}, ChangeOrigin::User));
    ASSERT_TRUE(until([&] { return !all<ParamRefused>().empty(); }));
    EXPECT_EQ(all<ParamRefused>().front().keys.front(), "image.size");
    EXPECT_EQ(session_->snapshot()->image_size, 64);
}

TEST_F(TrainSessionTest, ShowsWhatTheLadderChanged) {
    script_.oom_at = 3;
    ASSERT_TRUE(session_->start(request(5)));
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_EQ(all<OomRecovered>().size(), 1u);
    const auto changes = all<ParamApplied>();
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes.front().origin, ChangeOrigin::Ladder);
    EXPECT_EQ(session_->snapshot()->batch_micro, 4);
}

TEST_F(TrainSessionTest, WritesAReportOfASurvivedOutOfMemoryErrorAndTheSettingsItLeft) {
    script_.oom_at = 3;
    ASSERT_TRUE(session_->start(request(5)));
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_EQ(all<OomRecovered>().size(), 1u);
    const OomRecovered oom = all<OomRecovered>().front();
    EXPECT_EQ(std::filesystem::path(oom.report_path).filename().string(), "oom-3.json");
    const auto text = read_text(oom.report_path);
    ASSERT_TRUE(text) << text.error().message;
    for (const char* part :
         {"\"step\": 3", "\"requested\": 512", "\"cause\": \"first_step\"", "\"rung\": \"relief\"", "\"gave\": 64",
          "\"missing\": 32", "\"outcome\": \"not_enough\"", "\"outcome\": \"worked\"", "\"batch.micro\": 4"}) {
        EXPECT_NE(text->find(part), std::string::npos) << part << " is missing in " << *text;
    }
    const auto config = read_text((std::filesystem::path(oom.report_path).parent_path() / "config.json").string());
    ASSERT_TRUE(config);
    EXPECT_NE(config->find("\"batch.micro\": 4"), std::string::npos) << *config;
}

TEST_F(TrainSessionTest, TurnsFailuresIntoEventsAndCanStartAgain) {
    script_.fail_at = 4;
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Failed));
    ASSERT_EQ(all<Failed>().size(), 1u);
    EXPECT_EQ(all<Failed>().front().error.code, ErrorCode::OutOfMemory);
    EXPECT_EQ(all<Failed>().front().last_checkpoint_step, 3);  // the state of before the failed step was saved
    script_.fail_at = -1;
    events_.clear();
    const RunRequest again = request(6);
    ASSERT_TRUE(session_->start(again));
    ASSERT_TRUE(until_state(RunState::Finished));
}

TEST_F(TrainSessionTest, ARunThatDivergedSavesNothingOfWhatIsLost) {
    script_.fail_at = 4;
    script_.fails_as = ErrorCode::Diverged;
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Failed));
    EXPECT_EQ(all<Failed>().front().error.code, ErrorCode::Diverged);
    EXPECT_EQ(all<Failed>().front().last_checkpoint_step, -1);
}

TEST_F(TrainSessionTest, SurvivesAThrowingTrainer) {
    script_.throw_at = 2;
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Failed));
    EXPECT_EQ(all<Failed>().front().error.code, ErrorCode::Internal);
}

TEST_F(TrainSessionTest, APreviewThatThrowsIsMissedAndTheRunGoesOn) {
    script_.no_memory_to_draw = true;
    ASSERT_TRUE(session_->start(request(5)));
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_FALSE(all<SampleFailed>().empty());
    EXPECT_EQ(all<SampleFailed>().front().error.code, ErrorCode::OutOfMemory);
    EXPECT_EQ(all<CheckpointSaved>().size(), 1u);
}

TEST_F(TrainSessionTest, ExplainsWhyARunCannotBePrepared) {
    RunRequest r = request();
    TrainConfig c = *r.config;
    c.data_path = "nowhere";
    r.config = std::make_shared<const TrainConfig>(c);
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until_state(RunState::Failed));
    EXPECT_EQ(all<Failed>().front().error.code, ErrorCode::NotFound);
    EXPECT_FALSE(all<Progress>().empty());
    EXPECT_TRUE(std::filesystem::is_empty(root_)) << "a run that never began leaves nothing behind";
}

TEST_F(TrainSessionTest, ARunThatNeverBeganLeavesTheFolderThatItWasGiven) {
    for (const bool there : {true, false}) {
        RunRequest r = request();
        TrainConfig c = *r.config;
        c.data_path = "nowhere";
        r.config = std::make_shared<const TrainConfig>(c);
        r.run_dir = (root_ / (there ? "mine" : "new")).string();
        if (there) std::filesystem::create_directory(r.run_dir);
        events_.clear();
        ASSERT_TRUE(session_->start(r));
        ASSERT_TRUE(until_state(RunState::Failed));
        EXPECT_EQ(std::filesystem::exists(r.run_dir), there);
        if (there) EXPECT_TRUE(std::filesystem::is_empty(r.run_dir));
    }
}

TEST_F(TrainSessionTest, NamesTheLimitThatEndedIt) {
    RunRequest r = request();
    TrainConfig c = *r.config;
    c.images = 32;
    r.config = std::make_shared<const TrainConfig>(c);
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<Finished>().front().reason, "reached the number of images");
}

/// Settings of a painting of so many iterations.
TrainConfig painting_of(std::int64_t steps) {
    TrainConfig c = default_config(kVqganClip);
    c.edit<ImagineConfig>().prompts = "a red cube";
    c.steps = steps;
    return c;
}

TEST_F(TrainSessionTest, APaintingEndsAndGoesOnInIterations) {
    RunRequest r = request();
    r.config = std::make_shared<const TrainConfig>(painting_of(3));
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<Finished>().front().reason, "reached the number of iterations");
    r.resume_from = all<Finished>().front().run_dir;
    r.config = std::make_shared<const TrainConfig>(painting_of(5));
    events_.clear();
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until_state(RunState::Finished));
    const auto states = all<StateChanged>();
    EXPECT_TRUE(std::any_of(states.begin(), states.end(),
                            [](const StateChanged& s) { return s.reason == "resumed from iteration 3"; }));
    for (const LogLine& line : all<LogLine>()) EXPECT_EQ(line.text.find("step"), std::string::npos) << line.text;
}

TEST_F(TrainSessionTest, TheLogSaysHowManyPicturesAreSkippedAndWhy) {
    const auto skipped_in_log = [this] {
        std::vector<std::string> out;
        for (const LogLine& line : all<LogLine>())
            if (line.text.ends_with(" skipped")) out.push_back(line.text);
        return out;
    };
    ASSERT_TRUE(session_->start(request(1)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_TRUE(skipped_in_log().empty());
    script_.skipped = {.duplicates = 12, .empty = 3};
    events_.clear();
    ASSERT_TRUE(session_->start(request(1)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(skipped_in_log(), (std::vector<std::string>{"12 near-duplicates skipped", "3 empty pictures skipped"}));
}

TEST_F(TrainSessionTest, HowManyIterationsAFolderTakesIsNoSettingOfItsRun) {
    TrainConfig c = painting_of(120);
    c.edit<ImagineConfig>().start = ImagineStart::Folder;
    c.edit<ImagineConfig>().start_folder = root_.string();
    script_.folder_steps = 4;
    RunRequest r = request();
    r.config = std::make_shared<const TrainConfig>(c);
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<RunStarted>().front().config->steps, 4) << "while it goes on the progress is that of its pictures";
    EXPECT_EQ(all<Finished>().front().reason, "reached the folder's last picture");
    EXPECT_EQ(session_->snapshot()->steps, 120) << "the draft that is left";
    const std::string dir = all<Finished>().front().run_dir;
    auto folder = RunFolder::open(dir);
    ASSERT_TRUE(folder);
    EXPECT_EQ(folder->load_config()->steps, 120) << "what a copy of the run would begin with";
    std::vector<std::string> problems;
    EXPECT_EQ(RunFolder::read_checkpoint(*folder->newest_checkpoint(&problems))->config.steps, 120);
    // With nothing new in the folder it says why there is nothing to do.
    r.config.reset();
    r.resume_from = dir;
    events_.clear();
    ASSERT_TRUE(session_->start(r));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<Finished>().front().reason, "reached the folder's last picture; none has come since");
    EXPECT_EQ(all<Finished>().front().step, 4);
    EXPECT_EQ(session_->snapshot()->steps, 120);
}

TEST_F(TrainSessionTest, ChangesSentTogetherMayNotBreakARule) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    for (int i = 0; i < 20; ++i) {
        (void)session_->apply({{"loss.smoothing", 0.1}}, ChangeOrigin::User);
        (void)session_->apply({{"loss", std::string("hinge")}}, ChangeOrigin::User);
    }
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_TRUE(check_config(*session_->snapshot(), true).empty());
}

TEST_F(TrainSessionTest, AChangeJustBeforeAStopIsSaved) {
    script_.let(3);
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until([&] { return script_.under_way == 4; }));
    ASSERT_TRUE(session_->apply({{"lr.g", 0.001}}, ChangeOrigin::User));
    session_->request_stop(StopMode::SaveAndStop);
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_EQ(all<ParamApplied>().size(), 1u);
    const auto saved = RunFolder::read_checkpoint(all<CheckpointSaved>().at(0).path);
    ASSERT_TRUE(saved) << saved.error().message;
    EXPECT_EQ(saved->config.lr_g, 0.001);
}

TEST_F(TrainSessionTest, StopsWithoutSaving) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_TRUE(all<CheckpointSaved>().empty());
}

TEST_F(TrainSessionTest, IsDestroyedWhileRunning) {
    for (int i = 0; i < 20; ++i) {
        SetUp();
        ASSERT_TRUE(session_->start(request()));
        if (i % 2) session_->pause();
        session_.reset();
        EXPECT_EQ(script_.alive, 0);
    }
}

TEST_F(TrainSessionTest, LendsAndTakesBack) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->lend();
    ASSERT_TRUE(until_state(RunState::Lent));
    const std::int64_t steps = script_.steps;
    session_->step_once();
    events_.clear();
    session_->resume();
    ASSERT_TRUE(until_state(RunState::Running));
    ASSERT_TRUE(until([&] { return script_.steps > steps; }));
}

TEST_F(TrainSessionTest, RefusesChangesWhileLent) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->lend();
    ASSERT_TRUE(until_state(RunState::Lent));
    ASSERT_TRUE(session_->apply({{"batch.micro", std::int64_t{4}}}, ChangeOrigin::User));
    ASSERT_TRUE(until([&] { return !all<ParamRefused>().empty(); }));
    EXPECT_EQ(session_->snapshot()->batch_micro, 8);
    session_->request_sample({SampleKind::Walk, 8});  // nobody waits for pictures that do not come
    ASSERT_TRUE(until([&] { return !all<SampleFailed>().empty(); }));
    EXPECT_EQ(all<SampleFailed>().front().kind, SampleKind::Walk);
    session_->request_stop(StopMode::SaveAndStop);
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<CheckpointSaved>().size(), 1u);
}

TEST_F(TrainSessionTest, IdleChangesActAtOnceAndCostIsExact) {
    const auto plan = session_->apply({{"width.g", std::int64_t{32}}}, ChangeOrigin::User);
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->immediate);
    EXPECT_EQ(session_->snapshot()->own<DcganConfig>().width_g, 32);
    const auto cost = session_->forecast({{"width.g", std::int64_t{48}}});
    ASSERT_TRUE(cost);
    EXPECT_EQ(cost->static_before.count, 32000);
    EXPECT_EQ(cost->static_after.count, 48000);
    const auto run = session_->forecast_run({{"width.g", std::int64_t{48}}});
    ASSERT_TRUE(run);
    EXPECT_EQ(run->forecast.static_after.count, 48000) << "what is not measured is known in part";
    EXPECT_EQ(run->stage, "");
}

TEST(SharedStateTest, SettingsAndTheirNetworksAreReadTogether) {
    SharedState shared;
    TrainConfig config = default_config(kDcgan);
    const std::jthread writer([&](const std::stop_token& stop) {
        for (std::int64_t side = 32; !stop.stop_requested(); side = 96 - side) {
            config.image_size = side;
            shared.set_settings(config, {side, {8}, {8}});
        }
    });
    for (int seen = 0; seen < 2000;) {
        const auto [now, layout] = shared.settings();
        if (layout.empty()) continue;
        ++seen;
        ASSERT_EQ(now->image_size, layout.size);
    }
}

TEST_F(TrainSessionTest, AStepThatBeganWithOtherSettingsTeachesNothing) {
    class Noting final : public BySide {
    public:
        void learn(const TrainConfig& c, const NetworkLayout&, double, Bytes) override { ++told[c.batch_micro]; }
        std::map<std::int64_t, int> told;
    };
    const auto forecaster = std::make_shared<Noting>();
    script_.forecaster = forecaster;
    script_.oom_at = 5;
    session_ = make_train_session(std::make_shared<FakeBackend>(script_), {root_.string()});
    ASSERT_TRUE(session_->start(request(8)));
    ASSERT_TRUE(until_state(RunState::Finished));
    // The first step teaches nothing either.
    EXPECT_EQ(forecaster->told, (std::map<std::int64_t, int>{{8, 3}, {4, 3}}));
}

}  // namespace
}  // namespace headroom
