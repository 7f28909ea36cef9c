// LostRun: what can be said of a run whose process answers no more.
#pragma once

#include "core/api/event.h"
#include "core/api/place.h"

#include <cstdint>
#include <string>

namespace headroom::remote {

/// What a watcher was told last.
struct KnownRun {
    std::string dir;
    std::int64_t step = 0, checkpoint = -1;  ///< of the newest checkpoint; -1: none was told of
};

struct LostRun {
    SessionPlace place;
    KnownRun run;

    /// Its process may still train; always so on another machine.
    bool may_go_on() const;
    /// Finished, when it came to its end unseen, else Failed: whether its process died, and which checkpoint stands.
    Event last_word() const;
};

}  // namespace headroom::remote
