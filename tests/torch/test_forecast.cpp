// Forecasts against steps that were really trained.
#include "app/lab/forecast/forecast_family.h"
#include "core/base/clock.h"
#include "core/engine/plan/fit_search.h"
#include "core/engine/plan/planner.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/io/files/partial_name.h"
#include "core/memory/cpu_memory.h"
#include "core/memory/ledger.h"
#include "core/train/dcgan/dcgan_model.h"
#include "core/train/forecast/probe_store.h"
#include "core/train/forecast/step_forecaster.h"
#include "core/train/run/pictures.h"
#include "core/train/torch_backend.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_seed.h"
#include "tests/torch/trained_plans.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

namespace headroom::test {
namespace {

using testing::HasSubstr;

TrainConfig narrow(TrainConfig c) {
    c.device = "cpu";
    c.edit<DcganConfig>().width_g = c.width_d = 16;
    c.threads = 1;
    return c;
}

Bytes measured_tensors(const TrainConfig& c) {
    TrainerRun run(c, nullptr, 2 * c.effective_batch());
    const Bytes first = run.step().peak_tensors;
    return std::max(first, run.step().peak_tensors);  // with the moments that the first one makes; later ones are alike
}

Forecast forecast_of(StepForecaster& forecaster, const TrainConfig& c, const NetworkLayout& layout = {}) {
    auto probed = forecaster.probe(c, layout, {});
    EXPECT_TRUE(probed) << (probed ? "" : probed.error().message);
    auto known = forecaster.known(c, layout);
    EXPECT_TRUE(known);
    return known.value_or(Forecast{});
}

double error_percent(Bytes forecast, Bytes measured) {
    return 100.0 * (static_cast<double>(forecast.count) / static_cast<double>(measured.count) - 1);
}

TEST(Forecasts, CountEveryTensorOfTheCasesOfTheBench) {
    cpu_allocator::install();
    StepForecaster forecaster{std::string()};
    const auto cases = forecast_family_of(kDcgan).cases();
    EXPECT_GE(cases.size(), 120u);
    int checked = 0, large = 0;
    for (const ForecastCase& one : cases) {
        const TrainConfig c = narrow(one.config);
        if (c.image_size > 64 || c.effective_batch() > 48) continue;
        if (c.image_size == 64 && ++large % 2 == 0) continue;
        const Forecast f = forecast_of(forecaster, c);
        EXPECT_NEAR(error_percent(f.tensors(), measured_tensors(c)), 0, 1) << one.name;
        ++checked;
    }
    EXPECT_GE(checked, 40);
}

TEST(Forecasts, OneProbeServesEveryMicroBatch) {
    StepForecaster forecaster{std::string()};
    TrainConfig c = narrow(small_config());
    forecast_of(forecaster, c);
    for (const std::int64_t batch : {2, 5, 31}) {
        c.batch_micro = batch;
        const auto f = forecaster.known(c, {});
        ASSERT_TRUE(f);
        EXPECT_NEAR(error_percent(f->tensors(), measured_tensors(c)), 0, 0.5) << batch;
        EXPECT_EQ(f->peak, f->context + f->by_role.total());
    }
    c.batch_micro = 1;
    EXPECT_FALSE(forecaster.known(c, {})) << "other kernels compute the convolutions of one picture";
    EXPECT_NEAR(error_percent(forecast_of(forecaster, c).tensors(), measured_tensors(c)), 0, 0.5);
    c.batch_micro = 2;
    c.precision = Precision::Bf16;
    EXPECT_FALSE(forecaster.known(c, {}));
}

TEST(Forecasts, ModelTimePartByPart) {
    const StepSeconds few{0.10, 0.04, 0.06, 0.02, 0.01}, more{0.16, 0.06, 0.09, 0.03, 0.01};
    const StepSeconds eight = along(few, 2, more, 4, 8);
    EXPECT_DOUBLE_EQ(eight.d, 0.28);
    EXPECT_DOUBLE_EQ(eight.g, 0.15);
    EXPECT_DOUBLE_EQ(eight.optimiser_d, 0.02);  // whatever the pictures are
    TrainConfig c;
    c.batch_accumulate = 4;
    c.edit<DcganConfig>().d_steps = 2;
    c.edit<DcganConfig>().r1_every = 16;
    EXPECT_NEAR(eight.of_step(step_counts(c)), 2 * (4 * 0.28 + 0.02) + 4 * 0.10 / 16 + 4 * 0.15 + 0.01, 1e-12);
    c.edit<DcganConfig>().train = Train::OnlyG;
    EXPECT_NEAR(eight.of_step(step_counts(c)), 4 * 0.15 + 0.01, 1e-12);
    // A picture beyond the larger probe costs something, whatever the probes say.
    const StepSeconds flat{0.2, 0, 0.2, 0, 0};
    EXPECT_NEAR(along(flat, 2, flat, 4, 16).d, 0.2 + 12 * 0.2 / 4 / 3, 1e-12);
    // Fewer pictures than measured cost no less each, however steep the line.
    const StepSeconds four{0.4, 0, 0.4, 0, 0}, steep{1.0, 0, 0.6, 0, 0};
    EXPECT_NEAR(along(four, 4, steep, 8, 1).d, 0.1, 1e-12);
    EXPECT_NEAR(along(four, 4, steep, 8, 1).g, 0.25, 1e-12);
}

TEST(Forecasts, TimesOfProbesAreWorkNotWaiting) {
    // Other threads that take every core make a probe wait, and its time must not tell of that.
    StepForecaster forecaster{std::string()};
    TrainConfig c = narrow(small_config());
    const double calm = forecast_of(forecaster, c).seconds_per_step;
    std::vector<std::jthread> others;
    for (unsigned i = 0; i < 4 * std::thread::hardware_concurrency(); ++i)
        others.emplace_back([](std::stop_token stop) {
            while (!stop.stop_requested()) {}
        });
    StepForecaster beside{std::string()};
    const auto start = Clock::now();
    const double busy = forecast_of(beside, c).seconds_per_step;
    EXPECT_GT(busy, 0);
    EXPECT_LT(busy, 3 * calm) << "the probe took " << seconds_since(start) << " s of the clock";
}

TEST(Forecasts, FollowANetworkThatGrew) {
    TrainerRun run(narrow(small_config()));
    run.step();
    TrainConfig next = run.trainer->config();
    next.image_size = 64;
    StepForecaster forecaster{std::string()};
    const Forecast f = forecast_of(forecaster, next, run.trainer->layout());
    ASSERT_TRUE(run.change(next));
    Bytes peak;
    for (int i = 0; i < 3; ++i) peak = run.step().peak_tensors;
    EXPECT_NEAR(error_percent(f.tensors(), peak), 0, 0.5);
}

TEST(Forecasts, AProbeIsNoPartOfTheRunBesideIt) {
    TrainerRun run(narrow(small_config()));
    run.steps(2);
    const AllocatorCounts before = run.trainer->device_memory().counts();
    TrainConfig other = run.trainer->config();
    other.image_size = 64;
    run.trainer->device_memory().set_limit(before.live_total +
                                           Bytes{1 << 20});  // far too little for the probe, were it limited
    StepForecaster forecaster{std::string()};
    forecast_of(forecaster, other);
    run.trainer->device_memory().set_limit({});
    const AllocatorCounts after = run.trainer->device_memory().counts();
    EXPECT_EQ(after.live_total, before.live_total);
    EXPECT_EQ(after.step_peak, before.step_peak);
    EXPECT_EQ(after.live.total(), before.live.total());
}

TEST(Forecasts, AreRememberedAndRubbishIsMeasuredAgain) {
    const TempFolder folder;
    const TrainConfig c = narrow(small_config());
    const Forecast first = [&] {
        StepForecaster f{folder.path()};
        return forecast_of(f, c);
    }();
    const std::string kind = kind_of(c, spec_from_config(c), "cpu", 1);
    // Others may have been busy meanwhile; then its seconds are rough, and it is measured again.
    const bool calm = first.source.find("busy") == std::string::npos;
    EXPECT_EQ(load_probe(folder.path(), kind) != nullptr, calm);
    StepForecaster again{folder.path()};
    ASSERT_TRUE(again.room(c, {}));  // opens the device
    EXPECT_EQ(again.known(c, {}).has_value(), calm);
    EXPECT_EQ(forecast_of(again, c).tensors(), first.tensors());
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        std::ofstream(entry.path()) << "rubbish";
    EXPECT_FALSE(load_probe(folder.path(), kind));
    StepForecaster third{folder.path()};
    EXPECT_EQ(forecast_of(third, c).tensors(), first.tensors());
}

TEST(Forecasts, WhatKilledProgramsLeftBesideProbesGoes) {
    const TempFolder folder;
    std::string killed = make_partial_name("a.cbor");
    char& digit = killed[killed.rfind('-') - 1];
    digit = digit == '0' ? '1' : '0';  // of an earlier process with this one's pid
    write_bytes(folder.file(killed), "half a probe");
    save_probe(folder.path(), "paper", {1, 2, {0.1}, {0.2}, StepTape::from_probe({})});
    EXPECT_FALSE(std::filesystem::exists(folder.file(killed)));
    EXPECT_TRUE(load_probe(folder.path(), "paper"));
}

/// A DCGAN's model whose probes take what a test says.
class TimedModel final : public StepModel {
public:
    explicit TimedModel(std::function<void(const TrainConfig&, ProbeStep&)> tell) : tell_(std::move(tell)) {}
    std::optional<StepPlan> plan(const TrainConfig& c, const NetworkLayout& layout,
                                 const std::string& device) const override {
        return model_.plan(c, layout, device);
    }
    Result<ProbeStep> probe(const TrainConfig& c, const NetworkLayout& layout, const TrainDevice& device,
                            std::int64_t units, std::size_t kind) const override {
        auto step = model_.probe(c, layout, device, units, kind);
        if (step) tell_(c, *step);
        return step;
    }
    double seconds(const TrainConfig& c, const StepPlan& plan, const KindProbe& probe) const override {
        return model_.seconds(c, plan, probe);
    }

private:
    DcganModel model_;
    std::function<void(const TrainConfig&, ProbeStep&)> tell_;
};

TEST(Forecasts, SecondsOfABusyMomentAreNotRemembered) {
    const TempFolder folder;
    const TrainConfig c = narrow(small_config());
    for (const bool calm : {false, true}) {
        StepForecaster first{folder.path()}, second{folder.path()};
        first.use(kDcgan, std::make_unique<TimedModel>([&](const TrainConfig&, ProbeStep& step) { step.calm = calm; }));
        forecast_of(first, c);
        ASSERT_TRUE(second.room(c, {}));
        EXPECT_EQ(second.known(c, {}).has_value(), calm);
    }
}

TEST(Forecasts, SecondsOfABusyMomentSayNothingAboutOtherKinds) {
    TrainConfig rough = narrow(small_config()), other = rough;
    other.checkpointing = Checkpointing::On;  // another kind of step
    for (const bool calm : {false, true}) {
        StepForecaster forecaster{std::string()};
        forecaster.use(kDcgan, std::make_unique<TimedModel>([&](const TrainConfig& c, ProbeStep& step) {
                           step.calm = calm || c.checkpointing == Checkpointing::On;
                           if (c.checkpointing == Checkpointing::Off) {
                               for (double& s : step.seconds) s *= 50;
                           }
                       }));
        forecast_of(forecaster, rough);
        const double before = forecast_of(forecaster, other).seconds_per_step;
        forecaster.learn(rough, {}, forecaster.known(rough, {})->seconds_per_step / 50, Bytes{300 << 20});
        const double after = forecaster.known(other, {})->seconds_per_step;
        EXPECT_NEAR(after / before, calm ? 1.0 / 50 : 1.0, 1e-9) << "calm: " << calm;
    }
}

TEST(Forecasts, LearnFromStepsHowLongTheyTake) {
    StepForecaster forecaster{std::string()};
    TrainConfig c = narrow(small_config());
    forecast_of(forecaster, c);
    forecaster.learn(c, {}, 2.0, Bytes{300 << 20});
    EXPECT_DOUBLE_EQ(forecaster.known(c, {})->seconds_per_step, 2.0);
    EXPECT_TRUE(forecaster.known(c, {})->seconds_measured);
    EXPECT_EQ(forecaster.known(c, {})->peak.count, 300 << 20);  // as measured
    c.batch_micro *= 2;
    const auto scaled = forecaster.known(c, {});
    EXPECT_FALSE(scaled->seconds_measured);
    EXPECT_GT(scaled->seconds_per_step, 2.0);
    EXPECT_LT(scaled->seconds_per_step, 4.5);
}

/// Every plan that is said to fit is trained under its budget; HEADROOM_FIT_PAIRS asks for more pairs of a run and a budget, from the fourth on of another
/// run, of 64 px.
TEST(Fits, WhatFitsFitsAndWhatDoesNotHasProof) {
    cpu_allocator::install();
    const char* wanted = std::getenv("HEADROOM_FIT_PAIRS");
    const int pairs = wanted ? std::atoi(wanted) : 3;
    const auto forecaster = std::make_shared<StepForecaster>(std::string());
    std::mt19937 random(static_cast<std::uint32_t>(test::test_seed() + 6));
    const auto pick = [&](std::initializer_list<std::int64_t> from) {
        return *(from.begin() + random() % from.size());
    };
    int fitting = 0, nothing = 0;
    // From far too little to plenty, each in turn: the first three of one run, the others of another, so that its probes serve all of them.
    constexpr std::array<std::int64_t, 5> kTenths{1, 8, 14, 5, 11};
    FitRequest request;
    TrainedPlans<TrainerRun> trained;
    for (int i = 0; i < pairs; ++i) {
        const bool begins = i % 5 == 0 || i % 5 == 3;
        if (begins) {
            TrainConfig c = narrow(small_config());
            c.image_size = i % 5 == 0 ? 32 : 64;
            c.edit<DcganConfig>().width_g = c.width_d = pick({16, 24});
            c.batch_micro = pick({6, 8, 16});
            c.edit<DcganConfig>().norm_g = c.norm_d = pick({0, 1}) ? NormKind::Batch : NormKind::None;
            c.edit<DcganConfig>().loss = static_cast<GanLoss>(pick({0, 1, 2, 3}));
            if (c.own<DcganConfig>().loss == GanLoss::WganGp) c.norm_d = NormKind::None;
            request.config = c;
        }
        const TrainConfig c = request.config;
        request.budget = {};
        request.allow = {true, true, true, true, false};
        const auto search = [&](Bytes budget) {
            const Bytes reserve = reserve_of(budget, preview_bytes(spec_from_config(c)));
            return search_fit(request, {{}, budget, reserve, true}, *forecaster, [](const std::string&, double) {}, {});
        };
        // Everything is measured, so that the process stays as it is from here on.
        if (begins) ASSERT_TRUE(search(Bytes{1ll << 40}));
        const auto asked = forecaster->known(c, {});
        ASSERT_TRUE(asked);
        const std::int64_t tenths = kTenths[static_cast<std::size_t>(i) % kTenths.size()];
        request.budget = asked->context + Bytes{asked->tensors().count * tenths / 10};
        auto report = search(request.budget);
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_EQ(report->any_fits, report->missing.count == 0);
        nothing += report->any_fits ? 0 : 1;
        for (const FitPlan& plan : report->plans) {
            EXPECT_EQ(plan.config.effective_batch(), c.effective_batch());
            const Bytes tensors = trained.peak_of(plan.config);
            // What the allocator will allow is the budget less what the process holds beyond tensors, less the reserve.
            const Bytes allowed = request.budget - plan.forecast.context - report->reserve;
            EXPECT_EQ(plan.group != PlanGroup::TooBig, tensors <= allowed)
                << plan.result << " " << plan.config.batch_micro << ": " << tensors.count << " bytes of "
                << allowed.count << ", forecast " << plan.forecast.tensors().count << ", "
                << kind_of(plan.config, spec_from_config(plan.config), "cpu", plan.config.batch_accumulate)
                << ", accumulation " << plan.config.batch_accumulate;
            fitting += plan.group != PlanGroup::TooBig ? 1 : 0;
        }
    }
    EXPECT_GT(fitting, 0);
    EXPECT_GT(nothing, 0);
}

TEST(Fits, ARehearsalTrainsUnderItsLimitAndStampsTheRecipe) {
    cpu_allocator::install();
    const auto backend = make_torch_backend();
    const auto planner = make_planner(backend, {}, std::make_shared<const std::atomic<RunState>>(RunState::Idle));
    TrainConfig c = narrow(small_config());
    c.data_count = 64;
    RehearsalRequest request{c, {}, 4};
    auto done = planner->rehearse(request, [](const std::string&, double) {}, {});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(done->steps, 4);
    EXPECT_GT(done->peak.count, 0);
    // So small a run that what the program first reads of its own code shows.
    EXPECT_LT(std::abs((done->forecast - done->peak).count), 40 << 20);
    EXPECT_THAT(done->stamp, HasSubstr("\"recipe.measured\": \"budget "));
    // Too little for the program itself: a refusal in words, nothing trained.
    request.budget = Bytes{32 << 20};
    auto refused = planner->rehearse(request, [](const std::string&, double) {}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::OutOfMemory);
    const auto busy = make_planner(backend, {}, std::make_shared<const std::atomic<RunState>>(RunState::Running));
    EXPECT_THAT(busy->rehearse(request, [](const std::string&, double) {}, {}).error().message, HasSubstr("under way"));
}

}  // namespace
}  // namespace headroom::test
