// RemoteSession: the session of a run that another process trains, over its socket. Nothing here waits for that process: state, settings
// and forecasts are those that it told last.
#pragma once

#include "core/api/session.h"
#include "core/engine/remote/client_link.h"

#include <memory>
#include <string>

namespace headroom::remote {

struct AttachOptions {
    ClientIdentity identity;
    bool story = true;  ///< first what happened so far
};

/// `path`: of the socket; `run_dir`: takes the run's folder. Errors as ClientLink::open. Blocks for the greeting.
Result<std::unique_ptr<Session>> attach_to(const std::string& path, AttachOptions options,
                                           std::string* run_dir = nullptr);

}  // namespace headroom::remote
