// Tools beside runs, the engine, forecasts and rehearsals on the stand-in device. What the tools compute: tests/gpu/test_gpu_families.cpp.
#include "family_runs.h"

#include "tests/support/all_cases.h"
#include "tests/support/picture_files.h"
#include "tests/support/set_variable.h"
#include "tests/support/temp_folder.h"

#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/api/planner.h"
#include "core/engine/export/exporter.h"
#include "core/engine/plan/planner.h"
#include "core/engine/run/train_session.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/pictures/image_codec.h"
#include "core/memory/tensor_library.h"
#include "core/train/bench.h"
#include "core/train/device.h"
#include "core/train/score/feature_space.h"
#include "core/train/tools/reconstruct.h"
#include "core/train/torch_backend.h"

#include <gmock/gmock.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace headroom::test {
namespace {

namespace fs = std::filesystem;
const ProgressFn kSilent = [](const std::string&, double) {};
const char* const kGpu = "cuda:0";
const Bytes kSmallPage{DevicePool::kSmallSegment};  ///< of an allocator that holds small blocks

class StandInTools : public testing::Test {
protected:
    void SetUp() override {
        set_up_tensor_library();
        ASSERT_TRUE(write_png(folder_.file("in.png"), gradient(60, 44)));
    }
    TempFolder folder_;
};

TEST_F(StandInTools, ABenchSaysWhereTimeGoesOnTheProcessorAlone) {
    TrainConfig config = small_config();
    config.device = kGpu;
    const auto refused = run_bench(config, {.steps = 1, .warmup = 0, .where = true}, kSilent, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "--where watches the processor, and this bench computes on cuda:0");
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_TRUE(run_bench(config, {.steps = 1, .warmup = 0}, kSilent, {}));
}

TEST_F(StandInTools, FeaturesOfRoundedProductsAreNotTakenForThoseOfWholeOnes) {
    const auto place = open_device(kGpu);
    ASSERT_TRUE(place) << place.error().message;
    const auto stamp = [&](bool tf32) {
        place->memory->compute_with({tf32, 0});
        const auto turn = place->memory->turn();
        const auto space = open_space({"random", ""}, InceptionResize::CleanFid, place->device);
        return space ? (*space)->stamp : std::string();
    };
    const std::string whole = stamp(false), rounded = stamp(true);
    EXPECT_NE(whole, "");
    EXPECT_NE(rounded, whole);
    EXPECT_EQ(stamp(false), whole);
}

TEST_F(StandInTools, WorkBesideARunAndNeitherChangesTheOther) {
    const FamilyCase& dcgan = family_cases().front();
    FamilyRun alone(dcgan, dcgan.config(), kGpu), run(dcgan, dcgan.config(), kGpu);
    alone.steps(6);
    std::jthread tool([&] {
        ReconstructRequest request;
        request.picture = folder_.file("in.png");
        request.device = kGpu;
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(reconstruct_picture(request, kSilent, {}));
    });
    run.steps(6);
    tool.join();
    EXPECT_EQ(differing(alone.state(), run.state()), "");
}

/// Small settings of a family that a session or a planner begins from files.
TrainConfig whole_run(const FamilyCase& family) {
    TrainConfig c = family.config();
    c.device = kGpu;
    c.data_count = 64;
    c.steps = 3;
    c.preview_every = 2;
    c.preview_grid = 4;
    c.checkpoint_every = 2;
    return c;
}

class StandInEngine : public testing::TestWithParam<FamilyCase> {
protected:
    void SetUp() override {
        fs::create_directories(folder_.file("runs"));
        backend_ = make_torch_backend();
    }
    /// Runs to its end; the run's folder.
    std::string finished(const TrainConfig& config) {
        const auto session = make_train_session(backend_, {folder_.file("runs")});
        std::mutex mutex;
        std::condition_variable changed;
        bool woken = false;
        session->set_wake([&] {
            const std::lock_guard lock(mutex);
            woken = true;
            changed.notify_all();
        });
        const auto started = session->start({std::make_shared<const TrainConfig>(config), "", "", "", "run"});
        EXPECT_TRUE(started) << (started ? "" : started.error().message);
        bool ended = !started;
        while (!ended) {
            for (const Event& e : session->drain_events()) {
                if (const auto* failed = std::get_if<Failed>(&e))
                    ADD_FAILURE() << failed->error.message << failed->error.detail;
                const auto* state = std::get_if<StateChanged>(&e);
                ended = ended || (state && (state->to == RunState::Finished || state->to == RunState::Failed));
                EXPECT_FALSE(std::holds_alternative<Failed>(e));
            }
            std::unique_lock lock(mutex);
            if (!ended) changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return woken; });
            woken = false;
        }
        for (const auto& entry : fs::directory_iterator(folder_.file("runs"))) return entry.path().string();
        return {};
    }
    void expect_forecast(const TrainConfig& config);

    TempFolder folder_;
    std::shared_ptr<Backend> backend_;
};

