// What is said of a stored run and in a terminal of one under way, and what the changes that it proposes would take.
#include "app/cli/change_costs.h"
#include "cli_verbs.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/io/runs/run_history.h"
#include "tests/support/toy_run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace headroom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// 100 MiB and 0.1 s a step; augmented colours take 20 MiB more and a quarter longer.
class ColourCosts final : public Forecaster {
public:
    Result<DeviceRoom> room(const TrainConfig&, const NetworkLayout&) override {
        ++rooms;
        if (away) return make_error(ErrorCode::NotFound, "the device is not here");
        return DeviceRoom{Bytes{1 << 30}, {}, true, "test"};
    }
    std::shared_ptr<const MemoryReport> report(const TrainConfig&, const DeviceRoom&) override { return nullptr; }
    std::optional<Forecast> known(const TrainConfig& c, const NetworkLayout&) override {
        const bool colour = c.own<DcganConfig>().diffaug_colour;
        if (colour && (interrupted || !measured)) return std::nullopt;
        if (colour && std::exchange(ends_run, false)) std::raise(SIGINT);
        Forecast f;
        f.complete = true;
        f.peak = Bytes{std::int64_t{colour ? 120 : 100} << 20};
        f.seconds_per_step = colour ? 0.125 : 0.1;
        return f;
    }
    Result<void> probe(const TrainConfig&, const NetworkLayout&, std::stop_token stop) override {
        if (!measured.exchange(true)) return {};
        std::raise(SIGINT);
        while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return make_error(ErrorCode::Cancelled, "the forecast was stopped");
    }
    void learn(const TrainConfig&, const NetworkLayout&, double, Bytes) override {}

    bool away = false;
    bool interrupted = false;          ///< what colours take has to be measured, and Ctrl+C comes meanwhile
    std::atomic<bool> measured{true};  ///< what colours take is known; otherwise a probe finds it
    bool ends_run = false;             ///< Ctrl+C comes once that is told
    int rooms = 0;                     ///< how often one was asked for: once a forecast
};

class CliCounsel : public CliHome {
protected:
    /// A run of few pictures, long enough to say so.
    void SetUp() override {
        test::train_toy_run(runs_ + "/few", 1);
        auto history = HistoryStore::open(runs_ + "/few/history.db");
        ASSERT_TRUE(history) << history.error().message;
        for (std::int64_t at = 2; at <= 80; ++at) {
            StepDone step;
            step.step = at;
            step.loss_g = 2;
            step.loss_d = 0.7;
            history->add_step(step);
        }
    }
    cli::Environment environment() const {
        cli::Environment out;
        out.make_backend = [this](const TrainGroup&) { return test::make_toy_backend({.forecaster = costs_}); };
        return out;
    }
    int counsel(const std::vector<std::string>& more = {}) {
        std::vector<std::string> words{"runs", "counsel", "few"};
        words.insert(words.end(), more.begin(), more.end());
        return run_in(environment(), words);
    }
    /// The line that says it.
    nlohmann::json said() const {
        for (const nlohmann::json& line : lines())
            if (line["notice"]["rule"] == "data-few") return line;
        return nlohmann::json::object();
    }

    std::shared_ptr<ColourCosts> costs_ = std::make_shared<ColourCosts>();
};

TEST_F(CliCounsel, TellsWhatItsChangesWouldTake) {
    ASSERT_EQ(counsel(), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("augment.colour=on"));
    EXPECT_THAT(out_, HasSubstr("  forecast: 120 MiB at the peak (+20 MiB), speed -20 %\n"));
    ASSERT_EQ(counsel({"--json"}), 0) << err_;
    const nlohmann::json forecast = said()["forecast"];
    EXPECT_EQ(forecast["peak_bytes"], 120 << 20);
    EXPECT_EQ(forecast["peak_bytes_now"], 100 << 20);
    EXPECT_NEAR(forecast["speed"].get<double>(), 0.8, 1e-9);
    ASSERT_EQ(counsel({"--json", "--no-forecast"}), 0) << err_;
    EXPECT_EQ(said()["state"], "raised");
    EXPECT_FALSE(said().contains("forecast"));
}

