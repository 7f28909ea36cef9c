// LatePolish: parts of a window that cannot be seen while its look changes are styled when they are shown.
#pragma once

#include <QObject>

namespace headroom::ui {

/// Styling a widget takes the same time seen or unseen, and nine of ten lie on pages that are not in front. Lives with the application.
class LatePolish : public QObject {
public:
    explicit LatePolish(QObject* application);

    /// After the old style sheet was taken away and before the new one is set: what is hidden within shown windows waits.
    static void putOff();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
