// A session's files: saves that fail, folders that vanish, pictures that cannot be written, runs that go on from their folder.
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/core/session_fixture.h"

#include "core/base/file_errors.h"
#include "core/engine/run_reader.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/disk_space.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_folder.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace headroom {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SessionFilesTest : public SessionTest {
protected:
    /// Pauses the run and puts a file where its checkpoints go: the file, or nothing when the run does not pause.
    std::filesystem::path pause_and_block_checkpoints() {
        if (!until_state(RunState::Running)) return {};
        session_->pause();
        if (!until_state(RunState::Paused)) return {};
        const std::filesystem::path place = std::filesystem::path(all<RunStarted>().front().run_dir) / "checkpoints";
        std::filesystem::remove_all(place);
        std::ofstream(place) << "in the way";
        return place;
    }
    /// Starts a run and stops it without saving; `dir`: its folder.
    void leave_unsaved(const RunRequest& asked, std::string& dir) {
        events_.clear();
        ASSERT_TRUE(session_->start(asked));
        ASSERT_TRUE(until_state(RunState::Running));
        session_->request_stop(StopMode::StopWithoutSaving);
        ASSERT_TRUE(until_state(RunState::Finished));
        dir = all<Finished>().front().run_dir;
    }
    RunRequest painting() {
        RunRequest asked = request();
        TrainConfig config = *asked.config;
        config.model = kVqganClip;
        config.preview_every = 1'000'000;  // no samples between
        asked.config = std::make_shared<const TrainConfig>(config);
        return asked;
    }
};

TEST_F(SessionFilesTest, ARunThatCannotBeResumedStaysAsItWas) {
    ASSERT_TRUE(session_->start(request(5)));
    ASSERT_TRUE(until_state(RunState::Finished));
    const std::string dir = all<Finished>().front().run_dir;
    const auto described = read_text(dir + "/run.json");
    ASSERT_TRUE(described);
    auto other = RunFolder::open(dir);
    ASSERT_TRUE(other);
    ASSERT_TRUE(other->lock());
    RunRequest resume = request(9);
    resume.resume_from = dir;
    events_.clear();
    ASSERT_TRUE(session_->start(resume));
    ASSERT_TRUE(until_state(RunState::Failed));
    EXPECT_NE(all<Failed>().front().error.message.find("another process"), std::string::npos);
    EXPECT_EQ(*read_text(dir + "/run.json"), *described);
}

TEST_F(SessionFilesTest, ResumesFromItsFolder) {
    ASSERT_TRUE(session_->start(request(5)));
    ASSERT_TRUE(until_state(RunState::Finished));
    const std::string dir = all<Finished>().front().run_dir;
    events_.clear();
    RunRequest resume = request(9);
    resume.resume_from = dir;
    ASSERT_TRUE(session_->start(resume));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<RunStarted>().front().step, 5);
    EXPECT_EQ(all<Finished>().front().step, 9);
    const auto samples = all<SampleReady>();
    EXPECT_TRUE(std::any_of(samples.begin(), samples.end(), [](const SampleReady& s) {
        return s.kind == SampleKind::Grid && s.step == 5;
    })) << "the pictures of where it was are shown at once";
    EXPECT_EQ(all<Finished>().front().run_dir, dir);
}

TEST_F(SessionFilesTest, BeginsAgainWhenTheRunEndedBeforeItsFirstCheckpoint) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until_state(RunState::Running));
    session_->request_stop(StopMode::StopWithoutSaving);
    ASSERT_TRUE(until_state(RunState::Finished));
    RunRequest resume = request(4);
    resume.resume_from = all<Finished>().front().run_dir;
    events_.clear();
    ASSERT_TRUE(session_->start(resume));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<RunStarted>().front().step, 0);
    EXPECT_EQ(all<Finished>().front().step, 4);
}

TEST_F(SessionFilesTest, ARunOfGivenWeightsGoesOnWithThemWhenItEndedBeforeItsFirstCheckpoint) {
    ASSERT_TRUE(session_->start(request(5)));
    ASSERT_TRUE(until_state(RunState::Finished));
    RunRequest from = request();
    from.weights_from = all<Finished>().front().run_dir;
    std::string dir;
    ASSERT_NO_FATAL_FAILURE(leave_unsaved(from, dir));
    std::vector<std::string> problems;
    const auto newest = RunFolder::open(dir)->newest_checkpoint(&problems);
    ASSERT_TRUE(newest) << newest.error().message;
    EXPECT_EQ(RunFolder::read_checkpoint(*newest)->step, 0) << "the weights that it was given";
    RunRequest resume = request(4);
    resume.resume_from = dir;
    events_.clear();
    ASSERT_TRUE(session_->start(resume));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<Finished>().front().step, 4);
}

