// ChangeCosts: what the changes that counsel proposes would take.
#pragma once

#include "app/cli/verbs.h"
#include "core/api/forecast.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>

namespace headroom::cli {

struct ChangeCost {
    nlohmann::ordered_json json;
    std::string words;  ///< "1.20 GiB at the peak (+120 MiB), speed -8 %", or why nobody knows
};

/// ChangeCost::words of what is and what would be, both complete; `speed`: speed_factor() of them.
std::string cost_words(const Forecast& now, const Forecast& then, const std::optional<double>& speed);

/// Of a stored run as its settings are now. What is not known is measured, but not beside the run itself.
class ChangeCosts {
public:
    /// What is given lives longer.
    ChangeCosts(const Context& c, const RunHistory& run);
    /// Nothing: it changes nothing, or is in force by now.
    std::optional<ChangeCost> of(const ParamPatch& change);

private:
    Result<Forecast> forecast(const TrainConfig& config) const;

    const Context& c_;
    const RunHistory& run_;
    NetworkLayout layout_;
    std::shared_ptr<Forecaster> forecaster_;  ///< null: there is none
    std::optional<Result<Forecast>> now_;     ///< of the settings as they are, once a change was asked for
};

/// JSON Schema of ChangeCost::json.
nlohmann::ordered_json change_cost_shape();

}  // namespace headroom::cli
