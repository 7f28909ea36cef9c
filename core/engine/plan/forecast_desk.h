// ForecastDesk: answers what a configuration will cost at once from what is known, and measures the rest on a thread of its own.
#pragma once

#include "core/base/clock.h"
#include "core/engine/plan/forecaster.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace headroom {

class ForecastDesk {
public:
    /// `ready` is called on the desk's thread when an answer that was pending is there, or with what went wrong.
    /// What could not be measured is tried again when it is asked for after `again`: what was missing may be there.
    ForecastDesk(std::shared_ptr<Forecaster> forecaster, std::function<void(const std::string& problem)> ready,
                 std::chrono::milliseconds again = std::chrono::seconds(30));
    ~ForecastDesk();
    ForecastDesk(const ForecastDesk&) = delete;
    ForecastDesk& operator=(const ForecastDesk&) = delete;

    /// Any thread. Has `show` called with what the device holds, on the desk's thread; at most twice a second.
    void look(const TrainConfig& config, const NetworkLayout& layout,
              std::function<void(std::shared_ptr<const MemoryReport>)> show);
    /// Any thread. Complete, or pending with a measurement under way, or neither: it could not be measured (`source` says why).
    Forecast ask(const TrainConfig& config, const NetworkLayout& layout) { return ask(config, layout, config); }
    /// Any thread. Of a run that begins with `config`, at the stage that takes most of those that are known. Its stages are measured in order,
    /// one whenever this is asked, as far as that can be done; `unmeasured` says from which one on it could not.
    RunForecast ask_run(const TrainConfig& config, const NetworkLayout& layout);

private:
    struct Question {
        TrainConfig config;
        NetworkLayout layout;
        TrainConfig run;              ///< that it is a stage of
        std::string problem{};        ///< non-empty: measured in vain
        Clock::time_point in_vain{};  ///< when
        bool operator==(const Question& o) const { return config == o.config && layout == o.layout; }
    };
    Forecast ask(const TrainConfig& config, const NetworkLayout& layout, const TrainConfig& run);
    void start();
    void work(std::stop_token stop);

    std::shared_ptr<Forecaster> forecaster_;
    std::function<void(const std::string&)> ready_;
    const std::chrono::milliseconds again_;
    std::mutex mutex_;
    std::condition_variable_any asked_;
    std::vector<Question> waiting_, failed_;
    std::function<void()> look_;  ///< waits to be done
    Clock::time_point looked_{};
    std::jthread thread_;  // last: joined first; started with the first question
};

}  // namespace headroom
