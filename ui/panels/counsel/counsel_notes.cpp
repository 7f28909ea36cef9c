// Which notes are kept, and which comes first.
#include "ui/panels/counsel/counsel_notes.h"

#include "ui/bridge/session_bridge.h"

#include <algorithm>

namespace headroom::ui {
namespace {

int order_of(CounselState state) {
    switch (state) {
        case CounselState::Judged: return 0;
        case CounselState::Changed: return 1;
        default: return 2;
    }
}

}  // namespace

CounselNotes::CounselNotes(SessionBridge* bridge, QObject* parent) : QObject(parent) {
    connect(bridge, &SessionBridge::counselTold, this, &CounselNotes::tell);
    connect(bridge, &SessionBridge::runStarted, this, [this] {
        notes_.clear();
        Q_EMIT changed();
    });
}

void CounselNotes::tell(const CounselTold& told) {
    // A rule whose change did not help speaks again in a moment: that must not take the outcome away unread.
    std::erase_if(notes_, [&](const CounselTold& note) {
        const bool stays = note.state == CounselState::Judged && told.state != CounselState::Judged;
        return note.notice.rule == told.notice.rule && !stays;
    });
    if (told.state != CounselState::Gone) notes_.push_back(told);
    Q_EMIT changed();
}

std::optional<CounselTold> CounselNotes::shown() const {
    const auto first = std::min_element(notes_.begin(), notes_.end(), [](const auto& a, const auto& b) {
        return std::pair(order_of(a.state), a.notice.rule) < std::pair(order_of(b.state), b.notice.rule);
    });
    return first == notes_.end() ? std::nullopt : std::optional(*first);
}

int CounselNotes::waiting() const { return std::max(0, static_cast<int>(notes_.size()) - 1); }

void CounselNotes::dismissShown() {
    const auto read = shown();
    if (!read) return;
    std::erase_if(notes_, [&](const CounselTold& told) {
        return told.notice.rule == read->notice.rule && told.state == read->state;
    });
    Q_EMIT changed();
}

void CounselNotes::drop(CounselRule rule) {
    std::erase_if(notes_, [&](const CounselTold& told) { return told.notice.rule == rule; });
    Q_EMIT changed();
}

}  // namespace headroom::ui
