// The protocol's messages: everything comes back as it was, nonsense is refused, later versions are passed over.
#include "core/engine/remote/messages.h"

#include "app/cli/event_json.h"
#include "core/api/param_schema.h"
#include "core/engine/remote/begin_elsewhere.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_figures.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "tests/support/all_cases.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <random>

#include <sys/stat.h>

namespace headroom::remote {
namespace {

using ::testing::HasSubstr;

TrainConfig unusual_config() {
    TrainConfig c = default_config(kDcgan);
    c.data_path = "/data/caf\xe9";  // no UTF-8
    c.lr_g = 0.1 + 0.2;
    c.budget = Bytes{123456789};
    c.edit<DcganConfig>().width_g = 96;
    return c;
}

ImageBuffer picture(int width, std::uint8_t shade) {
    return {width, 2, 3, std::make_shared<const std::vector<std::uint8_t>>(static_cast<std::size_t>(width) * 6, shade)};
}

StepDone full_step() {
    StepDone s;
    s.step = 12;
    s.images = 96;
    s.loss_g = std::numeric_limits<double>::infinity();
    s.loss_d = std::numeric_limits<double>::quiet_NaN();
    s.d_real = 0.1;
    s.peak = Bytes{1ll << 40};
    auto& own = s.edit<ImagineFigures>();
    own.similarity = {0.25, 0.5};
    own.prompts = std::make_shared<const PromptNames>(
        PromptNames{{PromptKind::Text, "a \"red\" cube"}, {PromptKind::Noise, "7"}});
    s.frame = FrameProgress{1, 2, 3, 4, "a.png", true};
    return s;
}

/// One of each kind of event, filled with something.
std::vector<Event> events() {
    OomRecovered oom;
    oom.step = 3;
    oom.process = "process 1 (pid 4711 on frodo)";
    oom.before["batch.micro"] = std::int64_t{8};
    oom.after["batch.micro"] = std::int64_t{4};
    oom.remedies = {{OomRung::Relief, RemedyOutcome::NotEnough, "caches given back", Bytes{64}, Bytes{32}}};
    auto report = std::make_shared<MemoryReport>();
    report->now.roles[Role::Weights] = Bytes{77};
    report->now.activations[Phase::DFake] = Bytes{5};
    report->programs = {{1, "firefox", Bytes{9}}};
    report->ranks = {{1, "host", "cpu", {}, {}, Bytes{3}, Bytes{-4}}};
    oom.ledger = report;
    auto timeline = std::make_shared<StepTimeline>();
    timeline->step = 9;
    timeline->phases = {{Phase::DReal, 1, 0.5, 2.5}};
    timeline->points.resize(3);
    timeline->points[1].bytes[Role::Clip] = Bytes{1234};
    timeline->tensors.resize(2);
    timeline->tensors[1].label = "G main.3.weight";
    timeline->tensors[1].born_ms = 1.5;
    timeline->speed = {7, {Phase::None, 2, 3, 4, 0.5}, {{Phase::DReal, 1, 2, 3, 0.25}}, 100, 200, 20};
    return {StateChanged{RunState::Running, RunState::Paused, "paused by \xff you"},
            RunStarted{"/runs/a", "a", std::make_shared<const TrainConfig>(unusual_config()), 3, 24, 64, "Fake", 10, 20,
                       "CPU"},
            Progress{"packing", 0.5},
            full_step(),
            MemorySampled{report},
            TimelineReady{timeline},
            SampleReady{SampleKind::Grid,
                        3,
                        24,
                        4,
                        {picture(4, 1), picture(4, 2)},
                        {picture(4, 3)},
                        "/a.png",
                        {{7, 0.25}, {9, 0.5}},
                        {4711, 42}},
            ParamApplied{"lr.g", 2.0, 3.0, 4, 32, ChangeOrigin::Elsewhere, "terminal, process 1"},
            ParamRefused{{"lr.g", "lr.d"}, "no", RefusalMark{4, 32, "lr.g 0.1: no"}},
            oom,
            CheckpointSaved{"/c", 3, 24, true, Bytes{99}, 0.5},
            SampleSaved{"/s.png", 3},
            SampleFailed{SampleKind::Walk, make_error(ErrorCode::OutOfMemory, "m", "h", "d"), {4711, 43}},
            ExportDone{"/e", Bytes{5}},
            ForecastReady{"why"},
            Warning{"id", "message", "hint"},
            LogLine{LogLevel::Warn, 1700000000000, "text"},
            Finished{"reached", 9, 72, "/runs/a"},
            Failed{make_error(ErrorCode::OutOfMemory, "m", "h", "d"), 9, 5, "/runs/a"},
            CounselTold{CounselState::Judged,
                        {CounselRule::Collapse,
                         3,
                         9,
                         {{"diversity", 0.1, 0.25}, {"loss_g", 4.5}},
                         "seen",
                         "why",
                         "advice",
                         {{"lr.g", 1e-4}, {"data.mirror", true}},
                         {"/s.png"}},
                        0.1,
                        0.5,
                        1,
                        2,
                        0.5,
                        "KID",
                        true,
                        true},
            ScoresDone{9, 72, 1.5, {"random", 512, 1.5, 0.02, 0.001, 0.5, 0.4, 0.3, 0.25, 0.2}}};
}

std::vector<Request> requests() {
    return {Hello{},
            Command(Pause{}),
            Command(Resume{}),
            Command(StepOnce{}),
            Command(Stop{StopMode::StopWithoutSaving}),
            Command(ApplyParams{{{"batch.micro", std::int64_t{4}}, {"lr.g", 1.0}, {"precision", std::string("bf16")}},
                                ChangeOrigin::Undo}),
            Command(TakeSample{{SampleKind::Real, 3, 18446744073709551615ull, 0.5, 7, {}, true, {4711, 44}}}),
            Command(SaveCheckpoint{}),
            Command(Lend{}),
            Command(AnswerOom{OomAnswer::UndoWhenItFits}),
            Command(MeasureStep{}),
            Command(TakeScores{}),
            Command(TakeSnapshot{"/tmp/\xe9"}),
            AskForecast{{{"data.mirror", true}}},
            AskForecast{{{"data.mirror", true}}, true},
            FitRequest{unusual_config(), Bytes{5}, 64, {}},
            RehearsalRequest{unusual_config(), Bytes{5}, 10},
            ExportRequest{}};
}

TEST(RemoteMessages, EveryEventComesBackAsItWas) {
    std::size_t kind = 0;
    for (const Event& event : events()) {
        EXPECT_EQ(event.index(), kind++) << "one of each kind";
        const Frame frame = encode(Reply(event));
        const auto back = decode_reply(frame);
        ASSERT_TRUE(back) << frame.json << ": " << back.error().message;
        ASSERT_TRUE(std::holds_alternative<Event>(*back));
        EXPECT_EQ(std::get<Event>(*back).index(), event.index());
        // The same bytes again: nothing was lost on the way.
        const Frame again = encode(*back);
        EXPECT_EQ(again.json, frame.json);
        EXPECT_EQ(again.attachment, frame.attachment);
    }
    EXPECT_EQ(kind, std::variant_size_v<Event>);
}

TEST(RemoteMessages, NumbersTextsAndSettingsKeepTheirExactValue) {
    const auto back = decode_reply(encode(Reply(Event(full_step()))));
    ASSERT_TRUE(back);
    const auto& step = std::get<StepDone>(std::get<Event>(*back));
    EXPECT_TRUE(std::isinf(step.loss_g));
    EXPECT_TRUE(std::isnan(step.loss_d));
    EXPECT_EQ(step.d_real, 0.1);
    EXPECT_EQ(step.peak.count, 1ll << 40);
    ASSERT_TRUE(step.own<ImagineFigures>() && step.own<ImagineFigures>()->prompts && step.frame);
    EXPECT_EQ((*step.own<ImagineFigures>()->prompts)[0].text, "a \"red\" cube");
    EXPECT_EQ(step.own<ImagineFigures>()->similarity, (std::vector<double>{0.25, 0.5}));
    EXPECT_TRUE(step.frame->done);
    StepDone trained;
    trained.edit<VqganFigures>().codes_used = 77;
    const auto vqgan = decode_reply(encode(Reply(Event(trained))));
    ASSERT_TRUE(vqgan);
    const auto* figures = std::get<StepDone>(std::get<Event>(*vqgan)).own<VqganFigures>();
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->codes_used, 77);
    const auto fit = decode_request(encode(Request(FitRequest{unusual_config(), Bytes{5}, 64, {}})));
    ASSERT_TRUE(fit) << fit.error().message;
    EXPECT_EQ(std::get<FitRequest>(*fit).config, unusual_config());
    const auto sample =
        decode_request(encode(Request(Command(TakeSample{{SampleKind::Grid, 1, 18446744073709551615ull}}))));
    ASSERT_TRUE(sample);
    EXPECT_EQ(std::get<TakeSample>(std::get<Command>(*sample)).request.seed, 18446744073709551615ull);
    const auto apply = decode_request(encode(Request(Command(ApplyParams{{{"a", 1.0}, {"b", std::int64_t{1}}}}))));
    ASSERT_TRUE(apply);
    const auto& patch = std::get<ApplyParams>(std::get<Command>(*apply)).patch;
    EXPECT_TRUE(std::holds_alternative<double>(patch.at("a")));
    EXPECT_TRUE(std::holds_alternative<std::int64_t>(patch.at("b")));
}

TEST(RemoteMessages, EveryRequestComesBackAsItWas) {
    for (const Request& request : requests()) {
        const Frame frame = encode(request);
        const auto back = decode_request(frame);
        ASSERT_TRUE(back) << frame.json << ": " << back.error().message;
        EXPECT_EQ(back->index(), request.index());
        EXPECT_EQ(encode(*back).json, frame.json);
    }
}

TEST(RemoteMessages, WhatALaterVersionAddsIsPassedOver) {
    EXPECT_TRUE(decode_request({R"({"is":"pause","of":{"gently":true},"also":1})", ""}));
    EXPECT_EQ(decode_request({R"({"is":"dance"})", ""}).error().code, ErrorCode::NotFound);
    const auto few = decode_reply({R"({"is":"step","of":{"step":3}})", ""});
    ASSERT_TRUE(few);
    EXPECT_EQ(std::get<StepDone>(std::get<Event>(*few)).step, 3);
}

TEST(RemoteMessages, AForecastOfAWholeRunSaysSoAndNamesItsStage) {
    const Reply whole = ForecastAnswer{{{"data.mirror", true}}, {}, true, "once image.size is 64", "in vain"};
    const auto back = decode_reply(encode(whole));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_TRUE(std::get<ForecastAnswer>(*back).run);
    EXPECT_EQ(std::get<ForecastAnswer>(*back).stage, "once image.size is 64");
    EXPECT_EQ(std::get<ForecastAnswer>(*back).unmeasured, "in vain");
    const Reply refusal = Refused{make_error(ErrorCode::Internal, "m"), {{"data.mirror", true}}, true};
    const auto refused = decode_reply(encode(refusal));
    ASSERT_TRUE(refused) << refused.error().message;
    EXPECT_TRUE(std::get<Refused>(*refused).run);
    EXPECT_EQ(std::get<Refused>(*refused).patch.size(), 1u);
    // Of one that knows only what changes cost.
    const auto answer = decode_reply({R"({"is":"forecast","of":{"patch":{},"forecast":{}}})", ""});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_FALSE(std::get<ForecastAnswer>(*answer).run);
    const auto asked = decode_request({R"({"is":"forecast","of":{"patch":{}}})", ""});
    ASSERT_TRUE(asked) << asked.error().message;
    EXPECT_FALSE(std::get<AskForecast>(*asked).run);
}

TEST(RemoteMessages, PlansNameTheStageThatTheyTakeMostAt) {
    FitReport plans;
    plans.plans.resize(2);
    for (FitPlan& plan : plans.plans) plan.config = unusual_config();
    plans.plans[0].stage = "once image.size is 128";
    const auto back = decode_reply(encode(Reply(plans)));
    ASSERT_TRUE(back) << back.error().message;
    const auto& read = std::get<FitReport>(*back).plans;
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(read[0].stage, "once image.size is 128");
    EXPECT_EQ(read[1].stage, "") << "from the beginning";
    // Of a process that does not tell it.
    const auto earlier = decode_reply({R"({"is":"plans","of":{"plans":[{"result":"Same"}]}})", ""});
    ASSERT_TRUE(earlier) << earlier.error().message;
    EXPECT_EQ(std::get<FitReport>(*earlier).plans.at(0).stage, "");
}

TEST(RemoteMessages, WrongTypesInEveryMessageAreRefusedByName) {
    const auto reply = decode_reply({R"({"is":"step","of":{"memory":{"live":"much"}}})", ""});
    ASSERT_FALSE(reply);
    EXPECT_THAT(reply.error().message, HasSubstr("step.memory.live"));
    EXPECT_FALSE(decode_request({R"({"is":"stop","of":{"mode":"perhaps"}})", ""}));
    EXPECT_FALSE(decode_request({R"({"is":"apply","of":{"patch":{"a":[1]}}})", ""}));
    EXPECT_FALSE(decode_request({R"({"is":"fit","of":{"config":{"batch.micro":0}}})", ""}));
    EXPECT_FALSE(decode_request({R"([1,2,3])", ""}));
    EXPECT_FALSE(decode_request({"", ""}));
    EXPECT_FALSE(decode_request({std::string(100000, '['), ""}));
    // A refusal of nothing.
    for (const char* of : {R"({"message":"no"})", R"({"keys":[],"message":"no"})"}) {
        const auto nothing = decode_reply({std::string(R"({"is":"param_refused","of":)") + of + "}", ""});
        ASSERT_FALSE(nothing);
        EXPECT_EQ(nothing.error().code, ErrorCode::BadFile);
        EXPECT_THAT(nothing.error().message, HasSubstr("param_refused.keys"));
    }
    // Pictures that lie beyond what was sent.
    EXPECT_FALSE(
        decode_reply({R"({"is":"sample","of":{"raw":[{"width":9,"height":9,"channels":3,"at":0}]}})", "short"}));
    EXPECT_FALSE(decode_reply(
        {R"({"is":"sample","of":{"raw":[{"width":1,"height":1,"channels":1,"at":18446744073709551615}]}})", "x"}));
    EXPECT_FALSE(decode_reply({R"({"is":"timeline","of":{"timeline":{"at":0,"bytes":4}}})", "\xff\xff\xff\xff"}));
}

/// Every value of every message, each replaced by others: an answer each time, never a crash.
TEST(RemoteMessages, MalformedMembersNeverCrash) {
    const std::vector<nlohmann::json> others{
        nullptr, true, -1, 1e300, "x", nlohmann::json::array(), nlohmann::json::object(), 18446744073709551615ull};
    const auto break_all = [&](const Frame& frame, const auto& decode) {
        const auto whole = nlohmann::json::parse(frame.json);
        const auto flat = whole.flatten();
        // Each of the settings of a run, which are many and much alike, meets a quarter of them in turn.
        const std::size_t apart = flat.size() > 40 && !test::all_cases() ? 4 : 1;
        std::size_t first = 0;
        for (const auto& [pointer, value] : flat.items()) {
            for (std::size_t i = first++ % apart; i < others.size(); i += apart) {
                auto broken = whole;
                broken[nlohmann::json::json_pointer(pointer)] = others[i];
                (void)decode({broken.dump(), frame.attachment});
            }
        }
    };
    for (const Event& e : events()) break_all(encode(Reply(e)), decode_reply);
    for (const Request& r : requests()) break_all(encode(r), decode_request);
}

TEST(RemoteMessages, RandomBytesNeverCrash) {
    std::mt19937_64 random(test::test_seed());
    for (int round = 0; round < 30; ++round) {
        for (const Event& e : events()) {
            Frame frame = encode(Reply(e));
            for (std::uint64_t n = 1 + random() % 4; n > 0; --n) {
                std::string& part = random() % 2 == 0 || frame.attachment.empty() ? frame.json : frame.attachment;
                part[random() % part.size()] = static_cast<char>(random());
            }
            if (random() % 4 == 0) frame.attachment.resize(frame.attachment.size() / 2);
            (void)decode_reply(frame);
        }
        for (const Request& r : requests()) {
            Frame frame = encode(r);
            frame.json[random() % frame.json.size()] = static_cast<char>(random());
            (void)decode_request(frame);
        }
    }
}

TEST(RemoteMessages, LinesForScriptsKeepTheirKeys) {
    const auto keys = [](const Event& e) {
        std::string out;
        const std::string line = cli::event_line(e);
        if (line.empty()) return out;
        const auto json = nlohmann::ordered_json::parse(line);
        for (const auto& [key, value] : json.items()) out += key + " ";
        return out;
    };
    EXPECT_EQ(keys(events()[0]), "event from to reason ");
    EXPECT_EQ(keys(events()[1]), "event run name step images data data_count parameters_g parameters_d device config ");
    EXPECT_EQ(keys(events()[2]), "");
    EXPECT_EQ(
        keys(events()[3]),
        "event step images loss_g loss_d d_real d_fake images_per_second memory step_seconds grad_norm_g grad_norm_d epoch "
        "scale_g scale_d threads elapsed_seconds similarity prompts frame ");
    EXPECT_EQ(keys(events()[7]), "event key old new step images origin by ");
    EXPECT_EQ(keys(events()[10]), "event path step images best bytes seconds ");
    EXPECT_EQ(keys(events()[18]), "event code message hint detail step last_checkpoint_step run ");
    const std::vector<Event> all = events();
    EXPECT_EQ(keys(all[all.size() - 2]),
              "event state notice before after score_before score_after score_error score_name better automatic ");
    EXPECT_EQ(
        keys(events().back()),
        "event step images elapsed_seconds features pictures side copies_among feature_width fid kid kid_error precision "
        "recall copies mmd ms_ssim d_gap d_gap_error d_recognised precision_error recall_error copies_error fid_error mmd_error "
        "ms_ssim_error d_recognised_error ");
    EXPECT_THAT(cli::event_line(events()[3]), HasSubstr("\"loss_g\":null")) << "scripts know neither NaN nor infinity";
}

TEST(RemoteMessages, ABeginningTravelsByAFileOfTheUsersOwn) {
    const test::TempFolder folder;
    Beginning out;
    out.request = {std::make_shared<const TrainConfig>(unusual_config()),
                   "/r\xe9",
                   "/from",
                   "/weights",
                   "name",
                   "/g",
                   "/d",
                   2,
                   60,
                   "/snap"};
    out.runs_root = "/runs";
    const std::string path = folder.file("begin.json");
    ASSERT_TRUE(write_beginning(path, out));
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    const auto back = read_beginning(path);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back->request.config, unusual_config());
    EXPECT_EQ(back->request.run_dir, "/r\xe9");
    EXPECT_EQ(back->request.resume_from, "/from");
    EXPECT_EQ(back->request.weights_from, "/weights");
    EXPECT_EQ(back->request.name, "name");
    EXPECT_EQ(back->request.generator_from, "/g");
    EXPECT_EQ(back->request.discriminator_from, "/d");
    EXPECT_EQ(back->request.processes, 2);
    EXPECT_EQ(back->request.seconds, 60);
    EXPECT_EQ(back->request.memory_snapshot, "/snap");
    EXPECT_EQ(back->runs_root, "/runs");
    EXPECT_FALSE(write_beginning(path, out)) << "a file that is there is somebody's";
    test::write_bytes(path, "{}");
    EXPECT_EQ(read_beginning(path).error().code, ErrorCode::BadFile);
}

}  // namespace
}  // namespace headroom::remote
