// LatePolish: Qt styles what says that it was styled before; what is hidden is made to say that it was not.
#include "ui/shell/late_polish.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>

namespace headroom::ui {
namespace {

/// Dialogs keep their size; other windows that are hidden may be asked for it.
bool canWait(const QWidget* widget) {
    if (widget->isVisible()) return false;
    const QWidget* const window = widget->window();
    if (window->windowType() == Qt::Popup) return true;
    return widget != window && (window->isVisible() || qobject_cast<const QDialog*>(window));
}

bool isLate(const QWidget* widget) { return !widget->testAttribute(Qt::WA_WState_Polished); }

void polish(QWidget* widget) {
    for (const QEvent::Type type : {QEvent::Polish, QEvent::StyleChange}) {
        QEvent late(type);
        QCoreApplication::sendEvent(widget, &late);
    }
}

}  // namespace

LatePolish::LatePolish(QApplication* application) : QObject(application), application_(application) {
    application->installEventFilter(this);
}

void LatePolish::takeOff() {
    between_ = true;
    application_->setStyleSheet({});
    between_ = false;
}

void LatePolish::putOn(const QString& sheet) {
    popups_.clear();
    for (QWidget* widget : QApplication::allWidgets()) {
        if (!canWait(widget)) continue;
        widget->setAttribute(Qt::WA_WState_Polished, false);
        if (widget->isWindow()) popups_.enqueue(widget);
    }
    application_->setStyleSheet(sheet);
    if (!popups_.isEmpty()) turn_.start(0, this);
}

void LatePolish::timerEvent(QTimerEvent*) {
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
    if (event->type() == QEvent::StyleChange) return between_ || (isLate(widget) && canWait(widget));
    if (event->type() == QEvent::Show && isLate(widget)) polish(widget);
    return false;
}

}  // namespace headroom::ui
