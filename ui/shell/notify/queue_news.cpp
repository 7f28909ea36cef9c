// QueueNews: the items of now beside those of the look before.
#include "ui/shell/notify/queue_news.h"

#include <utility>

namespace headroom::ui {
namespace {

bool ended(QueueState state) { return state > QueueState::Running; }

}  // namespace

std::vector<QueueNote> QueueNews::look(const QueueSnapshot& now, const Paused& paused) {
    std::vector<QueueNote> out;
    std::map<std::string, Seen> seen;
    for (const QueueItem& item : now.items) {
        const auto before = seen_.find(item.id);
        const bool known = before != seen_.end();
        if (ended(item.state)) {
            const bool news = known ? !ended(before->second.state) : item.ended_unix_ms >= since_;
            if (news && item.state == QueueState::Finished) out.push_back({QueueNote::What::Finished, item});
            if (news && item.state == QueueState::Failed) out.push_back({QueueNote::What::Failed, item});
        } else if (item.state == QueueState::Running && known && before->second.reason != item.reason &&
                   !item.reason.empty() && item.reason != "paused by you" && paused(item.run_dir)) {
            // A runner writes down why a run stands still: what no person has asked for is the disk's doing.
            out.push_back({QueueNote::What::WaitsForDisk, item});
        }
        seen.emplace(item.id, Seen{item.state, item.reason});
    }
    seen_ = std::move(seen);
    return out;
}

}  // namespace headroom::ui