TEST_F(CliCounsel, SaysWhyItDoesNotKnowWhatTheyWouldTake) {
    costs_->away = true;
    ASSERT_EQ(counsel(), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("  forecast: not known, the device is not here\n"));
    ASSERT_EQ(counsel({"--json"}), 0) << err_;
    EXPECT_EQ(said()["forecast"]["unknown"], "the device is not here");
    cli::Environment without;
    without.no_tensors = make_error(ErrorCode::Environment, "LibTorch is not here");
    ASSERT_EQ(run_in(without, {"runs", "counsel", "few"}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("  forecast: not known, LibTorch is not here\n"));
    EXPECT_THAT(out_, Not(HasSubstr("at the peak")));
}

TEST_F(CliCounsel, WithoutForecastsLoadsNoTensors) {
    const cli::Program program = cli::headroom_cli();
    EXPECT_TRUE(cli::uses_tensors(program, {"runs", "counsel", "few"}));
    EXPECT_TRUE(cli::uses_tensors(program, {"runs", "counsel", "--", "--no-forecast"})) << "a run's name";
    EXPECT_FALSE(cli::uses_tensors(program, {"runs", "counsel", "few", "--no-forecast"}));
    ASSERT_EQ(cli_without_tensors({"runs", "counsel", "few", "--no-forecast"}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("augment.colour=on"));
}

TEST_F(CliCounsel, AStopAmidAForecastEndsItUntold) {
    costs_->interrupted = true;
    EXPECT_EQ(counsel(), 128 + SIGINT) << err_;
    EXPECT_THAT(out_, Not(HasSubstr("not known")));
    EXPECT_THAT(out_, Not(HasSubstr("augment.colour=on")));
}

TEST_F(CliCounsel, ARunUnderWayTellsWhatTheChangeWouldTake) {
    ASSERT_EQ(run_in(environment(), train("80")), 0) << err_;
    EXPECT_THAT(err_, HasSubstr("  set augment.colour=on "));
    EXPECT_THAT(err_, HasSubstr("Few pictures, forecast: 120 MiB at the peak (+20 MiB), speed -20 %\n"));
    auto words = train("80");
    *std::find(words.begin(), words.end(), run_) = folder_.file("unread");
    words.emplace_back("--quiet");
    costs_->measured = false;
    ASSERT_EQ(run_in(environment(), words), 0) << err_;
    EXPECT_FALSE(costs_->measured) << "for nobody nothing is measured";
}

TEST_F(CliCounsel, ARunUnderWayTellsItOnceItIsMeasured) {
    costs_->measured = false;
    costs_->ends_run = true;
    auto words = train("0");
    words.insert(words.end(), {"--for", "60s"});
    EXPECT_EQ(run_in(environment(), words), 128 + SIGINT) << err_;
    EXPECT_THAT(err_, HasSubstr("Few pictures, forecast: 120 MiB at the peak (+20 MiB), speed -20 %\n"));
}

TEST_F(CliCounsel, ForecastsTheSettingsAsTheyAreOnce) {
    const cli::Args args{};
    cli::Console console("headroom-cli");
    const cli::Environment with_costs = environment();
    const cli::Context context{args, console, with_costs, {}, kDcgan};
    RunHistory run;
    run.config = test::toy_config(80);
    cli::ChangeCosts costs(context, run);
    const ParamPatch colour{{"augment.colour", true}}, longer{{"steps", std::int64_t{90}}};
    EXPECT_TRUE(costs.of(colour));
    EXPECT_TRUE(costs.of(longer));
    EXPECT_EQ(costs_->rooms, 3) << "as they are, and with each change";
}

}  // namespace
}  // namespace headroom
