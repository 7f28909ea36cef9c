// The engine's Session: owns the worker thread and the boxes; validates on the caller's thread, acts on the worker's.
#pragma once

#include "core/api/session.h"
#include "core/engine/backend.h"

#include <memory>
#include <string>

namespace headroom {

struct SessionOptions {
    std::string runs_root;  ///< where new run folders go
};

/// A session over `backend`; no thread runs and no tensor exists until a run is started.
std::unique_ptr<Session> make_train_session(std::shared_ptr<Backend> backend, SessionOptions options);

}  // namespace headroom
