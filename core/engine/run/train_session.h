// The engine's Session: owns the worker thread and the boxes; validates on the caller's thread, acts on the worker's.
#pragma once

#include "core/api/session.h"
#include "core/engine/backend.h"
#include "core/engine/run/event_box.h"

#include <memory>
#include <string>

namespace headroom {

struct SessionOptions {
    std::string runs_root;  ///< where new run folders go
};

/// The engine's own session, which others may watch beside its owner. The additions may be called from any thread, too.
class WatchedSession : public Session {
public:
    /// A box that gets every event from now on, as the owner does. `with_story`: first what tells of the run so far.
    virtual std::shared_ptr<EventBox> add_watcher(bool with_story) = 0;
    virtual void remove_watcher(const std::shared_ptr<EventBox>& box) = 0;
    /// What is known of the run at this moment, its place left out; `dir` and `name` are empty before the first run.
    struct Facts {
        LiveRun live;
        std::string dir, name;
    };
    virtual Facts facts() const = 0;
    /// Where runs that begin from now on can be watched; their run.json says it.
    virtual void offer_at(std::string address) = 0;
    virtual void warn(Warning warning) = 0;
};

/// A session over `backend`; no thread runs and no tensor exists until a run is started.
std::unique_ptr<WatchedSession> make_train_session(std::shared_ptr<Backend> backend, SessionOptions options);

}  // namespace headroom
