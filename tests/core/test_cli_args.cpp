// The command line without processes: syntax, settings, errors, control lines, JSON events.
#include "app/cli/args.h"
#include "app/cli/control.h"
#include "app/cli/event_json.h"
#include "app/cli/help.h"
#include "app/cli/settings.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace headroom::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Syntax syntax() {
    Syntax s{"toy", "FILE", 1, 2, {{"--out", "FILE", ""}, {"--fast", "", ""}, {"--resume", "RUN", "", true}}};
    for (const Option& o : setting_options({}, kDcgan)) s.options.push_back(o);
    return s;
}

Result<Args> parse(const std::vector<std::string>& words) { return parse_args(syntax(), words); }

Result<ParamPatch> settings(std::vector<std::string> words) {
    words.insert(words.begin(), "x");
    auto args = parse(words);
    if (!args) return args.error();
    return settings_from(*args, {}, kDcgan);
}

TEST(CliArgs, ValueAfterSpaceAndAfterEqualsAreTheSame) {
    auto a = parse({"f", "--out", "g"}), b = parse({"--out=g", "f"});
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->get("--out"), "g");
    EXPECT_EQ(b->get("--out"), "g");
    EXPECT_THAT(b->positionals, ElementsAre("f"));
}

TEST(CliArgs, EveryPathOfAListBecomesAbsolute) {
    Syntax painting{"imagine", "", 0, 9, {}};
    for (const Option& o : setting_options({}, kVqganClip)) painting.options.push_back(o);
    const std::vector<std::string> words{"--set", "clip.files=a.pt| /b/c.pt |d.pt",
                                         "--set", "prompts.pictures=e.png:0.5 | /f.png",
                                         "--set", "vqgan.file=g.ckpt"};
    const auto args = parse_args(painting, words);
    ASSERT_TRUE(args);
    const auto patch = settings_from(*args, {}, kVqganClip);
    ASSERT_TRUE(patch) << patch.error().message;
    const std::string here = absolute_path("a.pt").substr(0, absolute_path("a.pt").size() - 4);
    EXPECT_EQ(std::get<std::string>(patch->at("clip.files")), here + "a.pt | /b/c.pt | " + here + "d.pt");
    EXPECT_EQ(std::get<std::string>(patch->at("prompts.pictures")), here + "e.png:0.5 | /f.png");
    EXPECT_EQ(std::get<std::string>(patch->at("vqgan.file")), here + "g.ckpt");
}

TEST(CliArgs, DoubleDashEndsTheOptions) {
    auto a = parse({"--", "--out"});
    ASSERT_TRUE(a);
    EXPECT_THAT(a->positionals, ElementsAre("--out"));
}

TEST(CliArgs, TheCommonestHaveShortForms) {
    auto a = parse({"f", "-o", "g", "-n", "12", "-slr.g=1e-3", "-d=shapes"});
    ASSERT_TRUE(a) << a.error().message;
    EXPECT_EQ(a->get("--out"), "g");
    EXPECT_EQ(a->get("--steps"), "12");
    EXPECT_EQ(a->get("--set"), "lr.g=1e-3");
    EXPECT_EQ(a->get("--data"), "shapes");
    EXPECT_EQ(short_form("--out"), "-o");
    EXPECT_EQ(short_form("--fast"), "");
    EXPECT_THAT(parse({"f", "-z"}).error().message, HasSubstr("-z: no such option"));
}

TEST(CliArgs, AValueThatBeginsWithADashStandsAfterEquals) {
    EXPECT_EQ(parse({"f", "--out=-q"})->get("--out"), "-q");
    EXPECT_EQ(parse({"f", "-o=-q"})->get("--out"), "-q");
    EXPECT_EQ(parse({"f", "--out=--fast"})->get("--out"), "--fast");
    EXPECT_EQ(parse({"f", "--out", "-"})->get("--out"), "-") << "standard input";
    EXPECT_EQ(parse({"f", "--out", "-0.5"})->get("--out"), "-0.5") << "a number";
    const auto refused = parse({"f", "--out", "-q"});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("--out: a value is missing"));
    EXPECT_THAT(refused.error().hint, HasSubstr("--out=-q"));
}

