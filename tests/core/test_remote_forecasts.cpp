// What changes and whole runs cost, asked of the process that trains.
#include "tests/core/by_side.h"
#include "tests/core/plain_forecaster.h"
#include "tests/core/remote_fixture.h"

#include "core/api/param_schema.h"
#include "core/engine/remote/messages.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace headroom {
namespace {

class RemoteForecastsTest : public RemoteTest {
protected:
    /// A run that grows from 32 to 64 px, of which `forecaster` knows.
    void start_growing(std::shared_ptr<BySide> forecaster) {
        script_.forecaster = std::move(forecaster);
        offer();
        RunRequest growing = request();
        growing.config = std::make_shared<const TrainConfig>(
            *with_patch(*growing.config, {{"image.size", std::int64_t{32}},
                                          {"image.grow_to", std::int64_t{64}},
                                          {"image.grow_after", std::int64_t{1000000000}}}));
        ASSERT_TRUE(session_->start(growing));
        ASSERT_TRUE(until_state(RunState::Running));
        socket_ = remote::path_of(session_->place().address);
    }
};

TEST_F(RemoteForecastsTest, ForecastsAreAskedThereAndRememberedHere) {
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    const ParamPatch patch{{"batch.micro", std::int64_t{4}}};
    auto first = watcher->session().forecast(patch);
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->pending);
    ASSERT_TRUE(watcher->until([&] { return !watcher->all<ForecastReady>().empty(); }));
    auto second = watcher->session().forecast(patch);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->static_after.count, 64000) << "what the run's process reckons";
    EXPECT_FALSE(watcher->session().forecast({{"no.such", true}}));
}

TEST_F(RemoteForecastsTest, AWholeRunIsJudgedThereByItsLargestStage) {
    const auto forecaster = std::make_shared<BySide>();
    forecaster->needs = {{32, Bytes{5}}, {64, Bytes{9}}};
    forecaster->begun = {{32, 32}, {64, 32}};
    start_growing(forecaster);
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    Result<RunForecast> run = watcher->session().forecast_run({});
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->forecast.pending);
    ASSERT_TRUE(watcher->until([&] {
        run = watcher->session().forecast_run({});
        return run && !run->stage.empty();
    }));
    EXPECT_EQ(run->stage, "once image.size is 64");
    EXPECT_EQ(run->forecast.tensors(), Bytes{9});
    Result<Forecast> present = watcher->session().forecast({});
    ASSERT_TRUE(watcher->until([&] {
        present = watcher->session().forecast({});
        return present && present->complete;
    }));
    EXPECT_EQ(present->tensors(), Bytes{5});
    EXPECT_FALSE(watcher->session().forecast_run({{"no.such", true}}));
}

TEST_F(RemoteForecastsTest, PlansTellOfTheDeviceThatTheyAreFor) {
    script_.forecaster = std::make_shared<PlainForecaster>();
    offer();
    start();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    FitRequest wanted;
    wanted.config = *request().config;
    const auto plans = watcher->session().planner()->fit(wanted, [](const std::string&, double) {}, {});
    ASSERT_TRUE(plans) << plans.error().message;
    ASSERT_TRUE(plans->device);
    EXPECT_EQ(plans->device->device_name, "test");
}

TEST_F(RemoteForecastsTest, ARefusedForecastOfAWholeRunSaysNothingOfThePresent) {
    const auto forecaster = std::make_shared<BySide>();
    forecaster->needs = {{32, Bytes{5}}};
    forecaster->begun = {{32, 32}, {64, 32}};  // what 64 px need is not there: a defect
    start_growing(forecaster);
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    Result<Forecast> present = Forecast{};
    ASSERT_TRUE(watcher->until([&] {
        present = watcher->session().forecast({});
        return present && present->complete;
    }));
    Result<RunForecast> run = RunForecast{};
    ASSERT_TRUE(watcher->until([&] {
        run = watcher->session().forecast_run({});
        return !run;
    }));
    EXPECT_EQ(run.error().message, "the forecast failed unexpectedly");
    present = watcher->session().forecast({});
    ASSERT_TRUE(present) << present.error().message;
    EXPECT_EQ(present->tensors(), Bytes{5});
}

TEST_F(RemoteForecastsTest, AProcessThatKnowsNoWholeRunsTellsOfTheirBeginning) {
    auto earlier = remote::ListeningSocket::open(sockets_.path());
    ASSERT_TRUE(earlier);
    const std::jthread there([&](const std::stop_token& stop) {
        FileHandle client;
        for (; !client.valid() && !stop.stop_requested(); client = earlier->accept())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        remote::FramedSocket talk(std::move(client), remote::kRequestLimits);
        remote::Welcome welcome;
        welcome.live.state = RunState::Running;
        welcome.config = request().config;
        talk.queue(remote::encode(remote::Reply(welcome)));
        while (talk.flush() && talk.fill() && !stop.stop_requested()) {
            while (const auto frame = talk.take()) {
                const auto asked = remote::decode_request(*frame);
                const auto* about = asked ? std::get_if<remote::AskForecast>(&*asked) : nullptr;
                if (!about) continue;
                remote::ForecastAnswer answer{about->patch, {}};
                answer.forecast.complete = true;
                answer.forecast.peak = Bytes{7};
                talk.queue(remote::encode(remote::Reply(answer)));
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    socket_ = earlier->path();
    auto watcher = attach();
    ASSERT_TRUE(watcher);
    Result<RunForecast> run = RunForecast{};
    ASSERT_TRUE(watcher->until([&] {
        run = watcher->session().forecast_run({{"batch.micro", std::int64_t{4}}});
        return run && run->forecast.complete;
    }));
    EXPECT_EQ(run->forecast.peak, Bytes{7});
    EXPECT_EQ(run->stage, "");
}

}  // namespace
}  // namespace headroom
