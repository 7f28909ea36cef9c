// LatePolish: parts of a window that cannot be seen while its look changes are styled when they are shown.
#pragma once

#include "ui/forward.h"

#include <QBasicTimer>
#include <QObject>
#include <QPointer>
#include <QQueue>

namespace headroom::ui {

/// Styling a widget takes the same time seen or unseen, and nine of ten lie on pages that are not in front or in lists and menus that open. Lives
/// with the application.
class LatePolish : public QObject {
public:
    explicit LatePolish(QApplication* application);

    /// Takes the application's style sheet away; widgets hear of it when the next one is set.
    void takeOff();
    /// Sets it. What is hidden within shown windows, or in dialogs, has it when it is shown. Menus and lists that open must know before how large
    /// they are: they have it after the window, one at each turn of the event loop, or when they are shown.
    void putOn(const QString& sheet);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    QApplication* application_;
    QQueue<QPointer<QWidget>> popups_;  ///< to be styled
    QBasicTimer turn_;
    bool between_ = false;
};

}  // namespace headroom::ui
