// Where a run lives: in this process or in another one, of this machine or of another.
#pragma once

#include "core/api/run_state.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>

namespace headroom {

/// Of a session. Its default: this process.
struct SessionPlace {
    bool elsewhere = false;
    std::string address{};     ///< "unix:/run/user/1000/headroom/4711.sock"
    std::string host{};        ///< the machine's name
    std::int64_t pid = 0;      ///< of the process that trains
    bool same_machine = true;  ///< false: paths of the run are the other machine's
    int watchers = 0;          ///< clients of the session, this one included
};

/// What a run of another process answers at once on its socket.
struct LiveRun {
    SessionPlace place;
    RunState state = RunState::Idle;
    std::int64_t step = 0, images = 0;
    double images_per_second = 0;
    Bytes live, peak, budget;   ///< as StepDone's
    std::int64_t survived = 0;  ///< out-of-memory errors, since its process began or resumed it
};

}  // namespace headroom
