// One note for each rule; which comes first.
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
    std::erase_if(notes_, [&](const Note& note) { return note.told.notice.rule == told.notice.rule; });
    if (told.state != CounselState::Gone) notes_.push_back({told});
    Q_EMIT changed();
}

std::vector<std::size_t> CounselNotes::unread() const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < notes_.size(); ++i)
        if (!notes_[i].dismissed) out.push_back(i);
    std::sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
        const CounselTold &x = notes_[a].told, &y = notes_[b].told;
        return std::pair(order_of(x.state), x.notice.rule) < std::pair(order_of(y.state), y.notice.rule);
    });
    return out;
}

std::optional<CounselTold> CounselNotes::shown() const {
    const auto left = unread();
    return left.empty() ? std::nullopt : std::optional(notes_[left.front()].told);
}

int CounselNotes::waiting() const { return std::max(0, static_cast<int>(unread().size()) - 1); }

void CounselNotes::dismiss(CounselRule rule) {
    for (Note& note : notes_)
        if (note.told.notice.rule == rule) note.dismissed = true;
    Q_EMIT changed();
}

}  // namespace headroom::ui
