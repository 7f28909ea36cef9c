// FigureFormat: how the figures of a step that a family alone has are kept, in a run's history, its exported metrics and the
// command line's events.
#pragma once

#include "core/api/event.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Constant and thread-safe. The base is that of a family without figures of its own.
class FigureFormat {
public:
    virtual ~FigureFormat() = default;
    /// Adds what `step` has of them to an object, under keys that no other family uses; NaN: null.
    virtual void write(const StepDone&, nlohmann::ordered_json&) const {}
    /// Adds to the members of a JSON Schema what write() may add.
    virtual void describe(nlohmann::ordered_json&) const {}
    /// Puts back what write() added; an object without its keys leaves `step` as it is.
    virtual void read(const nlohmann::ordered_json&, StepDone&) const {}
    /// The same figures, one after the other, by the names of their columns.
    virtual std::vector<std::pair<std::string, double>> columns(const StepDone&) const { return {}; }
};

}  // namespace headroom
