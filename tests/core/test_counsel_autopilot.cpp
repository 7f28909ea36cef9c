// Autopilot and its user: what is taken back, what has to wait for pictures, what the past of a run that goes on says.
#include "core/config/change_mark.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/engine/run_reader.h"
#include "core/io/pictures/image_codec.h"
#include "tests/core/played_run.h"
#include "tests/core/session_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom::counsel_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

void set_noise(Played& run, double noise, bool automatic) {
    run.config.edit<DcganConfig>().instance_noise = noise;
    run.watch.changed(run.config, {"loss.noise"}, run.at, automatic);
}

TEST(Counsel, WhatIsTakenBackIsNeitherJudgedNorAdvisedAgain) {
    Played run;
    run.begin();
    run.winning(400);
    set_noise(run, 0.1, true);
    run.winning(100);
    set_noise(run, 0, false);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised, CounselState::Changed, CounselState::Gone));
    run.winning(400);
    ASSERT_EQ(run.told.size(), 4u);
    EXPECT_EQ(run.told[3].state, CounselState::Raised);
    EXPECT_EQ(run.told[3].notice.change, (ParamPatch{{"lr.d", run.config.lr_d / 2}}));
}

TEST(Counsel, WhatHelpedIsNotAdvisedAgainEitherOnceItIsTakenBack) {
    Played run;
    run.begin();
    run.winning(400);
    set_noise(run, 0.1, true);
    run.calm(400);
    ASSERT_EQ(run.told.back().state, CounselState::Judged);
    EXPECT_TRUE(run.told.back().better);
    set_noise(run, 0, false);
    run.winning(400);
    ASSERT_EQ(run.told.back().state, CounselState::Raised);
    EXPECT_EQ(run.told.back().notice.change, (ParamPatch{{"lr.d", run.config.lr_d / 2}}));
}

TEST(Counsel, ChangesThatTrainNothingElseLeaveWhatWasSeen) {
    Played run;
    run.begin();
    run.winning(400);
    const auto set_steps = [&run](std::int64_t steps) {
        run.config.steps = steps;
        run.config.preview_every = steps / 10;
        run.watch.changed(run.config, {"preview.every", "steps"}, run.at, false);
    };
    set_steps(5000);
    EXPECT_THAT(run.states(), ElementsAre(CounselState::Raised));
    set_noise(run, 0.1, false);
    run.winning(200);
    set_steps(9000);
    run.winning(140);
    ASSERT_GE(run.told.size(), 3u);
    EXPECT_EQ(run.told[2].state, CounselState::Judged) << "a window after the change, which nothing came between";
}

TEST(Counsel, ARunThatGoesOnIsJudgedByWhatItWasBefore) {
    RunHistory past;
    past.config = default_config(kDcgan);
    past.config.edit<DcganConfig>().instance_noise = 0.1;
    for (std::int64_t step = 1; step <= 450; ++step) {
        StepDone won;
        won.step = step;
        won.d_real = 0.98;
        won.d_fake = 0.02;
        past.steps.push_back(won);
    }
    ParamApplied change;
    change.key = "loss.noise";
    change.old_value = 0.0;
    change.new_value = 0.1;
    change.by = kAutopilotName;
    past.marks.push_back({400, 0, "edit", mark_text(change)});

    Played on;
    on.config = past.config;
    on.config.steps = 2000;
    on.at = 450;
    catch_up(on.watch, past, on.config, {});
    on.told.clear();
    on.watch.repeat();
    ASSERT_THAT(on.states(), ElementsAre(CounselState::Changed));
    EXPECT_TRUE(on.told[0].automatic);
    EXPECT_FALSE(on.watch.to_change()) << "one at a time, also then";
    on.calm(300);
    ASSERT_GE(on.told.size(), 2u);
    EXPECT_EQ(on.told[1].state, CounselState::Judged);
    EXPECT_TRUE(on.told[1].better);
}