TEST_P(StandInEngine, ARunIsWrittenSampledAndExported) {
    const std::string run = finished(whole_run(GetParam()));
    ASSERT_FALSE(run.empty());
    EXPECT_TRUE(fs::exists(run + "/checkpoints"));
    for (const auto& [kind, target] :
         {std::pair(ExportKind::Checkpoint, "net.safetensors"), std::pair(ExportKind::Checkpoint, "net.pth"),
          std::pair(ExportKind::Metrics, "figures.csv"), std::pair(ExportKind::Config, "config.json"),
          std::pair(ExportKind::Timelapse, "lapse.gif")}) {
        ExportRequest request;
        request.kind = kind;
        request.run_dir = run;
        request.target = folder_.file(target);
        const auto done = export_from_run(request, *backend_, kSilent, {});
        // Of a painting there are no weights of its own to export.
        if (!done)
            EXPECT_THAT(done.error().code, testing::AnyOf(ErrorCode::InvalidArgument, ErrorCode::NotFound))
                << target << ": " << done.error().message;
        if (done) EXPECT_TRUE(fs::exists(request.target)) << target;
        if (GetParam().name != "VqganClip") EXPECT_TRUE(done) << target << ": " << (done ? "" : done.error().message);
    }
    GenerateRequest wanted;
    wanted.source = run;
    wanted.count = 4;
    if (GetParam().name == "VqganClip") return;
    const auto pictures = backend_->generate(wanted, kSilent, {});
    ASSERT_TRUE(pictures) << pictures.error().message << pictures.error().detail;
    EXPECT_FALSE(pictures->empty());
    if (GetParam().name != "Dcgan") return;
    wanted.walk = true;
    wanted.walk_stops = 2;
    const auto frames = backend_->generate(wanted, kSilent, {});
    ASSERT_TRUE(frames) << frames.error().message << frames.error().detail;
    EXPECT_EQ(frames->size(), 4u);
}

TEST_P(StandInEngine, IsRehearsedUnderItsForecast) {
    const auto planner = make_planner(backend_, {}, std::make_shared<const std::atomic<RunState>>(RunState::Idle));
    const TrainConfig config = whole_run(GetParam());
    const auto room = backend_->forecaster()->room(config, {});
    ASSERT_TRUE(room) << room.error().message;
    EXPECT_FALSE(room->on_cpu);
    const auto done = planner->rehearse({config, {}, 4}, kSilent, {});
    ASSERT_TRUE(done) << done.error().message << done.error().detail;
    EXPECT_EQ(done->steps, 4);
    EXPECT_GT(done->peak.count, 0);
    // Of so small a run the allocator's pages, 20 MiB each, are the most.
    EXPECT_GE(done->forecast + kSmallPage, done->peak);
    EXPECT_LE(done->forecast.count, done->peak.count + (28 << 20)) << done->peak.count;
}

void StandInEngine::expect_forecast(const TrainConfig& config) {
    const auto forecast = backend_->forecaster()->measured(config, {}, {});
    ASSERT_TRUE(forecast) << forecast.error().message << forecast.error().detail;
    const auto trainer = backend_->make_trainer(config.model);
    const auto prepared = trainer->prepare(config, nullptr, false, kSilent, [](Event) {}, {});
    ASSERT_TRUE(prepared) << prepared.error().message;
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(trainer->step().done);
    const Bytes kept = trainer->memory()->now.roles[Role::Graphs];
    EXPECT_NEAR(static_cast<double>(forecast->between_steps.count), static_cast<double>(kept.count),
                0.05 * static_cast<double>(kept.count));
    EXPECT_GT(kept.count, 0);
    RoleBytes peak = trainer->memory()->at_peak.roles, expected = forecast->by_role;
    peak[Role::Cache] = expected[Role::Cache] = {};
    for (const Role role : {Role::Weights, Role::Clip, Role::Ema})
        EXPECT_EQ(peak[role], expected[role]) << name_of(role);
    const double ratio = static_cast<double>(expected.total().count) / static_cast<double>(peak.total().count);
    EXPECT_GE(ratio, 0.97);
    EXPECT_LE(ratio, 1.03);
}