TEST_F(SessionFilesTest, ARunOfGivenWeightsBeginsWithThemAgainWhenNoCheckpointOfItWasWritten) {
    ASSERT_TRUE(session_->start(request(5)));
    ASSERT_TRUE(until_state(RunState::Finished));
    RunRequest from = request();
    from.weights_from = all<Finished>().front().run_dir;
    script_.no_memory_to_save = true;
    std::string dir;
    ASSERT_NO_FATAL_FAILURE(leave_unsaved(from, dir));
    EXPECT_EQ(script_.weights_given, 1);
    script_.no_memory_to_save = false;

    const std::string aside = (root_ / "aside").string();
    std::filesystem::rename(from.weights_from, aside);
    RunRequest resume = request(4);
    resume.resume_from = dir;
    events_.clear();
    ASSERT_TRUE(session_->start(resume));
    ASSERT_TRUE(until_state(RunState::Failed)) << "it does not begin without them";
    EXPECT_THAT(all<Failed>().front().error.message,
                AllOf(HasSubstr(dir + " has no checkpoint"), HasSubstr(from.weights_from + " does not exist")));

    std::filesystem::rename(aside, from.weights_from);
    events_.clear();
    ASSERT_TRUE(session_->start(resume));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(script_.weights_given, 2);
    EXPECT_EQ(all<RunStarted>().front().step, 0);
    EXPECT_EQ(all<Finished>().front().step, 4);
    EXPECT_TRUE(delete_run_folder(dir));
    EXPECT_FALSE(std::filesystem::exists(dir)) << "the note of its weights is a file of the run's own";
}

TEST_F(SessionFilesTest, CounselKnowsHowMuchOfThePicturesIsCutAway) {
    const std::filesystem::path folder = root_ / "wide";
    std::filesystem::create_directory(folder);
    const ImageBuffer wide{96, 32, 3, std::make_shared<std::vector<std::uint8_t>>(96 * 32 * 3, 90)};
    for (int i = 0; i < 6; ++i) ASSERT_TRUE(write_png((folder / (std::to_string(i) + ".png")).string(), wide));
    RunRequest run = request(60);
    TrainConfig config = *run.config;
    config.data_path = folder.string();
    run.config = std::make_shared<const TrainConfig>(config);
    ASSERT_TRUE(session_->start(run));
    ASSERT_TRUE(until_state(RunState::Finished));
    const auto told = all<CounselTold>();
    EXPECT_TRUE(std::any_of(told.begin(), told.end(), [](const CounselTold& t) {
        return t.state == CounselState::Raised && name_of(t.notice.rule) == "data-aspect";
    }));
}

TEST_F(SessionFilesTest, ASaveThatFailedCanBeRepeatedAtTheSameStep) {
    ASSERT_TRUE(session_->start(request()));
    const std::filesystem::path in_the_way = pause_and_block_checkpoints();
    ASSERT_FALSE(in_the_way.empty());
    session_->request_checkpoint();
    ASSERT_TRUE(until([&] { return !all<Warning>().empty(); }));
    EXPECT_EQ(all<Warning>().front().id, "disk");
    std::filesystem::remove(in_the_way);
    session_->request_checkpoint();
    ASSERT_TRUE(until([&] { return !all<CheckpointSaved>().empty(); }));
    // What is mended does not pause the run again.
    session_->resume();
    const std::size_t steps = all<StepDone>().size();
    ASSERT_TRUE(until([&] { return all<StepDone>().size() > steps + 5; }));
    for (const StateChanged& change : all<StateChanged>())
        EXPECT_EQ(change.reason.find("Then resume."), std::string::npos) << change.reason;
}

TEST_F(SessionFilesTest, ARunIsNotFinishedBeforeItsStateIsWritten) {
    ASSERT_TRUE(session_->start(request()));
    const std::filesystem::path in_the_way = pause_and_block_checkpoints();
    ASSERT_FALSE(in_the_way.empty());
    const std::int64_t last = (all<StepDone>().empty() ? 0 : all<StepDone>().back().step) + 5;
    ASSERT_TRUE(session_->apply({{"steps", last}}, ChangeOrigin::User));
    events_.clear();
    session_->resume();
    ASSERT_TRUE(until([&] { return !all<Warning>().empty(); }));
    ASSERT_TRUE(until_state(RunState::Paused));
    EXPECT_THAT(all<StateChanged>().back().reason, HasSubstr("Then resume."));
    // As long as nothing is mended it waits again, and makes no further step.
    session_->step_once();
    const std::size_t warnings = all<Warning>().size();
    ASSERT_TRUE(until([&] { return all<Warning>().size() > warnings; }));
    EXPECT_TRUE(all<Finished>().empty());
    std::filesystem::remove(in_the_way);
    session_->resume();
    ASSERT_TRUE(until_state(RunState::Finished));
    ASSERT_EQ(all<CheckpointSaved>().size(), 1u);
    EXPECT_EQ(all<CheckpointSaved>().front().step, last);
    EXPECT_EQ(all<Finished>().front().step, last);
    EXPECT_EQ(all<Finished>().front().reason, "reached the number of steps");
}

