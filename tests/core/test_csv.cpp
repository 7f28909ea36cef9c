// Metrics as CSV and JSON: stable header, exact numbers, quoting, nothing for NaN.
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "core/io/files/csv.h"
#include "step_writing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace headroom {
namespace {

std::string metrics_csv(std::span<const StepDone> steps) { return written_of(steps, write_metrics_csv); }

std::string metrics_json(std::span<const StepDone> steps, std::span<const HistoryMark> marks,
                         std::span<const ScoresDone> scores = {}) {
    return written_of(steps, [&](const StepPieces& pieces, const WriteFn& write) {
        return write_metrics_json(pieces, marks, scores, write);
    });
}

StepDone step() {
    StepDone s;
    s.step = 10;
    s.images = 640;
    s.epoch = 0.5;
    s.elapsed_seconds = 1.0 / 3.0;
    s.loss_g = 1.25;
    s.loss_d = std::numeric_limits<double>::quiet_NaN();
    s.threads = 2;
    s.live = Bytes{1};
    s.peak = Bytes{2};
    s.budget = Bytes{3};
    s.others = Bytes{4};
    return s;
}

TEST(Csv, HeaderAndRow) {
    const StepDone s = step();
    EXPECT_EQ(
        metrics_csv(std::span(&s, 1)),
        "step,images,epoch,elapsed_seconds,loss_g,loss_d,d_real,d_fake,grad_norm_g,grad_norm_d,images_per_second,step_seconds,scale_g,scale_d,threads,"
        "memory_live,memory_peak,memory_budget,memory_others\n"
        "10,640,0.5,0.3333333333333333,1.25,,0,0,0,0,0,0,0,0,2,1,2,3,4\n");
    EXPECT_EQ(metrics_csv({}).find('\n'), metrics_csv({}).size() - 1) << "the header is there without rows";
}

TEST(Csv, WhatOnlySomeKindsOfRunsHaveComesLast) {
    std::vector<StepDone> steps(3, step());
    const PromptNames names{{PromptKind::Text, "a red cube, big"}, {PromptKind::Picture, "sea.png"}};
    steps[1].edit<ImagineFigures>() = {{0.25, 0.5}, std::make_shared<const PromptNames>(names)};
    steps[2].edit<VqganFigures>() = {0.125, 0.8, std::numeric_limits<double>::quiet_NaN(), 0, 0, 0, 1024, 700,
                                     512.5, 33};
    const std::string csv = metrics_csv(steps);
    EXPECT_NE(
        csv.find(
            ",memory_others,\"similarity: a red cube, big\",similarity: picture sea.png,vqgan_l1,vqgan_ssim,vqgan_perceptual,"),
        std::string::npos)
        << csv;
    EXPECT_NE(csv.find(",1,2,3,4,,,,,,,,,,,,\n"), std::string::npos) << "nothing where a step has none: " << csv;
    EXPECT_NE(csv.find(",1,2,3,4,0.25,0.5,,"), std::string::npos) << csv;
    EXPECT_NE(csv.find(",1,2,3,4,,,0.125,0.8,,0,0,0,1024,700,512.5,33\n"), std::string::npos) << csv;
    const std::string json = metrics_json(steps, {});
    EXPECT_NE(
        json.find(
            "\"others\":4},\"similarity\":[0.25,0.5],\"prompts\":[{\"kind\":\"text\",\"text\":\"a red cube, big\"},"),
        std::string::npos)
        << json;
    EXPECT_NE(json.find("\"others\":4},\"vqgan\":{\"l1\":0.125,\"ssim\":0.8,\"perceptual\":null,"), std::string::npos)
        << json;
}

TEST(Csv, StepsThatAreMadeWhileItIsWrittenStayOut) {
    std::vector<StepDone> steps(2, step());
    steps[1].step = 11;
    steps[1].edit<VqganFigures>().l1 = 0.125;
    std::size_t there = 1;  // of a run that goes on
    const auto growing = [&](const TakeSteps& take) { return take(std::span(steps).first(there++)); };
    const std::string csv =
        written_of({}, [&](const StepPieces&, const WriteFn& write) { return write_metrics_csv(growing, write); });
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2) << "the header knows nothing of its columns: " << csv;
    EXPECT_EQ(there, 3u);
}

TEST(Csv, WhatCannotBeReadOrWrittenIsSaid) {
    const Error full = make_error(ErrorCode::Disk, "full");
    const WriteFn fails = [&](std::span<const std::byte>) -> Result<void> { return full; };
    const StepPieces none = [](const TakeSteps&) -> Result<void> { return {}; };
    EXPECT_EQ(write_metrics_csv(none, fails).error().message, "full");
    EXPECT_EQ(write_metrics_json(none, {}, {}, fails).error().message, "full");
    const StepPieces damaged = [&](const TakeSteps&) -> Result<void> { return full; };
    const WriteFn writes = [](std::span<const std::byte>) -> Result<void> { return {}; };
    EXPECT_EQ(write_metrics_csv(damaged, writes).error().message, "full");
    EXPECT_EQ(write_metrics_json(damaged, {}, {}, writes).error().message, "full");
}

TEST(Csv, JsonHasTheEventsNames) {
    const StepDone s = step();
    const HistoryMark mark{20, 1280, "oom", "a \"b\"\n\xff"};
    const std::string json = metrics_json(std::span(&s, 1), std::span(&mark, 1));
    EXPECT_NE(json.find("{\"step\":10,\"images\":640,\"epoch\":0.5,"), std::string::npos) << json;
    EXPECT_NE(json.find("\"loss_d\":null"), std::string::npos);
    EXPECT_NE(json.find("\"memory\":{\"live\":1,\"peak\":2,\"budget\":3,\"others\":4}"), std::string::npos);
    EXPECT_NE(json.find("\"kind\":\"oom\",\"text\":\"a \\\"b\\\"\\n"), std::string::npos);
    EXPECT_EQ(metrics_json({}, {}), "{\"steps\":[\n],\"marks\":[\n]}\n");
}

TEST(Csv, JsonHasTheScores) {
    ScoresDone scores{10, 640, 2.5, {"random", 512}};
    scores.scores.kid = 0.25;
    scores.scores.copies_error = 0.5;
    scores.scores.fid_error = 0.75;
    scores.scores.side = 64;
    scores.scores.copies_among = 1200;
    scores.scores.feature_width = 1088;
    const std::string json = metrics_json({}, {}, std::span(&scores, 1));
    EXPECT_NE(
        json.find("\"scores\":[\n{\"step\":10,\"images\":640,\"features\":\"random\",\"pictures\":512,\"fid\":null,"
                  "\"kid\":0.25,"),
        std::string::npos)
        << json;
    EXPECT_NE(json.find("\"recall_error\":null,\"copies_error\":0.5,\"fid_error\":0.75,\"mmd_error\":null,"
                        "\"ms_ssim_error\":null,\"d_recognised_error\":null,\"side\":64,\"copies_among\":1200,"
                        "\"feature_width\":1088}"),
              std::string::npos)
        << json;
}

}  // namespace
}  // namespace headroom
