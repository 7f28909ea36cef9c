// LatePolish: Qt styles what says that it was styled before; what is hidden is made to say that it was not.
#include "ui/shell/late_polish.h"

#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QEvent>
#include <QStyle>

#include <utility>

namespace headroom::ui {
namespace {

constexpr int kTurnMs = 20;  ///< after which a turn takes no further part or widget

bool isLate(const QWidget* widget) { return !widget->testAttribute(Qt::WA_WState_Polished); }

void send(QWidget* widget, QEvent::Type type) {
    QEvent event(type);
    QCoreApplication::sendEvent(widget, &event);
}

void polish(QWidget* widget) {
    send(widget, QEvent::Polish);
    send(widget, QEvent::StyleChange);
}

/// One that has had a direction of its own since is left alone.
void turnRound(QWidget* part) {
    if (!part->testAttribute(Qt::WA_SetLayoutDirection)) part->unsetLayoutDirection();
}

/// What is seen of it. One that was asked for its size meanwhile is polished, but does not know yet that its size is another.
void polishSeen(QWidget* part) {
    QList<QPointer<QWidget>> all{part};
    for (QWidget* within : part->findChildren<QWidget*>())
        if (within->window() == part->window()) all << within;
    for (const QPointer<QWidget>& each : all) {
        if (!each || !each->isVisible()) continue;
        if (isLate(each)) send(each, QEvent::Polish);
        if (each) send(each, QEvent::StyleChange);
    }
}

}  // namespace

LatePolish::LatePolish(QApplication* application) : QObject(application), application_(application) {
    application->installEventFilter(this);
}

/// Dialogs keep their size; other windows that are hidden may be asked for it.
bool LatePolish::waits(const QWidget* widget) const {
    const QWidget* const window = widget->window();
    if (widget->isVisible()) return in_turns_ && widget != window;
    if (window->windowType() == Qt::Popup) return true;
    return widget != window && (window->isVisible() || qobject_cast<const QDialog*>(window));
}

void LatePolish::hold() {
    for (QWidget* window : QApplication::topLevelWidgets()) {
        if (!window->isVisible() || !window->updatesEnabled()) continue;
        window->setUpdatesEnabled(false);
        windows_ << window;
    }
}

void LatePolish::takeOff() {
    dressed_.clear();
    then_ = nullptr;
    hold();
    // What was asked for its size before it is styled counts as styled by the sheet: another font would pass it by, and all that is in it.
    for (QWidget* widget : QApplication::allWidgets())
        if (isLate(widget)) widget->setAttribute(Qt::WA_StyleSheet, false);
    between_ = true;
    application_->setStyleSheet({});
    between_ = false;
}

void LatePolish::takeOffInTurns(std::function<void()> then) {
    hold();
    dressed_.clear();
    for (QWidget* widget : QApplication::allWidgets())
        if (!widget->isVisible() && !isLate(widget) && waits(widget)) dressed_.enqueue(widget);
    if (windows_.isEmpty() || takeOffHidden()) return then();
    then_ = std::move(then);
    turn_.start(0, this);
}

/// As QApplication does it with all at once.
bool LatePolish::takeOffHidden() {
    QElapsedTimer turn;
    turn.start();
    while (!dressed_.isEmpty()) {
        if (turn.elapsed() >= kTurnMs) return false;
        QWidget* const widget = dressed_.dequeue();
        if (!widget || widget->isVisible() || isLate(widget))
            continue;  // shown meanwhile: it has the look that is seen
        QApplication::style()->unpolish(widget);
        widget->setAttribute(Qt::WA_WState_Polished, false);
    }
    return true;
}

/// A part that has a direction of its own is passed by, with all that is in it: the hidden ones say that they have while the rest turns round.
/// That it does at once, before Qt would have it do so: were they to say so for longer, one that is given its own meanwhile would lose it.
void LatePolish::turnRoundLater(QWidget* window) {
    if (window->testAttribute(Qt::WA_SetLayoutDirection)) return;
    QList<QPointer<QWidget>> hidden;
    QList<QWidget*> seen{window};
    for (qsizetype i = 0; i < seen.size(); ++i) {
        for (QObject* child : seen[i]->children()) {
            auto* part = qobject_cast<QWidget*>(child);
            if (!part || part->isWindow() || part->testAttribute(Qt::WA_SetLayoutDirection)) continue;
            if (part->isVisible()) {
                seen << part;
            } else {
                part->setAttribute(Qt::WA_SetLayoutDirection);
                hidden << part;
            }
        }
    }
    window->unsetLayoutDirection();
    for (const QPointer<QWidget>& part : hidden) {
        if (!part) continue;
        part->setAttribute(Qt::WA_SetLayoutDirection, false);
        unturned_.enqueue(part);
    }
    if (!unturned_.isEmpty()) turn_.start(0, this);
}

void LatePolish::putOn(const QString& sheet) {
    parts_.clear();
    all_ = nullptr;
    in_turns_ = false;
    setSheet(sheet);
    finish();
}

void LatePolish::putOnInTurns(const QString& sheet, std::function<void()> all) {
    in_turns_ = true;
    all_ = std::move(all);
    parts_.clear();
    for (QWidget* window : QApplication::topLevelWidgets()) {
        if (!window->isVisible()) continue;
        for (QWidget* part : window->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            if (part->isVisible() && !part->isWindow()) parts_.enqueue(part);
    }
    setSheet(sheet);
    if (parts_.isEmpty()) finish();
}

void LatePolish::setSheet(const QString& sheet) {
    popups_.clear();
    for (QWidget* widget : QApplication::allWidgets()) {
        const bool late = waits(widget);
        // What is seen may have lost the turn in which it would have been styled: it is now.
        if (late || widget->isVisible()) widget->setAttribute(Qt::WA_WState_Polished, !late);
        if (late && widget->isWindow()) popups_.enqueue(widget);
    }
    application_->setStyleSheet(sheet);
    if (!popups_.isEmpty() || !parts_.isEmpty()) turn_.start(0, this);
}

void LatePolish::finish() {
    in_turns_ = false;
    if (const auto all = std::exchange(all_, nullptr)) all();
    for (const QPointer<QWidget>& window : std::exchange(windows_, {}))
        if (window) window->setUpdatesEnabled(true);
}

void LatePolish::timerEvent(QTimerEvent*) {
    QElapsedTimer turn;
    turn.start();
    if (!unturned_.isEmpty()) {
        while (!unturned_.isEmpty() && turn.elapsed() < kTurnMs)
            if (const QPointer<QWidget> part = unturned_.dequeue()) turnRound(part);
        return;
    }
    if (then_) {
        if (takeOffHidden()) std::exchange(then_, nullptr)();
        return;
    }
    if (in_turns_) {
        if (parts_.isEmpty()) return finish();
        while (!parts_.isEmpty() && turn.elapsed() < kTurnMs)
            if (const QPointer<QWidget> part = parts_.dequeue()) polishSeen(part);
        return;
    }
    QPointer<QWidget> next;
    while (!next && !popups_.isEmpty()) {
        next = popups_.dequeue();
        if (next && !isLate(next)) next.clear();
    }
    if (popups_.isEmpty()) turn_.stop();
    if (!next) return;
    polish(next);
    for (QWidget* part : next->findChildren<QWidget*>())
        if (part->window() == next && isLate(part)) polish(part);
}

bool LatePolish::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::StyleChange) return between_ || (isLate(widget) && waits(widget));
    if (event->type() == QEvent::ApplicationLayoutDirectionChange && widget->isVisible()) turnRoundLater(widget);
    if (event->type() != QEvent::Show) return false;
    if (unturned_.removeOne(widget)) turnRound(widget);
    if (isLate(widget)) polish(widget);
    return false;
}

}  // namespace headroom::ui
