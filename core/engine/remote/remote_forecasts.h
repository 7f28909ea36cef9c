// RemoteForecasts: what the run's process said that changes cost. Asked again now and then; an answer that differs is news. Thread-safe.
#pragma once

#include "core/api/forecast.h"
#include "core/api/param.h"
#include "core/base/result.h"

#include <chrono>
#include <map>
#include <mutex>
#include <optional>

namespace headroom::remote {

class RemoteForecasts {
public:
    struct Known {
        Result<Forecast> forecast;  ///< pending while it was never answered
        bool ask = false;           ///< the run's process is to be asked
    };
    Known get(const ParamPatch& patch);
    /// Whether that is news.
    bool put(const ParamPatch& patch, Result<Forecast> answer);
    /// What was said is about other settings, or was not final: all is asked again.
    void forget();

private:
    struct Entry {
        std::optional<Result<Forecast>> answer;
        std::chrono::steady_clock::time_point asked{};
        bool fresh = false;  ///< answered or asked since forget()
    };
    std::mutex mutex_;
    std::map<ParamPatch, Entry> known_;
};

}  // namespace headroom::remote
