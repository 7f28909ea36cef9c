// LatePolish: Qt styles what says that it was styled before; what is hidden is made to say that it was not.
#include "ui/shell/late_polish.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>

namespace headroom::ui {
namespace {

/// Menus are as large as their contents want when they are shown, and have to know before; dialogs keep their size.
bool canWait(const QWidget* widget) {
    return !widget->isVisible() && !widget->isWindow() &&
           (widget->window()->isVisible() || qobject_cast<const QDialog*>(widget->window()));
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
    const QWidgetList all = QApplication::allWidgets();
    for (QWidget* widget : all)
        if (canWait(widget)) widget->setAttribute(Qt::WA_WState_Polished, false);
    application_->setStyleSheet(sheet);
}

bool LatePolish::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::StyleChange)
        return between_ || (!widget->testAttribute(Qt::WA_WState_Polished) && canWait(widget));
    if (event->type() != QEvent::Show || widget->testAttribute(Qt::WA_WState_Polished)) return false;
    for (const QEvent::Type type : {QEvent::Polish, QEvent::StyleChange}) {
        QEvent late(type);
        QCoreApplication::sendEvent(widget, &late);
    }
    return false;
}

}  // namespace headroom::ui
