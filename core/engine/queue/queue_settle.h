// What becomes of runs whose runner was killed: they are marked as what their own files say.
#pragma once

#include "core/engine/queue/queue_store.h"

#include <functional>
#include <string>

namespace headroom {

/// Whether an item is under way without a living runner.
bool has_orphans(const QueueContent& content, const QueueStore& store);

/// Marks items that are under way and whose runner is gone: what was being checked waits again; a run that has ended is what its
/// folder says. One that still saves stays as it is, with a word. `own`: a device whose runner is this process, which has begun
/// anew and has nothing under way. True: something changed.
bool settle(QueueContent& content, const QueueStore& store, const std::string& own = {});

}  // namespace headroom
