// Answers by patch.
#include "core/engine/remote/remote_forecasts.h"

#include <utility>

namespace headroom::remote {
namespace {

constexpr std::size_t kMost = 256;
constexpr auto kOld = std::chrono::seconds(2);

bool differs(const Result<Forecast>& a, const Result<Forecast>& b) {
    if (a.ok() != b.ok()) return true;
    if (!a) return a.error().message != b.error().message;
    return a->pending != b->pending || a->complete != b->complete || a->peak != b->peak || a->low != b->low ||
           a->high != b->high || a->static_after != b->static_after || a->seconds_per_step != b->seconds_per_step;
}

}  // namespace

RemoteForecasts::Known RemoteForecasts::get(const ParamPatch& patch) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= kMost && !known_.contains(patch)) known_.clear();
    Entry& entry = known_[patch];
    const auto now = std::chrono::steady_clock::now();
    const bool ask = !entry.fresh || now - entry.asked > kOld;
    if (ask) {
        entry.asked = now;
        entry.fresh = true;
    }
    if (entry.answer) return {*entry.answer, ask};
    Forecast unknown;
    unknown.pending = true;
    unknown.source = "asked of the process that trains";
    return {unknown, ask};
}

bool RemoteForecasts::put(const ParamPatch& patch, Result<Forecast> answer) {
    const std::lock_guard lock(mutex_);
    Entry& entry = known_[patch];
    const bool news = !entry.answer || differs(*entry.answer, answer);
    entry.answer = std::move(answer);
    return news;
}

void RemoteForecasts::forget() {
    const std::lock_guard lock(mutex_);
    for (auto& [patch, entry] : known_) entry.fresh = false;
}

}  // namespace headroom::remote
