// Answers by patch, and by whether they are of a whole run.
#include "core/engine/remote/remote_forecasts.h"

#include <utility>

namespace headroom::remote {
namespace {

constexpr std::size_t kMost = 256;
constexpr auto kOld = std::chrono::seconds(2);

bool differs(const Forecast& a, const Forecast& b) {
    return a.pending != b.pending || a.complete != b.complete || a.peak != b.peak || a.low != b.low ||
           a.high != b.high || a.static_after != b.static_after || a.seconds_per_step != b.seconds_per_step;
}

bool differs(const Result<RunForecast>& a, const Result<RunForecast>& b) {
    if (a.ok() != b.ok()) return true;
    if (!a) return a.error().message != b.error().message;
    return a->stage != b->stage || a->unmeasured != b->unmeasured || differs(a->forecast, b->forecast);
}

}  // namespace

RemoteForecasts::Known RemoteForecasts::get(const ParamPatch& patch, bool run) {
    const std::lock_guard lock(mutex_);
    const std::pair key(patch, run);
    if (known_.size() >= kMost && !known_.contains(key)) known_.clear();
    Entry& entry = known_[key];
    const auto now = std::chrono::steady_clock::now();
    const bool ask = !entry.fresh || now - entry.asked > kOld;
    if (ask) {
        entry.asked = now;
        entry.fresh = true;
    }
    if (entry.answer) return {*entry.answer, ask};
    const auto beginning = run ? known_.find({patch, false}) : known_.end();
    if (beginning != known_.end() && beginning->second.answer) return {*beginning->second.answer, ask};
    RunForecast unknown;
    unknown.forecast.pending = true;
    unknown.forecast.source = "asked of the process that trains";
    return {unknown, ask};
}

bool RemoteForecasts::put(const ParamPatch& patch, bool run, Result<RunForecast> answer) {
    const std::lock_guard lock(mutex_);
    Entry& entry = known_[{patch, run}];
    const bool news = !entry.answer || differs(*entry.answer, answer);
    entry.answer = std::move(answer);
    return news;
}

void RemoteForecasts::forget() {
    const std::lock_guard lock(mutex_);
    for (auto& [question, entry] : known_) entry.fresh = false;
}

}  // namespace headroom::remote
