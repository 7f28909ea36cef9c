// LatePolish: parts of a window that cannot be seen while its look changes are styled when they are shown, and those that are seen one after another.
// When the direction of reading changes, those that cannot be seen turn round after the others.
#pragma once

#include "ui/forward.h"

#include <QBasicTimer>
#include <QObject>
#include <QPointer>
#include <QQueue>

#include <functional>

namespace headroom::ui {

/// Styling a widget takes the same time seen or unseen, and nine of ten lie on pages that are not in front or in lists and menus that open. Lives
/// with the application.
class LatePolish : public QObject {
public:
    explicit LatePolish(QApplication* application);

    /// Takes the application's style sheet away; widgets hear of it when the next one is set. Windows that are seen keep the look they have until
    /// then: each of their widgets would be marked to be painted, once for either.
    void takeOff();
    /// What is hidden and waits for the next one anyway loses it first, some at each turn of the event loop; there is much of it. `then` is called
    /// after that, for takeOff() and what follows; at once where no window is seen. Windows that are seen keep the look they have from now on.
    /// Another takeOff() in between takes its place, and `then` is not called.
    void takeOffInTurns(std::function<void()> then);
    /// Sets it. What is hidden within shown windows, or in dialogs, has it when it is shown. Menus and lists that open must know before how large
    /// they are: they have it after the window, one at each turn of the event loop, or when they are shown.
    void putOn(const QString& sheet);
    /// The same for whoever goes on working meanwhile: windows that are seen keep the look they have until all their docks, bars and pages are
    /// styled, some at each turn of the event loop; `all` is called then, at once where there is no such window. Another putOn() in between takes
    /// its place, and `all` is not called.
    void putOnInTurns(const QString& sheet, std::function<void()> all);
    /// Windows that are seen have the look before, and wait for the one that was asked for in turns.
    bool underWay() const { return in_turns_ || then_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    bool waits(const QWidget* widget) const;
    void hold();
    /// False: some is left for the next turn.
    bool takeOffHidden();
    void turnRoundLater(QWidget* window);
    void setSheet(const QString& sheet);
    void finish();

    QApplication* application_;
    QQueue<QPointer<QWidget>> unturned_;  ///< hidden then, and of the direction before; one may come twice
    QQueue<QPointer<QWidget>> dressed_;   ///< hidden, and to lose the sheet before the rest
    QQueue<QPointer<QWidget>> popups_;    ///< to be styled
    QQueue<QPointer<QWidget>> parts_;     ///< of windows that are seen, likewise and before
    QList<QPointer<QWidget>> windows_;    ///< that show the look before
    std::function<void()> then_;          ///< to be called when nothing is dressed_
    std::function<void()> all_;           ///< to be called when all is through
    QBasicTimer turn_;
    bool between_ = false;
    bool in_turns_ = false;  ///< a putOnInTurns() is not through
};

}  // namespace headroom::ui