TEST_P(StandInEngine, AForecastCountsTheTensorsOfAStep) { expect_forecast(whole_run(GetParam())); }

TEST_P(StandInEngine, AForecastCountsTheTensorsOfAStepWithRoundedWeights) {
    TrainConfig config = whole_run(GetParam());
    config.precision = Precision::Bf16;
    expect_forecast(config);
}

TEST_P(StandInEngine, AForecastCountsTheDataSetWhereItLies) {
    if (GetParam().name == "VqganClip") return;  // has none
    TrainConfig config = whole_run(GetParam());
    config.data_count = 2048;
    const Bytes all{config.data_count * config.image_size * config.image_size * config.channels()};
    for (const DataOnDevice where : {DataOnDevice::On, DataOnDevice::Off, DataOnDevice::Auto}) {
        SCOPED_TRACE(name_of(where));
        config.data_on_device = where;
        const auto forecast = backend_->forecaster()->measured(config, {}, {});
        ASSERT_TRUE(forecast) << forecast.error().message;
        const bool there = where != DataOnDevice::Off;
        EXPECT_EQ(forecast->by_role[Role::Dataset], there ? all : Bytes{});
        const auto trainer = backend_->make_trainer(config.model);
        ASSERT_TRUE(trainer->prepare(config, nullptr, false, kSilent, [](Event) {}, {}));
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(trainer->step().done);
        const auto report = trainer->memory();
        EXPECT_EQ(report->at_peak.roles[Role::Dataset], forecast->by_role[Role::Dataset]);
        RoleBytes peak = report->at_peak.roles, expected = forecast->by_role;
        peak[Role::Cache] = expected[Role::Cache] = {};
        const double ratio = static_cast<double>(expected.total().count) / static_cast<double>(peak.total().count);
        EXPECT_GE(ratio, 0.97);
        EXPECT_LE(ratio, 1.03);
    }
    // Where there is little room it is left on the host, and the forecast says what that saves.
    config.data_on_device = DataOnDevice::Auto;
    const auto roomy = backend_->forecaster()->measured(config, {}, {});
    config.budget = roomy->context + Bytes{roomy->tensors().count / 100 * 105};  // less than a tenth beside
    const auto tight = backend_->forecaster()->measured(config, {}, {});
    ASSERT_TRUE(tight);
    EXPECT_EQ(tight->by_role[Role::Dataset], Bytes{});
    EXPECT_EQ(tight->data_left, all);
}

/// What a run holds at most in its first steps, and what was forecast before it and after each of them.
struct Held {
    Bytes most, before;
    std::vector<Bytes> after;
};
Held held_by(const std::shared_ptr<Backend>& backend, const TrainConfig& config) {
    Held out;
    const auto forecaster = backend->forecaster();
    const auto before = forecaster->measured(config, {}, {});
    EXPECT_TRUE(before) << before.error().message << before.error().detail;
    if (!before) return out;
    out.before = before->peak;
    const auto trainer = backend->make_trainer(config.model);
    EXPECT_TRUE(trainer->prepare(config, nullptr, false, kSilent, [](Event) {}, {}));
    for (int i = 0; i < 6; ++i) {
        const StepOutcome step = trainer->step();
        EXPECT_TRUE(step.done) << step.error.message;
        out.most = std::max(out.most, step.metrics.peak);
        forecaster->learn(config, {}, 0.1, step.metrics.peak);
        const auto known = forecaster->known(config, {});
        out.after.push_back(known ? known->peak : Bytes{});
    }
    return out;
}

