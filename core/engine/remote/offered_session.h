// OfferedSession: the engine's session, offered on a socket from the first run on.
#pragma once

#include "core/engine/remote/session_server.h"
#include "core/engine/run/train_session.h"

#include <memory>

namespace headroom::remote {

/// A session that cannot be offered runs all the same, and says why nobody can watch it.
std::unique_ptr<Session> make_offered_session(std::unique_ptr<WatchedSession> session, ServerOptions options);

}  // namespace headroom::remote
