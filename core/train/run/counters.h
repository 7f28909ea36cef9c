// What a checkpoint says of its run beside the weights: how far it was, on which pictures. What one family has beside that, its trainer's folder says.
#pragma once

#include "core/io/runs/run_folder.h"

#include <nlohmann/json_fwd.hpp>

#include <initializer_list>
#include <span>

namespace headroom {

enum class CounterKind {
    Text,
    Flag,
    Real,
    Whole,
    Count,  ///< whole, 0 and more
    Width,  ///< of a layer or a picture
    Widths
};

/// One that a checkpoint may have.
struct Counter {
    const char* name;
    CounterKind kind;
};

/// The counters of a checkpoint, an object. Those of every run on pictures and those of `own` that are there are of their kinds: archives of runs come
/// from anywhere. One of them that is no number ("null") is left out. Error: BadFile.
Result<nlohmann::json> counters_of(const CheckpointContent& content,
                                   std::initializer_list<std::span<const Counter>> own = {});

}  // namespace headroom
