// JSON Schema of the events that event_line() prints, made from the same lists of fields (core/engine/remote/fields).
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace headroom::cli {

/// Adds to `definitions` "event-step", "event-started", ..., one for each event, and "event", which is any of them.
void define_events(nlohmann::ordered_json& definitions);

/// A run's settings, as configuration files and events hold them.
nlohmann::ordered_json settings_schema();

}  // namespace headroom::cli