TEST_F(SessionFilesTest, ARunWhoseFolderVanishedWaitsAndSaysWhatToDo) {
    ASSERT_TRUE(session_->start(request()));
    ASSERT_TRUE(until([&] { return all<StepDone>().size() > 2; }));
    const std::string dir = all<RunStarted>().front().run_dir;
    std::filesystem::rename(dir, dir + ".moved");
    session_->request_checkpoint();
    ASSERT_TRUE(until_state(RunState::Paused));
    const std::string reason = all<StateChanged>().back().reason;
    EXPECT_THAT(reason,
                AllOf(HasSubstr("cannot write " + dir), HasSubstr("Put the folder " + dir + " back. Then resume.")));
    EXPECT_THAT(all<Warning>().front().hint, HasSubstr("Put the folder " + dir + " back."));
    std::filesystem::rename(dir + ".moved", dir);
    session_->request_checkpoint();
    ASSERT_TRUE(until([&] { return !all<CheckpointSaved>().empty(); }));
}

TEST_F(SessionFilesTest, NoCheckpointSaysThatAPictureIsDoneBeforeItIsWritten) {
    ASSERT_TRUE(session_->start(painting()));
    ASSERT_TRUE(until_state(RunState::Running));
    const std::string dir = all<RunStarted>().front().run_dir;
    std::ofstream(dir + "/frames") << "in the way";
    script_.frames = 3;
    ASSERT_TRUE(until_state(RunState::Paused));
    EXPECT_THAT(all<StateChanged>().back().reason, HasSubstr("cannot write " + dir + "/frames/frame"));
    session_->request_checkpoint();
    const std::size_t warnings = all<Warning>().size();
    ASSERT_TRUE(until([&] { return all<Warning>().size() > warnings; }));
    EXPECT_TRUE(all<CheckpointSaved>().empty());
    std::filesystem::remove(dir + "/frames");
    ASSERT_TRUE(until([&] {
        // What was about to fail while the way was cleared may pause the run once more.
        session_->resume();
        session_->request_checkpoint();
        if (all<CheckpointSaved>().empty()) return false;
        std::int64_t done = 0;
        for (const StepDone& step : all<StepDone>()) {
            if (!step.frame || step.step > all<CheckpointSaved>().back().step) continue;
            EXPECT_TRUE(std::filesystem::exists(dir + "/frames/" + step.frame->file)) << step.frame->file;
            ++done;
        }
        return done == 3;
    }));
}

TEST_F(SessionFilesTest, ARunThatWasMovedAwayIsNotBegunAnewByItsPictures) {
    ASSERT_TRUE(session_->start(painting()));
    ASSERT_TRUE(until_state(RunState::Running));
    const std::string dir = all<RunStarted>().front().run_dir;
    std::filesystem::rename(dir, dir + ".moved");
    script_.frames = 3;
    ASSERT_TRUE(until_state(RunState::Paused));
    EXPECT_FALSE(std::filesystem::exists(dir));
    EXPECT_THAT(all<StateChanged>().back().reason, HasSubstr("Put the folder " + dir + " back."));
    std::filesystem::rename(dir + ".moved", dir);
}

TEST(FileErrors, AdviceInPlaceFollowsTheReason) {
    const test::TempFolder folder;
    const auto advice = [&](int number) {
        return advice_in_place(write_error(folder.file("a.png"), number), folder.path());
    };
    EXPECT_EQ(advice(ENOSPC), "Free some space.");
    EXPECT_EQ(advice(EDQUOT), "Free some space.");
    EXPECT_EQ(advice(EROFS), "Make the folder " + folder.path() + " writable again.");
    EXPECT_EQ(advice(EACCES), "Make the folder " + folder.path() + " writable again.");
    EXPECT_EQ(advice(EIO), "Check the disk and its cable.");
    EXPECT_THAT(advice(ENOTDIR), HasSubstr("Put back what was moved"));
    EXPECT_EQ(advice(ENAMETOOLONG), "Choose another name or folder.");
    EXPECT_EQ(advice_in_place(write_error("/no/such/a.png", ENOENT), "/no/such"), "Put the folder /no/such back.");
    // No disk has that much room.
    const auto full = check_free_space(folder.path(), folder.file("a.png"), std::uint64_t{1} << 60);
    ASSERT_FALSE(full);
    EXPECT_EQ(advice_in_place(full.error(), folder.path()), "Free some space.");
}

}  // namespace
}  // namespace headroom
