// StudioServices: devices, data sets, finished runs and exports over any backend, beside a running session.
#pragma once

#include "core/api/services.h"
#include "core/engine/backend.h"

#include <memory>
#include <string>

namespace headroom {

struct StudioOptions {
    std::string runs_root;  ///< where runs are kept; empty: the user's own folder (user_folders.h)
    std::string who =
        "window";  ///< this program, for those who watch its runs from elsewhere, and whose runs it watches
    std::string
        headroom_cli{};  ///< trains runs in processes of their own; empty: the one beside this program or in PATH
};

/// Services over `backend`. Thread-safe; calls block (see services.h).
std::unique_ptr<Services> make_studio_services(std::shared_ptr<Backend> backend, StudioOptions options);

}  // namespace headroom
