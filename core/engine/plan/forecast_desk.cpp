// The desk's queue and thread.
#include "core/engine/plan/forecast_desk.h"

#include "core/base/contained.h"
#include "core/engine/plan/run_stages.h"

#include <algorithm>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t kMostWaiting = 16,
                      kMostFailed = 64;  ///< a form asks for each staged edit alone and for all together
constexpr const char* kFailed = "the forecast failed unexpectedly";

}  // namespace

ForecastDesk::ForecastDesk(std::shared_ptr<Forecaster> forecaster, std::function<void(const std::string&)> ready,
                           std::chrono::milliseconds again)
    : forecaster_(std::move(forecaster)), ready_(std::move(ready)), again_(again) {}

ForecastDesk::~ForecastDesk() = default;

Forecast ForecastDesk::ask(const TrainConfig& config, const NetworkLayout& layout, const TrainConfig& run) {
    if (!forecaster_) return {};
    if (auto known = forecaster_->known(config, layout)) return *known;
    Forecast out;
    const std::lock_guard lock(mutex_);
    const Question question{config, layout, run};
    std::erase_if(failed_, [this](const Question& q) { return Clock::now() - q.in_vain >= again_; });
    if (const auto it = std::find(failed_.begin(), failed_.end(), question); it != failed_.end()) {
        out.source = it->problem;
        return out;
    }
    out.pending = true;
    if (std::find(waiting_.begin(), waiting_.end(), question) == waiting_.end()) {
        if (waiting_.size() >= kMostWaiting) waiting_.erase(waiting_.begin());
        waiting_.push_back(question);
    }
    start();
    return out;
}

RunForecast ForecastDesk::ask_run(const TrainConfig& config, const NetworkLayout& layout) {
    Forecast latest;
    latest.complete = true;
    std::string unmeasured;
    // One is measured after the other: nobody asks behind one that is not known, because later ones take longer and may not fit at all.
    auto largest = largest_stage(config, layout, {}, [&](const RunStage& stage) -> Result<Forecast> {
        if (!latest.complete) return Forecast{};
        latest = ask(stage.config, stage.layout, config);
        if (!latest.complete && !latest.pending && !stage.words.empty())
            unmeasured = stage.words + ": " + latest.source;
        return latest;
    });
    if (!largest) return {};
    RunForecast out{std::move(largest->forecast), std::move(largest->stage.words), std::move(unmeasured)};
    out.forecast.pending = latest.pending;
    return out;
}

void ForecastDesk::look(const TrainConfig& config, const NetworkLayout& layout,
                        std::function<void(std::shared_ptr<const MemoryReport>)> show) {
    if (!forecaster_) return;
    const std::lock_guard lock(mutex_);
    if (look_ || seconds_since(looked_) < 0.5) return;
    looked_ = Clock::now();
    look_ = [this, config, layout, show = std::move(show)] {
        const auto room = forecaster_->room(config, layout);
        auto report = room ? forecaster_->report(config, *room) : nullptr;
        if (report) show(std::move(report));
    };
    start();
}

void ForecastDesk::start() {
    if (!thread_.joinable()) thread_ = std::jthread([this](std::stop_token stop) { work(std::move(stop)); });
    asked_.notify_one();
}

void ForecastDesk::work(std::stop_token stop) {
    for (;;) {
        Question question;
        {
            std::unique_lock lock(mutex_);
            if (!asked_.wait(lock, stop, [this] { return look_ || !waiting_.empty(); })) return;
            if (const auto look = std::exchange(look_, nullptr)) {
                lock.unlock();
                (void)contained(kFailed, look);  // what cannot be shown now may be the next time
                continue;
            }
            // The latest question is what the user looks at.
            question = waiting_.back();
        }
        const Result<void> measured = contained(
            kFailed, [&] { return forecaster_->probe_stage(question.run, question.config, question.layout, stop); });
        if (stop.stop_requested()) return;
        {
            const std::lock_guard lock(mutex_);
            std::erase(waiting_, question);
            if (!measured) {
                question.problem = measured.error().message;
                question.in_vain = Clock::now();
                if (failed_.size() >= kMostFailed) failed_.erase(failed_.begin());
                failed_.push_back(question);
            }
        }
        ready_(measured ? std::string() : measured.error().message);
    }
}

}  // namespace headroom