class AutopilotSession : public SessionTest {
protected:
    RunRequest flown(std::int64_t steps, const ParamPatch& more = {}) {
        RunRequest out = request(steps);
        ParamPatch patch{{"counsel.autopilot", true}};
        for (const auto& [key, value] : more) patch[key] = value;
        out.config = std::make_shared<const TrainConfig>(*with_patch(*out.config, patch));
        return out;
    }
    /// Of pictures that lose two thirds to the square crop. Those of another crop have to be packed.
    RunRequest flown_over_wide_pictures() {
        const std::filesystem::path folder = root_ / "wide";
        std::filesystem::create_directory(folder);
        const ImageBuffer wide{96, 32, 3, std::make_shared<std::vector<std::uint8_t>>(96 * 32 * 3, 90)};
        for (int i = 0; i < 6; ++i) EXPECT_TRUE(write_png((folder / (std::to_string(i) + ".png")).string(), wide));
        script_.packs = true;
        script_.let(30);
        return flown(0, {{"data.path", folder.string()},
                         {"data.mirror", true},
                         {"counsel.muted", std::string("stall")}});  // of whom no figures are known
    }
    bool ends() {
        session_->request_stop(StopMode::SaveAndStop);
        script_.let(std::numeric_limits<std::int64_t>::max());
        return until_state(RunState::Finished);
    }
    /// The settings that Autopilot has changed.
    std::vector<std::string> made() {
        std::vector<std::string> out;
        for (const ParamApplied& change : all<ParamApplied>())
            if (change.origin == ChangeOrigin::Autopilot) out.push_back(change.key);
        return out;
    }
    /// Its notes in the run's history.
    std::vector<std::string> notes(const std::string& run_dir) {
        std::vector<std::string> out;
        const auto run = read_run(run_dir);
        if (!run) return out;
        for (const HistoryMark& mark : run->marks)
            if (mark.kind == kCounselMark) out.push_back(mark.text);
        return out;
    }
};

TEST_F(AutopilotSession, ARunIsScoredBeforeAndAfterItsChangeOrThatOfItsUser) {
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        RunScores out;
        out.features = "random";
        out.kid = step < 100 ? 0.5 : 0.2;
        out.kid_error = 0.01;
        return out;
    };
    const auto of_few = [](const std::vector<CounselTold>& said, CounselState state) -> std::optional<CounselTold> {
        for (const CounselTold& told : said)
            if (told.notice.rule == CounselRule::DataFew && told.state == state) return told;
        return std::nullopt;
    };
    for (const bool automatic : {true, false}) {
        events_.clear();
        script_.let(70);
        ASSERT_TRUE(session_->start(automatic ? flown(160) : request(160)));
        ASSERT_TRUE(until([&] { return of_few(all<CounselTold>(), CounselState::Raised).has_value(); }));
        if (!automatic) {
            const ParamPatch change = of_few(all<CounselTold>(), CounselState::Raised)->notice.change;
            ASSERT_TRUE(session_->apply(change, ChangeOrigin::User));
        }
        script_.let(std::numeric_limits<std::int64_t>::max());
        ASSERT_TRUE(until_state(RunState::Finished));
        const std::vector<ScoresDone> scores = all<ScoresDone>();
        ASSERT_EQ(scores.size(), 2u);
        EXPECT_EQ(scores[0].step, all<ParamApplied>().front().step) << "before a step with the change is made";
        EXPECT_GE(scores[1].step, scores[0].step + 50);
        const auto run = read_run(all<Finished>().back().run_dir);
        ASSERT_TRUE(run);
        for (const auto& said : {all<CounselTold>(), counsel_of(*run, {.count = 64})}) {
            const auto judged = of_few(said, CounselState::Judged);
            ASSERT_TRUE(judged);
            EXPECT_EQ(judged->score_name, "KID");
            EXPECT_EQ(judged->score_before, 0.5);
            EXPECT_EQ(judged->score_after, 0.2);
        }
    }
}

TEST_F(AutopilotSession, ARunWhoseFiguresComeLateIsJudgedByItsScoresToo) {
    script_.late = 30;
    script_.scores = [](std::int64_t step, std::stop_token) -> Result<RunScores> {
        RunScores out;
        out.features = "random";
        out.kid = 1.0 / static_cast<double>(step);
        return out;
    };
    ASSERT_TRUE(session_->start(flown(300)));
    ASSERT_TRUE(until_state(RunState::Finished));
    const std::vector<CounselTold> said = all<CounselTold>();
    const auto judged = std::find_if(said.begin(), said.end(), [](const CounselTold& told) {
        return told.notice.rule == CounselRule::DataFew && told.state == CounselState::Judged;
    });
    ASSERT_NE(judged, said.end());
    EXPECT_EQ(judged->score_name, "KID");
    EXPECT_GT(judged->score_before, judged->score_after);
}