TEST(CliArgs, OptionalValueMayStandAlone) {
    auto a = parse({"f", "--resume", "--fast"});
    ASSERT_TRUE(a);
    EXPECT_TRUE(a->has("--resume"));
    EXPECT_EQ(a->get("--resume"), "");
    EXPECT_TRUE(a->has("--fast"));
}

TEST(CliArgs, UnknownOptionNamesTheNearest) {
    auto a = parse({"f", "--fats"});
    ASSERT_FALSE(a);
    EXPECT_EQ(a.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(a.error().message, HasSubstr("did you mean --fast?"));
    EXPECT_THAT(parse({"f", "--zzzzzzzzzzz"}).error().message, Not(HasSubstr("did you mean")));
}

TEST(CliArgs, MissingAndSurplusAreErrors) {
    EXPECT_FALSE(parse({}));
    EXPECT_FALSE(parse({"a", "b", "c"}));
    EXPECT_FALSE(parse({"f", "--out"}));
    EXPECT_FALSE(parse({"f", "--out", "--fast"}));
    EXPECT_FALSE(parse({"f", "--fast=1"}));
}

TEST(CliArgs, NumbersAreCheckedAgainstTheirRange) {
    auto a = parse({"f", "--out", "12"});
    ASSERT_TRUE(a);
    EXPECT_EQ(*a->whole("--out", 0, 1, 20), 12);
    EXPECT_THAT(a->whole("--out", 0, 1, 10).error().message, HasSubstr("--out: 12 is not between 1 and 10"));
    EXPECT_EQ(*a->whole("--rows", 8, 1, 10), 8);
    EXPECT_FALSE(parse({"f", "--out", "1x"})->whole("--out", 0, 0, 9));
}

TEST(CliSettings, ShortFlagsSetAndUnits) {
    auto p = settings({"--batch", "16", "--budget=6GiB", "--set", "lr.g=1e-3", "--size", "32"});
    ASSERT_TRUE(p) << p.error().message;
    EXPECT_EQ(p->at("batch.micro"), ParamValue(std::int64_t{16}));
    EXPECT_EQ(p->at("memory.budget"), ParamValue(std::int64_t{6} << 30));
    EXPECT_EQ(p->at("lr.g"), ParamValue(1e-3));
    EXPECT_EQ(p->at("image.size"), ParamValue(std::int64_t{32}));
}

TEST(CliSettings, LaterFlagWinsOverFileAndFileOverPreset) {
    const test::TempFolder folder;
    test::write_bytes(folder.file("run.json"), "{\"batch.micro\": 5, \"batch.accumulate\": 3}");
    auto p = settings({"--batch", "7", "--preset", "demo", "--config", folder.file("run.json")});
    ASSERT_TRUE(p) << p.error().message;
    EXPECT_EQ(p->at("batch.micro"), ParamValue(std::int64_t{7}));
    EXPECT_EQ(p->at("batch.accumulate"), ParamValue(std::int64_t{3}));
    EXPECT_EQ(p->at("data.variety"), ParamValue(std::string("demo")));
}

TEST(CliSettings, ErrorsNameFieldRangeFileAndLine) {
    const test::TempFolder folder;
    test::write_bytes(folder.file("run.json"), "{\n\"batch.micro\": 0\n}");
    EXPECT_EQ(settings({"--config", folder.file("run.json")}).error().message,
              "batch.micro: 0 is not between 1 and 4096 (run.json:2)");
    EXPECT_EQ(settings({"--batch", "0"}).error().message, "batch.micro: 0 is not between 1 and 4096");
    EXPECT_THAT(settings({"--set", "batch.micor=8"}).error().message, HasSubstr("did you mean batch.micro?"));
    EXPECT_THAT(settings({"--set", "batch"}).error().message, HasSubstr("key=value"));
    EXPECT_THAT(settings({"--preset", "nope"}).error().message, HasSubstr("demo"));
    EXPECT_EQ(settings({"--config", folder.file("absent.json")}).error().code, ErrorCode::NotFound);
}

TEST(CliSettings, ImagesAloneLiftTheLimitOfSteps) {
    EXPECT_EQ(settings({"--images", "500"})->at("steps"), ParamValue(std::int64_t{0}));
    EXPECT_EQ(settings({"--images", "500", "--steps", "9"})->at("steps"), ParamValue(std::int64_t{9}));
}

TEST(CliSettings, UnstartableRunsAreRefused) {
    TrainConfig c;
    EXPECT_TRUE(check_startable(c, {"cpu"}));
    c.data_path = "/nonexistent/pictures";
    EXPECT_EQ(check_startable(c, {"cpu"}).error().code, ErrorCode::NotFound);
    c = {};
    c.device = "cuda:1";
    EXPECT_EQ(check_startable(c, {"cpu", "cuda:0"}).error().code, ErrorCode::Environment);
    c = {};
    c.precision = Precision::Fp16;
    EXPECT_THAT(check_startable(c, {"cpu"}).error().message, HasSubstr("bf16"));
    EXPECT_TRUE(check_startable(c, {"cpu", "cuda:0"}));
    EXPECT_TRUE(check_startable(c, {"cpu"}, /*resumes=*/true)) << "it goes on in fp32";
}

TEST(CliHelp, EverySettingAndEveryVerbIsListed) {
    for (const ModelKind kind : {kDcgan, kVqganClip, kVqgan, kLightGan}) {
        const std::string help = settings_help(kind);
        for (const ParamRow& row : schema_rows())
            EXPECT_EQ(help.find("  " + std::string(row.key) + " = ") != std::string::npos, belongs_to(row, kind))
                << row.key;
    }
    EXPECT_THAT(settings_help(kVqganClip), HasSubstr("iterations\n      Total iterations."));
    EXPECT_THAT(settings_help(kVqganClip), Not(HasSubstr(" steps\n")));
    EXPECT_THAT(settings_help(kVqganClip),
                HasSubstr("cuts.augments = Af Pe Ji Er   (any of, with spaces between: Af = Affine, "));
    EXPECT_THAT(settings_help(kDcgan), HasSubstr(" steps\n      Total optimiser steps."));
    const std::string all = overview(headroom_cli(), "");
    for (const char* verb : {"train dcgan",     "imagine",         "bench vqgan-clip",
                             "sample",          "interpolate",     "export",
                             "bench dcgan",     "forecast dcgan",  "fit dcgan",
                             "rehearse dcgan",  "weights inspect", "weights verify",
                             "weights convert", "dataset inspect", "dataset export",
                             "runs list",       "runs show",       "runs verify",
                             "runs compare",    "runs delete",     "runs counsel",
                             "runs prune",      "config check",    "config show",
                             "config diff",     "completions",     "man",
                             "schema",          "doctor"}) {
        EXPECT_THAT(all, HasSubstr(verb));
    }
}

TEST(CliVerb, TensorsAreLoadedForWhatIsRunAlone) {
    Environment environment;
    environment.no_tensors = make_error(ErrorCode::Environment, "LibTorch is not here");
    const Program program = headroom_cli();
    const auto used = [&](const std::vector<std::string>& words) {
        EXPECT_EQ(run(program, words, environment) == 4, uses_tensors(program, words)) << words.back();
        return uses_tensors(program, words);
    };
    EXPECT_TRUE(used({"imagine", "help"})) << "a prompt";
    EXPECT_TRUE(used({"sample", "help"})) << "a run's name";
    EXPECT_TRUE(used({"sample", "--", "--help"}));
    EXPECT_FALSE(used({"runs", "show", "help"}));
    EXPECT_FALSE(used({"runs", "show", "--", "--help"}));
    for (const std::vector<std::string>& words : {std::vector<std::string>{"sample", "x", "-h"},
                                                  {"sample", "--help", "--"},
                                                  {"help", "sample"},
                                                  {"help", "train", "dcgan"},
                                                  {"-h", "sample"},
                                                  {"runs", "help"},
                                                  {"help"}})
        EXPECT_FALSE(used(words)) << words.front();
}

TEST(CliControl, ReadsSetAndDo) {
    auto set = parse_control_line(R"({"set":{"batch.micro":8,"precision":"bf16"}})");
    ASSERT_TRUE(set) << set.error().message;
    EXPECT_EQ(std::get<ParamPatch>(*set).at("batch.micro"), ParamValue(std::int64_t{8}));
    auto snapshot = parse_control_line(R"({"do":"snapshot","path":"memory.pickle"})");
    ASSERT_TRUE(snapshot);
    EXPECT_EQ(std::get<TakeSnapshot>(*snapshot).path, "memory.pickle");
    EXPECT_THAT(parse_control_line(R"({"do":"snapshot"})").error().message, HasSubstr("wants the file to write"));
    auto pause = parse_control_line(R"({"do":"pause"})");
    ASSERT_TRUE(pause);
    EXPECT_EQ(std::get<ControlAction>(*pause), ControlAction::Pause);
}

TEST(CliControl, BadLinesSayWhatIsWrong) {
    for (const char* line :
         {"", "{", "7", "[]", "{}", R"({"set":{}})", R"({"set":7})", R"({"do":1})", R"({"do":"fly"})", R"({"go":1})",
          R"({"set":{"batch.micro":0}})", R"({"set":{"batch.micro":"many"}})", R"({"set":{"no.such":1}})",
          R"({"set":{},"do":"stop"})"}) {
        auto command = parse_control_line(line);
        ASSERT_FALSE(command) << line;
        EXPECT_THAT(command.error().message, HasSubstr("control: ")) << line;
    }
    EXPECT_THAT(parse_control_line(R"({"do":"puase"})").error().message, HasSubstr("did you mean pause?"));
    EXPECT_THAT(parse_control_line(R"({"set":{"batch.micor":1}})").error().message,
                HasSubstr("did you mean batch.micro?"));
}

/// Collects lines; waits for a count of them.
class Lines {
public:
    void add(const std::string& line) {
        const std::lock_guard lock(mutex_);
        lines_.push_back(line);
        changed_.notify_all();
    }
    std::vector<std::string> wait_for(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::seconds(20), [&] { return lines_.size() >= count; });
        return lines_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> lines_;
};

TEST(CliControl, FollowsAFileThatAppearsGrowsAndIsWrittenAnew) {
    const test::TempFolder folder;
    const std::string path = folder.file("control");
    Lines lines;
    const ControlReader reader(path, [&](const std::string& l) { lines.add(l); });
    test::write_bytes(path, "one\n");
    EXPECT_THAT(lines.wait_for(1), ElementsAre("one"));
    std::FILE* f = std::fopen(path.c_str(), "a");
    std::fputs("two\n\nthree", f);
    std::fclose(f);
    EXPECT_THAT(lines.wait_for(3), ElementsAre("one", "two", "three"));
    test::write_bytes(path, "four\n");
    EXPECT_THAT(lines.wait_for(4), ElementsAre("one", "two", "three", "four"));
}

TEST(CliEvents, LinesAreJsonWithStableKeys) {
    StepDone step;
    step.step = 3;
    step.images = 24;
    step.loss_g = std::nan("");
    step.peak = Bytes{77};
    const auto j = nlohmann::json::parse(event_line(step));
    EXPECT_EQ(j["event"], "step");
    EXPECT_EQ(j["step"], 3);
    EXPECT_TRUE(j["loss_g"].is_null());
    EXPECT_EQ(j["memory"]["peak"], 77);
    const auto applied = nlohmann::json::parse(
        event_line(ParamApplied{"batch.micro", std::int64_t{8}, std::int64_t{4}, 5, 40, ChangeOrigin::Control}));
    EXPECT_EQ(applied["event"], "param_applied");
    EXPECT_EQ(applied["old"], 8);
    EXPECT_EQ(applied["new"], 4);
    const auto failed = nlohmann::json::parse(event_line(Failed{make_error(ErrorCode::Disk, "full"), 1, -1, ""}));
    EXPECT_EQ(failed["code"], "disk");
    EXPECT_EQ(failed["message"], "full");
    EXPECT_EQ(event_line(Progress{"x", 0.5}), "");
}

TEST(CliEvents, NamesThatAreNotUtf8DoNotBreakALine) {
    const auto j = nlohmann::json::parse(event_line(SampleSaved{"a\xff.png", 1}));
    EXPECT_EQ(j["event"], "sample_saved");
}

}  // namespace
}  // namespace headroom::cli
