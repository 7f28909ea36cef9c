// The desk that answers forecasts: looks and measurements on its own thread, and those that fail.
#include "core/engine/plan/forecast_desk.h"

#include "tests/core/by_side.h"
#include "tests/core/desk_news.h"
#include "tests/core/plain_forecaster.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace headroom {
namespace {

TEST(ForecastDesk, LooksAtTheDeviceOnItsOwnThread) {
    ForecastDesk desk(std::make_shared<PlainForecaster>(), [](const std::string&) {});
    std::mutex mutex;
    std::condition_variable changed;
    std::string seen;
    desk.look({}, {}, [&](std::shared_ptr<const MemoryReport> report) {
        const std::lock_guard lock(mutex);
        seen = report->device_name;
        changed.notify_all();
    });
    std::unique_lock lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(30), [&] { return !seen.empty(); }));
    EXPECT_EQ(seen, "test");
}

TEST(ForecastDesk, MeasuresOnceAndThenAnswersAtOnce) {
    const auto forecaster = std::make_shared<PlainForecaster>();
    DeskNews news;
    ForecastDesk desk(forecaster, news.ready());
    TrainConfig c;
    EXPECT_TRUE(desk.ask(c, {}).pending);
    ASSERT_TRUE(news.wait(1));
    EXPECT_TRUE(desk.ask(c, {}).complete);
    EXPECT_EQ(news.problem(), "");
    // A failure is told once and remembered: nothing is measured for ever.
    forecaster->broken = true;
    c.precision = Precision::Bf16;
    EXPECT_TRUE(desk.ask(c, {}).pending);
    ASSERT_TRUE(news.wait(2));
    EXPECT_EQ(news.problem(), "no room for a probe");
    const Forecast failed = desk.ask(c, {});
    EXPECT_FALSE(failed.pending);
    EXPECT_FALSE(failed.complete);
    EXPECT_EQ(failed.source, "no room for a probe");
}

TEST(ForecastDesk, TriesAgainWhatFailedWhenItIsAskedLater) {
    const auto forecaster = std::make_shared<PlainForecaster>();
    DeskNews news;
    ForecastDesk desk(forecaster, news.ready(), std::chrono::milliseconds(0));
    forecaster->broken = true;
    EXPECT_TRUE(desk.ask({}, {}).pending);
    ASSERT_TRUE(news.wait(1));
    forecaster->broken = false;  // a folder that was missing is there
    EXPECT_TRUE(desk.ask({}, {}).pending);
    ASSERT_TRUE(news.wait(2));
    EXPECT_TRUE(desk.ask({}, {}).complete);
}

TEST(ForecastDesk, WhatThrowsOnItsThreadIsAMeasurementInVain) {
    const auto forecaster = std::make_shared<BySide>();
    forecaster->throws = true;
    DeskNews news;
    ForecastDesk desk(forecaster, news.ready());
    desk.look({}, {}, [](std::shared_ptr<const MemoryReport>) {});
    EXPECT_TRUE(desk.ask({}, {}).pending);
    ASSERT_TRUE(news.wait(1));
    ASSERT_NE(news.problem(), "");
    EXPECT_EQ(desk.ask({}, {}).source, news.problem());
}

}  // namespace
}  // namespace headroom
