// QueueNews: what has happened to the runs of the queue between two looks at it.
#pragma once

#include "core/api/queue.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headroom::ui {

struct QueueNote {
    enum class What { Finished, Failed, WaitsForDisk } what;
    QueueItem item;
};

class QueueNews {
public:
    /// Whether the process of the run in a folder says that it is paused.
    using Paused = std::function<bool(const std::string& run_dir)>;

    /// `since_unix_ms`: what ended before is no news.
    explicit QueueNews(std::int64_t since_unix_ms) : since_(since_unix_ms) {}

    /// Since the look before; the first finds what ended after `since_unix_ms` alone.
    std::vector<QueueNote> look(const QueueSnapshot& now, const Paused& paused);

private:
    struct Seen {
        QueueState state;
        std::string reason;
    };
    std::int64_t since_;
    std::map<std::string, Seen> seen_;  ///< by the items' ids
};

}  // namespace headroom::ui