TEST(StandInForecasts, OfSmallRunsAreWhatTheAllocatorHolds) {
    const auto backend = make_torch_backend();
    for (const auto& [width, batch] : {std::pair(64, 16), std::pair(32, 16)}) {
        for (const DataOnDevice where : {DataOnDevice::On, DataOnDevice::Off}) {
            for (const CudaGraphs graphs : {CudaGraphs::Auto, CudaGraphs::Off}) {
                // Each of the four once: two of them of a run whose steps are the most of what it holds.
                if ((width == 64) != ((where == DataOnDevice::On) == (graphs == CudaGraphs::Auto))) continue;
                TrainConfig config;
                config.device = kGpu;
                config.image_size = 64;
                config.edit<DcganConfig>().width_g = config.width_d = width;
                config.batch_micro = batch;
                config.data_count = 256;
                config.data_on_device = where;
                config.graphs = graphs;
                SCOPED_TRACE(std::to_string(width) + " wide, pictures " + std::string(name_of(where)) + ", graphs " +
                             std::string(name_of(graphs)));
                const Held held = held_by(backend, config);
                EXPECT_NEAR(
                    static_cast<double>(held.before.count), static_cast<double>(held.most.count),
                    std::max(0.03 * static_cast<double>(held.most.count), static_cast<double>(kSmallPage.count)));
                EXPECT_EQ(held.after.back(), held.most);
            }
        }
    }
}

TEST(StandInForecasts, OfPaintingsAreOfTheVeryPicture) {
    const auto backend = make_torch_backend();
    for (const auto& [width, height] : {std::pair(128, 128), std::pair(512, 256), std::pair(168, 136)}) {
        SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height));
        TrainConfig config = default_config(kVqganClip);
        config.device = kGpu;
        auto& own = config.edit<ImagineConfig>();
        own.prompts = "a red cube";
        own.width = width;
        own.height = height;
        own.cuts = own.chunk = 4;
        const Held held = held_by(backend, config);
        EXPECT_NEAR(static_cast<double>(held.before.count), static_cast<double>(held.most.count),
                    std::max(0.03 * static_cast<double>(held.most.count), static_cast<double>(kSmallPage.count)));
    }
}

TEST(StandInPresets, FitTheCardsThatTheyName) {
    const TempFolder cache;  // what was measured before is not asked
    const SetVariable cache_variable("XDG_CACHE_HOME", cache.path());
    constexpr Bytes kContext{std::int64_t{512} << 20};  // what CUDA, its libraries and their kernels take of a card
    const auto backend = make_torch_backend();
    for (const auto& [id, gigabytes] : {std::pair("light-gan-256", 2), std::pair("light-gan-512", 4)}) {
        if (gigabytes > 2 && !all_cases()) continue;  // of 512 px: minutes on a processor
        SCOPED_TRACE(id);
        const Preset* preset = find_preset(id);
        ASSERT_TRUE(preset);
        EXPECT_NE(preset->summary.find("a card of " + std::to_string(gigabytes) + " GB"), std::string::npos);
        auto config = with_patch(default_config(kLightGan), preset->values);
        ASSERT_TRUE(config) << config.error().message;
        config->device = kGpu;
        config->data_count = 1024;
        // A tenth of a card is others', as where a run is made to fit one.
        config->budget = Bytes{(std::int64_t{gigabytes} << 30) / 10 * 9} - kContext;
        const auto room = backend->forecaster()->room(*config, {});
        ASSERT_TRUE(room) << room.error().message;
        const auto forecast = backend->forecaster()->measured(*config, {}, {});
        ASSERT_TRUE(forecast) << forecast.error().message;
        EXPECT_GT(forecast->tensors().count, std::int64_t{1} << 30) << "of the whole network";
        EXPECT_LE(forecast->peak + room->reserve, config->budget);
    }
}

TEST_P(StandInEngine, AForecastIsCorrectedByTheFirstSteps) {
    // Of a run of some MiB the allocator's pages are the most: how its blocks come to lie in them only the run itself shows.
    const Held held = held_by(backend_, whole_run(GetParam()));
    ASSERT_EQ(held.after.size(), 6u);
    for (std::size_t i = 2; i < held.after.size(); ++i) EXPECT_EQ(held.after[i], held.most) << "step " << i + 1;
}

INSTANTIATE_TEST_SUITE_P(Families, StandInEngine, testing::ValuesIn(family_cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace headroom::test
