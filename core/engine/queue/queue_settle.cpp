// Reads the folders of runs that were left behind.
#include "core/engine/queue/queue_settle.h"

#include "core/base/clock.h"
#include "core/base/file_lock.h"
#include "core/families/words.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_lock.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr const char* kSaves = "its runner has ended; it saves and stops";

bool is_orphan(const StoredItem& item, const QueueStore& store) {
    return is_under_way(item.state) && (item.runner.empty() || !FileLock::is_held(store.runner_lock(item.runner)));
}

/// ", its newest checkpoint is of step 400" or nothing.
std::string checkpoint_words(const RunInfo& info) {
    return info.checkpoints.empty()
               ? ""
               : "; its newest checkpoint is of " + step_at(info.model, info.checkpoints.back().step);
}

void end(StoredItem& item, QueueState state, std::string reason) {
    item.state = state;
    item.reason = std::move(reason);
    item.ended_unix_ms = unix_ms_now();
    item.runner.clear();
}

/// True: it changed.
bool settle_run(StoredItem& item) {
    if (item.run_dir.empty()) {
        end(item, QueueState::Stopped, "its runner was ended before the run began");
        return true;
    }
    if (RunLock::is_held(item.run_dir)) {
        const bool said = item.reason == kSaves;
        item.reason = kSaves;
        return !said;
    }
    const auto folder = RunFolder::open(item.run_dir);
    const auto info = folder ? folder->load_info() : Result<RunInfo>(folder.error());
    if (!info)
        end(item, QueueState::Failed, "its runner was ended, and nothing is left of the run: " + info.error().message);
    else if (info->state == "finished")
        end(item, QueueState::Finished, "");
    else if (info->state == "stopped")
        end(item, QueueState::Stopped,
            "its runner was ended at " + step_at(info->model, info->step) + checkpoint_words(*info));
    else
        end(item, QueueState::Failed,
            (info->state == "crashed" ? "cut off at " : "failed at ") + step_at(info->model, info->step) +
                checkpoint_words(*info));
    return true;
}

}  // namespace

bool has_orphans(const QueueContent& content, const QueueStore& store) {
    return std::any_of(content.items.begin(), content.items.end(),
                       [&](const StoredItem& item) { return is_orphan(item, store); });
}

bool settle(QueueContent& content, const QueueStore& store, const std::string& own) {
    bool changed = false;
    for (StoredItem& item : content.items) {
        const bool mine = !own.empty() && item.runner == own && is_under_way(item.state);
        if (!mine && !is_orphan(item, store)) continue;
        if (item.state == QueueState::Checking) {
            item.state = QueueState::Waiting;
            item.runner.clear();
            changed = true;
        } else {
            changed |= settle_run(item);
        }
    }
    const auto removed =
        std::erase_if(content.items, [](const StoredItem& i) { return i.remove && !is_under_way(i.state); });
    return changed || removed > 0;
}

}  // namespace headroom
