// The queue as its file keeps it.
#pragma once

#include "core/api/queue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct StoredItem : QueueItem {
    std::string runner{};  ///< the device whose runner has it; empty: none
    bool remove = false;   ///< its runner is to stop it and to forget it
    /// What it began with, where it was tried again since: `request` goes on in its folder, maybe with other settings and without weights.
    std::optional<RunRequest> first{};
};

struct QueueContent {
    std::vector<StoredItem> items{};  ///< those that wait in the order in which they are to run
    bool paused = false, stop_after_current = false;
    std::uint64_t revision = 0;
    std::int64_t next_id = 1;
    std::string notice{};  ///< what a person should know about the file itself

    /// Null: there is none.
    StoredItem* find(const std::string& id);
};

/// A runner has it, or had it when it was killed.
inline bool is_under_way(QueueState s) { return s == QueueState::Checking || s == QueueState::Running; }
inline bool has_ended(QueueState s) { return s != QueueState::Waiting && !is_under_way(s); }

/// What was read, and how many items could not be.
struct ReadQueue {
    QueueContent content;
    int unreadable = 0;
};

std::string write_queue(const QueueContent& content);
/// `name` is the file's, for messages. Errors (BadFile): damaged as a whole, or written by a newer Headroom (its hint says so).
Result<ReadQueue> read_queue(const std::string& text, const std::string& name);
/// Whether `text` is a queue of a version that is not known here.
bool is_newer_queue(const std::string& text);

}  // namespace headroom
