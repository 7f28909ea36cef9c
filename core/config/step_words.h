// What a kind of run calls its steps in the engine's own sentences; the window's are in ui/models/run_words.h.
#pragma once

#include "core/api/train_config.h"

#include <cstdint>
#include <string>

namespace headroom {

/// "step", "iteration"; `count` not 1: "steps", "iterations".
inline std::string step_word(ModelKind kind, std::int64_t count = 1) {
    return std::string(kind == ModelKind::Imagine ? "iteration" : "step") + (count == 1 ? "" : "s");
}

/// "step 12", "iteration 12".
inline std::string step_at(ModelKind kind, std::int64_t step) { return step_word(kind) + " " + std::to_string(step); }

/// "12 steps", "1 iteration".
inline std::string steps_of(ModelKind kind, std::int64_t count) {
    return std::to_string(count) + " " + step_word(kind, count);
}

}  // namespace headroom
