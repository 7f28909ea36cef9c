// RemoteForecasts: what the run's process said that changes, and whole runs, cost. Asked again now and then; an answer that differs is news.
// Thread-safe.
#pragma once

#include "core/api/forecast.h"
#include "core/api/param.h"
#include "core/base/result.h"

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace headroom::remote {

class RemoteForecasts {
public:
    struct Known {
        Result<RunForecast> forecast;  ///< pending while it was never answered
        bool ask = false;              ///< the run's process is to be asked
    };
    /// `run`: of a whole run. Until that is answered, and where the process knows no whole runs, what is known of its beginning.
    Known get(const ParamPatch& patch, bool run);
    /// Whether that is news.
    bool put(const ParamPatch& patch, bool run, Result<RunForecast> answer);
    /// What was said is about other settings, or was not final: all is asked again.
    void forget();

private:
    struct Entry {
        std::optional<Result<RunForecast>> answer;
        std::chrono::steady_clock::time_point asked{};
        bool fresh = false;  ///< answered or asked since forget()
    };
    std::mutex mutex_;
    std::map<std::pair<ParamPatch, bool>, Entry> known_;
};

}  // namespace headroom::remote
