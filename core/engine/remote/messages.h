// Messages: all that can be said over a run's socket, in both directions, and how it becomes frames. See README.md beside this file.
#pragma once

#include "core/api/command.h"
#include "core/api/planner.h"
#include "core/api/services.h"
#include "core/engine/remote/frame.h"

#include <string>
#include <variant>

namespace headroom::remote {

/// Both ends speak the same one, or not at all. It grows when a message changes its meaning; members may join without that.
inline constexpr int kProtocol = 3;

// ---- from the run's process ----

/// The first message on every connection, sent unasked.
struct Welcome {
    int protocol = kProtocol;
    std::string host_id;  ///< equal on both ends: paths of one are paths of the other
    LiveRun live;
    std::string run_dir, name;  ///< empty before the first run
    ConfigSnapshot config;      ///< in force
};
/// All that was told before is about the past; what follows happens now.
struct CaughtUp {};
/// The settings in force have changed.
struct SettingsNow {
    ConfigSnapshot config;
};
struct WatchersNow {
    int count = 0;
};
struct ForecastAnswer {
    ParamPatch patch;  ///< as asked
    Forecast forecast;
    bool run = false;                   ///< as asked; one that knows no whole runs answers without
    std::string stage{}, unmeasured{};  ///< as RunForecast
};
/// A request failed. Of a forecast: `patch` and `run` as asked; otherwise nothing and false.
struct Refused {
    Error error;
    ParamPatch patch{};
    bool run = false;
};
/// A piece of an exported file, in order; an empty one begins it.
struct FilePart {
    std::string name;  ///< without folders
    std::string bytes;
};

using Reply = std::variant<Welcome, CaughtUp, SettingsNow, WatchersNow, Event, ForecastAnswer, Refused, FitReport,
                           Rehearsal, FilePart>;

// ---- from a client ----

/// A client's first message.
struct Hello {
    int protocol = kProtocol;
    std::string who;  ///< "terminal", "window"
    std::string host_id, host;
    std::int64_t pid = 0;
    bool watch = true;  ///< wants events
    bool story = true;  ///< first what happened so far
};
struct AskForecast {
    ParamPatch patch;
    bool run = false;  ///< of a whole run: Session::forecast_run
};

using Request = std::variant<Hello, Command, AskForecast, FitRequest, RehearsalRequest, ExportRequest>;

Frame encode(const Reply& reply);
Frame encode(const Request& request);
/// Error (BadFile): what is wrong with it. NotFound: a message that this version does not know, which may be passed over.
Result<Reply> decode_reply(const Frame& frame);
Result<Request> decode_request(const Frame& frame);

}  // namespace headroom::remote
