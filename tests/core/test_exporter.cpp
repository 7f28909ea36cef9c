// Exports of a run: pictures, weights, figures, recipes, models, archives; and what is refused.
#include "core/config/config_io.h"
#include "core/engine/export/exporter.h"
#include "core/engine/run_reader.h"
#include "core/engine/weights/weight_report.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sqlite_database.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/run_archive.h"
#include "core/io/runs/run_history.h"
#include "tests/core/scripted_trainer.h"
#include "tests/support/sanitized.h"
#include "tests/support/temp_folder.h"
#include "tests/support/toy_backend.h"
#include "tests/support/toy_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <sys/stat.h>

namespace headroom {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Exporter : public ::testing::Test {
protected:
    void SetUp() override {
        run_ = folder_.file("run");
        test::train_toy_run(run_, 4);
    }

    Result<ExportDone> write(ExportKind kind, const std::string& name, const std::string& format = "") {
        ExportRequest r;
        r.kind = kind;
        r.run_dir = run_;
        r.target = folder_.file(name);
        r.format = format;
        r.rows = 2;
        r.cols = 3;
        return export_from_run(r, *backend_, [](const std::string&, double) {}, {});
    }

    test::TempFolder folder_;
    std::string run_;
    std::shared_ptr<Backend> backend_ = test::make_toy_backend();
};

TEST_F(Exporter, GridHasItsRowsAndColumns) {
    auto done = write(ExportKind::Grid, "grid.png");
    ASSERT_TRUE(done) << done.error().message;
    auto picture = decode_image(done->path);
    ASSERT_TRUE(picture);
    EXPECT_GE(picture->width, 3 * 32);
    EXPECT_LT(picture->width, 4 * 32);
    EXPECT_LT(picture->height, 3 * 32);
    EXPECT_EQ(done->size.count, static_cast<std::int64_t>(std::filesystem::file_size(done->path)));
}

TEST_F(Exporter, WhatKilledExportsLeftInItsFolderGoes) {
    const std::string under_way = make_partial_name("grid.png");
    std::string killed = under_way, elsewhere = under_way;
    const auto change = [](char& digit) { digit = digit == '0' ? '1' : '0'; };
    change(killed[killed.rfind('-') - 1]);  // of an earlier process with this one's pid
    change(elsewhere[elsewhere.rfind('-') - 16]);
    const std::string mine = ".grid.png.partial-1-mine";
    for (const std::string& name : {under_way, killed, elsewhere, mine}) {
        test::write_bytes(folder_.file(name), "half a picture");
        std::filesystem::last_write_time(folder_.file(name),
                                         std::filesystem::file_time_type::clock::now() - std::chrono::hours(24 * 8));
    }
    ASSERT_TRUE(write(ExportKind::Grid, "grid.png"));
    EXPECT_FALSE(std::filesystem::exists(folder_.file(killed)));
    EXPECT_TRUE(std::filesystem::exists(folder_.file(under_way)));
    EXPECT_TRUE(std::filesystem::exists(folder_.file(elsewhere))) << "nobody here knows whether its process lives";
    EXPECT_TRUE(std::filesystem::exists(folder_.file(mine))) << "no name of Headroom's";
}

TEST_F(Exporter, TimelapseIsAGifOfTheStoredSamples) {
    auto done = write(ExportKind::Timelapse, "run.gif");
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(test::read_bytes(done->path).substr(0, 6), "GIF89a");
}

TEST_F(Exporter, CheckpointBecomesNetGAndNetD) {
    auto done = write(ExportKind::Checkpoint, "netG.safetensors");
    ASSERT_TRUE(done) << done.error().message;
    auto g = read_safetensors(folder_.file("netG.safetensors"));
    auto d = read_safetensors(folder_.file("netD.safetensors"));
    ASSERT_TRUE(g && d);
    EXPECT_EQ(recognise_weights(g->tensors).kind, "dcgan-generator");
    EXPECT_EQ(recognise_weights(d->tensors).kind, "dcgan-discriminator");
    float first = 0;
    std::memcpy(&first, g->find("main.0.weight")->data.data(), sizeof first);
    EXPECT_EQ(first, 0.75f) << "the moving average is exported unless raw weights are asked for";
}

TEST_F(Exporter, MetricsAreCsvAndJson) {
    ASSERT_TRUE(write(ExportKind::Metrics, "m.csv"));
    const std::string csv = test::read_bytes(folder_.file("m.csv"));
    EXPECT_EQ(csv.substr(0, 12), "step,images,");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
    ASSERT_TRUE(write(ExportKind::Metrics, "m.json"));
    const auto json = nlohmann::json::parse(test::read_bytes(folder_.file("m.json")));
    EXPECT_EQ(json["steps"].size(), 4u);
    EXPECT_EQ(json["steps"][1]["loss_g"], 1);
}

TEST_F(Exporter, MetricsGoToTensorBoard) {
    const auto done = write(ExportKind::Metrics, "m.tfevents");
    ASSERT_TRUE(done) << done.error().message;
    const std::string events = test::read_bytes(folder_.file("m.tfevents"));
    EXPECT_THAT(events, AllOf(HasSubstr("brain.Event:2"), HasSubstr("loss_g"), HasSubstr("memory/peak")));
    EXPECT_EQ(static_cast<std::size_t>(done->size.count), events.size());
}

TEST_F(Exporter, AllStepsOfALongRunAreWritten) {
    // More than pictures show; with a sanitizer, under which that takes minutes, more than two of the pieces that they are read in.
    constexpr std::size_t kSteps = test::kSanitized ? 9'000 : HistoryStore::kMostShown + 20;
    {
        auto database = SqliteDatabase::open(run_ + "/history.db", false);
        ASSERT_TRUE(database);
        const std::string sql = "WITH RECURSIVE n(step) AS (SELECT 5 UNION ALL SELECT step+1 FROM n WHERE step<" +
                                std::to_string(kSteps) + ") INSERT INTO steps(step, images) SELECT step, step*8 FROM n";
        ASSERT_TRUE(database->execute(sql.c_str()));
    }
    const auto shown = read_run(run_, 1000);
    ASSERT_TRUE(shown) << shown.error().message;
    EXPECT_EQ(shown->steps.size(), 1000u);
    EXPECT_EQ(shown->recorded_steps, static_cast<std::int64_t>(kSteps));
    EXPECT_TRUE(read_run(run_, 0)->steps.empty());
    const auto told = [&](const std::string& name, std::string_view of_each_step) {
        const auto done = write(ExportKind::Metrics, name);
        EXPECT_TRUE(done) << done.error().message;
        const std::string text = test::read_bytes(folder_.file(name));
        std::size_t count = 0;
        for (std::size_t at = 0; (at = text.find(of_each_step, at)) != std::string::npos; ++at) ++count;
        return count;
    };
    EXPECT_EQ(told("m.csv", "\n"), kSteps + 1);
    EXPECT_EQ(told("m.json", "\"loss_g\":"), kSteps);
    EXPECT_EQ(told("m.tfevents", "memory/peak"), kSteps);
}

TEST_F(Exporter, ConfigCanBeReadBack) {
    ASSERT_TRUE(write(ExportKind::Config, "c.json"));
    auto patch = read_config_patch(test::read_bytes(folder_.file("c.json")), "c.json");
    ASSERT_TRUE(patch) << patch.error().message;
    EXPECT_EQ(patch->at("image.size"), ParamValue(std::int64_t{32}));
}

TEST_F(Exporter, ARecipeSaysWhatTheRunMeasured) {
    ASSERT_TRUE(write(ExportKind::Config, "r.json"));
    const RecipeOrigin origin = read_recipe_origin(test::read_bytes(folder_.file("r.json")));
    EXPECT_THAT(origin.measured, HasSubstr("4 steps"));
    EXPECT_FALSE(origin.headroom.empty());
    EXPECT_EQ(origin.device, read_run(run_)->info.device) << "where the run ran";
    EXPECT_THAT(origin.data, HasSubstr("pictures, "));
}

TEST_F(Exporter, GridsAndSamplesSayTheirSeedAndSettings) {
    ASSERT_TRUE(write(ExportKind::Grid, "grid.png"));
    const auto notes = read_png_notes(folder_.file("grid.png"));
    ASSERT_TRUE(notes);
    std::map<std::string, std::string> said(notes->begin(), notes->end());
    EXPECT_EQ(said["Software"], "Headroom");
    EXPECT_EQ(said["Step"], "4");
    EXPECT_EQ(said["Pictures"], "6");
    EXPECT_TRUE(read_config_patch(said["Settings"], "grid.png"));
}

TEST_F(Exporter, AGridOfNamedLatentsDrawsEachAtItsTruncation) {
    ExportRequest r;
    r.run_dir = run_;
    r.target = folder_.file("kept.png");
    r.rows = 1;
    r.cols = 2;
    r.latents = {{1, 3}, {4, 2}};
    r.truncations = {1.0, 0.5};
    const auto done = export_from_run(r, *backend_, [](const std::string&, double) {}, {});
    ASSERT_TRUE(done) << done.error().message;
    const auto picture = decode_image(done->path);
    ASSERT_TRUE(picture);
    const auto shade_at = [&](std::int64_t x) {
        const std::int64_t pixel = picture->height / 2 * picture->width + x;
        return int{(*picture->pixels)[static_cast<std::size_t>(pixel * picture->channels)]};
    };
    EXPECT_EQ(shade_at(picture->width / 4), 200);
    EXPECT_EQ(shade_at(picture->width * 3 / 4), 100);
    const auto notes = read_png_notes(done->path);
    ASSERT_TRUE(notes);
    std::map<std::string, std::string> said(notes->begin(), notes->end());
    EXPECT_EQ(said["Latents"], "1:3,4:2");
    EXPECT_EQ(said["Truncation"], "1.0,0.5");
}

TEST_F(Exporter, AGridSaysTheStepOfTheWeightsThatItShows) {
    // An earlier checkpoint beside those that this run had the time to write.
    test::train_toy_run(folder_.file("earlier"), 2);
    const auto earlier = read_run(folder_.file("earlier"));
    ASSERT_TRUE(earlier && !earlier->info.checkpoints.empty());
    const std::filesystem::path first = earlier->info.checkpoints.back().path;
    std::filesystem::copy(first, std::filesystem::path(run_) / "checkpoints" / first.filename(),
                          std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
    const auto run = read_run(run_);
    ASSERT_TRUE(run);
    ASSERT_GE(run->info.checkpoints.size(), 2u);
    const auto step_of = [&](const std::string& source, const std::string& name) {
        run_ = source;
        const auto done = write(ExportKind::Grid, name);
        EXPECT_TRUE(done) << done.error().message;
        const auto notes = read_png_notes(folder_.file(name));
        return notes ? std::map<std::string, std::string>(notes->begin(), notes->end())["Step"] : std::string();
    };
    const CheckpointInfo before = run->info.checkpoints.end()[-2], newest = run->info.checkpoints.back();
    const std::string whole = run_;
    EXPECT_EQ(step_of(before.path, "before.png"), std::to_string(before.step));
    EXPECT_EQ(step_of(whole, "newest.png"), std::to_string(newest.step));
    std::ofstream(newest.path + "/generator.safetensors", std::ios::app) << "more";
    EXPECT_EQ(step_of(whole, "damaged.png"), std::to_string(before.step)) << "the damaged one was passed over";
}

TEST_F(Exporter, AModelIsAFolderAndLeavesAnothersReadmeAlone) {
    std::filesystem::create_directory(folder_.file("model"));
    const auto done = write(ExportKind::Model, "model/generator.safetensors");
    ASSERT_TRUE(done) << done.error().message;
    for (const char* file : {"README.md", "load_generator.py", "samples.png", "samples.safetensors", "settings.json"})
        EXPECT_TRUE(std::filesystem::exists(folder_.file(std::string("model/") + file))) << file;
    EXPECT_TRUE(write(ExportKind::Model, "model/generator.safetensors")) << "its own card is replaced";
    std::filesystem::create_directory(folder_.file("mine"));
    std::ofstream(folder_.file("mine/README.md")) << "mine";
    EXPECT_EQ(write(ExportKind::Model, "mine/generator.safetensors").error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(test::read_bytes(folder_.file("mine/README.md")), "mine");
    EXPECT_FALSE(std::filesystem::exists(folder_.file("mine/generator.safetensors")));
}

TEST_F(Exporter, FilesThatBelongTogetherAreAllThereOrNone) {
    namespace fs = std::filesystem;
    const auto files = [this](const std::string& folder) {
        std::map<std::string, std::string> out;
        for (const auto& entry : fs::directory_iterator(folder_.file(folder)))
            out[entry.path().filename().string()] =
                entry.is_regular_file() ? test::read_bytes(entry.path().string()) : "in the way";
        return out;
    };
    using Files = std::map<std::string, std::string>;
    fs::create_directories(folder_.file("model/settings.json"));
    EXPECT_EQ(write(ExportKind::Model, "model/generator.safetensors").error().code, ErrorCode::Disk);
    EXPECT_EQ(files("model"), (Files{{"settings.json", "in the way"}})) << "pictures and loader are not left";
    fs::create_directory(folder_.file("weights"));
    ASSERT_EQ(::mkfifo(folder_.file("weights/netG.pth").c_str(), 0600), 0);
    EXPECT_EQ(write(ExportKind::Checkpoint, "weights/netG.pth").error().code, ErrorCode::Disk);
    EXPECT_EQ(files("weights"), (Files{{"netG.pth", "in the way"}}));
    // Nor is an earlier model half replaced by another one.
    fs::remove(folder_.file("model/settings.json"));
    ASSERT_TRUE(write(ExportKind::Model, "model/generator.safetensors"));
    const Files earlier = files("model");
    test::train_toy_run(folder_.file("other"), 2);
    run_ = folder_.file("other");
    fs::remove(folder_.file("model/generator.safetensors"));
    ASSERT_EQ(::mkfifo(folder_.file("model/generator.safetensors").c_str(), 0600), 0);
    EXPECT_EQ(write(ExportKind::Model, "model/generator.safetensors").error().code, ErrorCode::Disk);
    Files after = files("model");
    EXPECT_EQ(std::exchange(after["generator.safetensors"], earlier.at("generator.safetensors")), "in the way");
    EXPECT_EQ(after, earlier);
}

/// The toy backend, which notes what pictures were asked of.
class NotingBackend final : public Backend {
public:
    explicit NotingBackend(std::shared_ptr<Backend> inner) : inner_(std::move(inner)) {}
    std::unique_ptr<Trainer> make_trainer(ModelKind kind) override { return inner_->make_trainer(kind); }
    std::vector<DeviceInfo> devices() override { return inner_->devices(); }
    Result<ImageList> generate(const GenerateRequest& request, ProgressFn progress, std::stop_token stop) override {
        source = request.source;
        return inner_->generate(request, std::move(progress), std::move(stop));
    }
    RoleBytes static_memory(const TrainConfig& config, const NetworkLayout& layout) override {
        return inner_->static_memory(config, layout);
    }
    std::string source;

private:
    std::shared_ptr<Backend> inner_;
};

TEST_F(Exporter, AModelsPicturesAreOfTheCheckpointWhoseWeightsGoWithThem) {
    const auto noting = std::make_shared<NotingBackend>(backend_);
    backend_ = noting;
    const auto done = write(ExportKind::Model, "generator.safetensors");
    ASSERT_TRUE(done) << done.error().message;
    const auto run = read_run(run_);
    ASSERT_TRUE(run && !run->info.checkpoints.empty());
    EXPECT_TRUE(std::filesystem::equivalent(noting->source, run->info.checkpoints.back().path))
        << noting->source << ": a run that goes on has a newer one by then";
}

TEST_F(Exporter, AModelCardHasTheScoresOfJustTheseWeights) {
    const std::string other = folder_.file("other");
    test::train_toy_run(other, 2);
    const auto run = read_run(run_), earlier = read_run(other);
    ASSERT_TRUE(run && earlier && !run->info.checkpoints.empty() && !earlier->info.checkpoints.empty());
    const CheckpointInfo newest = run->info.checkpoints.back(), before = earlier->info.checkpoints.back();
    const auto card = [&](const std::string& of, bool ema) {
        ExportRequest r;
        r.kind = ExportKind::Model;
        r.run_dir = of;
        r.ema = ema;
        r.target = folder_.file("generator.safetensors");
        const auto done = export_from_run(r, *backend_, [](const std::string&, double) {}, {});
        EXPECT_TRUE(done) << done.error().message;
        return test::read_bytes(folder_.file("README.md"));
    };
    EXPECT_THAT(card(run_, true), Not(HasSubstr("FID")));
    for (const std::string& scored : {run_, other}) {
        auto history = HistoryStore::open(scored + "/history.db");
        ASSERT_TRUE(history);
        RunScores scores{"random", 512, 31.4, 0.0213, 0.0008};
        scores.recall = 0.42;
        scores.fid_error = 0.8;
        ASSERT_TRUE(history->add_scores({newest.step, newest.images, 1, scores}));
    }
    const std::string text = card(run_, true);
    EXPECT_THAT(text, HasSubstr("| FID | 31.4 ± 0.8 | lower is better |"));
    EXPECT_THAT(text, HasSubstr("| KID | 0.0213 ± 0.0008 | lower is better |"));
    EXPECT_THAT(text, HasSubstr("| Recall | 0.42 | higher is better |"));
    EXPECT_THAT(text, Not(HasSubstr("MMD"))) << "not measured";
    EXPECT_THAT(text, HasSubstr("512 pictures of these weights with 512 of **"));
    EXPECT_THAT(text, HasSubstr("in the features *random*"));
    EXPECT_THAT(text, HasSubstr("- type: \"kid-random\"\n      name: \"KID\"\n      value: 0.0213\n"))
        << "no FID that others' could be compared with";
    EXPECT_EQ(card(newest.path, true), text) << "the checkpoint by its name";
    EXPECT_THAT(card(before.path, true), Not(HasSubstr("FID"))) << "another step";
    EXPECT_THAT(card(run_, false), Not(HasSubstr("FID"))) << "scores are of the average";
    {
        auto history = HistoryStore::open(run_ + "/history.db");
        ASSERT_TRUE(history->add_scores({newest.step, newest.images, 1, {"inception", 5000, 12.5, 0.01}}));
    }
    EXPECT_THAT(card(run_, true), HasSubstr("- type: \"fid\"\n      name: \"FID\"\n      value: 12.5\n"));
}

TEST_F(Exporter, AWalkIsAnAnimationOfWhatWasAskedFor) {
    ExportRequest r;
    r.kind = ExportKind::Walk;
    r.run_dir = run_;
    r.target = folder_.file("walk.gif");
    r.max_frames = 6;
    const auto made = [&] { return export_from_run(r, *backend_, [](const std::string&, double) {}, {}); };
    const auto done = made();
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(test::read_bytes(r.target).substr(0, 3), "GIF");
    r.latents = {{0, 1}};
    EXPECT_EQ(made().error().code, ErrorCode::InvalidArgument);  // one end is no way
    r.latents.clear();
    r.max_frames = 1;
    EXPECT_EQ(made().error().code, ErrorCode::InvalidArgument);
}

TEST_F(Exporter, AWholeRunIsOneArchiveThatOpensElsewhere) {
    const auto done = write(ExportKind::Run, "run.zip");
    ASSERT_TRUE(done) << done.error().message;
    const auto opened = open_run_archive(done->path, folder_.file("elsewhere"), {}, {});
    ASSERT_TRUE(opened) << opened.error().message;
    const auto there = read_run(*opened), here = read_run(run_);
    ASSERT_TRUE(there && here);
    EXPECT_EQ(there->steps.size(), here->steps.size());
    EXPECT_EQ(there->info.checkpoints.size(), here->info.checkpoints.size());
    EXPECT_EQ(write_config(there->config), write_config(here->config));
}

TEST_F(Exporter, BadTargetsAndFormatsAreRefusedAndNothingIsWritten) {
    EXPECT_EQ(write(ExportKind::Grid, "no/such/grid.png").error().code, ErrorCode::NotFound);
    EXPECT_EQ(write(ExportKind::Grid, "grid.gif", "gif").error().code, ErrorCode::InvalidArgument);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("grid.gif")));
    run_ = folder_.file("absent");
    EXPECT_EQ(write(ExportKind::Metrics, "m.csv").error().code, ErrorCode::NotFound);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("m.csv")));
}

TEST_F(Exporter, TheRunsOwnFilesAreNotReplaced) {
    for (const char* own : {"run/run.json", "run/history.db", "run/samples/../config.json", "run/checkpoints/m.json",
                            "run/.lock", "run/scores-wanted"}) {
        const auto refused = write(ExportKind::Metrics, own, "json");
        ASSERT_FALSE(refused) << own;
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    }
    EXPECT_TRUE(write(ExportKind::Metrics, "run/metrics.json"));
    EXPECT_TRUE(write(ExportKind::Metrics, "run.json")) << "beside it";
}

TEST_F(Exporter, WhatThrowsIsAnErrorAndLeavesNothing) {
    Script script;
    script.no_memory_to_draw = true;
    backend_ = std::make_shared<FakeBackend>(script);
    const auto done = write(ExportKind::Grid, "grid.png");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("grid.png")));
}

}  // namespace
}  // namespace headroom