TEST_F(AutopilotSession, WhereItCannotBeScoredTheRunGoesOn) {
    ASSERT_TRUE(session_->start(flown(160)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(made().size(), 3u);
    const std::vector<Warning> warnings = all<Warning>();
    EXPECT_EQ(std::count_if(warnings.begin(), warnings.end(), [](const Warning& w) { return w.id == "scores"; }), 1)
        << "for one change it is asked once";
    EXPECT_EQ(all<Finished>().back().step, 160);
}

TEST_F(AutopilotSession, LeavesWhatItsUserTookBackAlsoWhenTheRunGoesOn) {
    script_.let(70);
    ASSERT_TRUE(session_->start(flown(200)));
    ASSERT_TRUE(until([this] { return made().size() == 3; }));
    ParamPatch back;
    for (const ParamApplied& change : all<ParamApplied>()) back[change.key] = change.old_value;
    ASSERT_TRUE(session_->apply(back, ChangeOrigin::Undo));
    script_.let(std::numeric_limits<std::int64_t>::max());
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(made().size(), 3u) << "few pictures are few again, but it was told no";
    const std::string run_dir = all<Finished>().back().run_dir;
    EXPECT_EQ(notes(run_dir).size(), 1u);

    RunRequest on = flown(280);  // by step 261 it would have been advised anew
    on.resume_from = run_dir;
    events_.clear();
    ASSERT_TRUE(session_->start(on));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_THAT(made(), IsEmpty());
    EXPECT_EQ(notes(run_dir).size(), 1u);
}

TEST_F(AutopilotSession, WaitsForThePicturesOfItsChange) {
    ASSERT_TRUE(session_->start(flown_over_wide_pictures()));
    ASSERT_TRUE(until([this] { return script_.packings == 1; }));
    script_.let(100);
    ASSERT_TRUE(until([this] { return script_.steps >= 100; })) << "training goes on";
    EXPECT_THAT(all<ParamApplied>(), IsEmpty());
    script_.release();
    ASSERT_TRUE(until([this] {
        script_.let(script_.steps + 1);
        return !made().empty();
    }));
    const std::int64_t later = script_.steps + 50;
    script_.let(later);
    ASSERT_TRUE(until([&] { return script_.steps >= later; }));
    ASSERT_TRUE(ends());
    EXPECT_THAT(made(), ElementsAre("data.fit"));
    std::vector<CounselState> states;
    for (const CounselTold& told : all<CounselTold>())
        if (told.notice.rule == CounselRule::DataAspect) states.push_back(told.state);
    EXPECT_THAT(states, ElementsAre(CounselState::Raised, CounselState::Changed, CounselState::Judged))
        << "what waits is not refused";
    EXPECT_THAT(notes(all<Finished>().back().run_dir), ElementsAre(HasSubstr("Pad the pictures")));
    EXPECT_EQ(script_.packings, 1);
}

TEST_F(AutopilotSession, SwitchedOffItMakesNoChangeThatStillWaits) {
    ASSERT_TRUE(session_->start(flown_over_wide_pictures()));
    ASSERT_TRUE(until([this] { return script_.packings == 1; }));
    ASSERT_TRUE(session_->apply({{"counsel.autopilot", false}}, ChangeOrigin::User));
    script_.let(100);
    ASSERT_TRUE(until([this] { return script_.cancelled == 1; }));
    script_.release();
    ASSERT_TRUE(until([this] { return script_.steps >= 100; }));
    ASSERT_TRUE(ends());
    EXPECT_THAT(made(), IsEmpty());
    EXPECT_THAT(notes(all<Finished>().back().run_dir), IsEmpty());
}

TEST_F(AutopilotSession, NotesNoChangeThatWasRefused) {
    script_.refuse_changes = true;
    ASSERT_TRUE(session_->start(flown(120)));
    ASSERT_TRUE(until_state(RunState::Finished));
    EXPECT_EQ(all<ParamRefused>().size(), 1u);
    EXPECT_THAT(notes(all<Finished>().back().run_dir), IsEmpty());
}

}  // namespace
}  // namespace headroom::counsel_test
