// CounselNotes: what counsel has told of the run and what of it is still to be read.
#pragma once

#include "core/api/counsel.h"
#include "ui/forward.h"

#include <QObject>

#include <optional>
#include <vector>

namespace headroom::ui {

class CounselNotes : public QObject {
    Q_OBJECT
public:
    explicit CounselNotes(SessionBridge* bridge, QObject* parent = nullptr);

    /// The one that is shown: what became of a change, else a change that is being tried, else the most urgent notice; none: nothing to say.
    std::optional<CounselTold> shown() const;
    /// How many notices wait behind it.
    int waiting() const;
    /// The one that is shown was read; it comes back only when it is told anew.
    void dismissShown();
    /// Nothing of the rule is to be read any more.
    void drop(CounselRule rule);

Q_SIGNALS:
    void changed();

private:
    void tell(const CounselTold& told);

    /// What is still to be read: of each rule one, and before it what became of the change before.
    std::vector<CounselTold> notes_;
};

}  // namespace headroom::ui
