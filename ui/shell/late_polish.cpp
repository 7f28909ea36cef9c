// LatePolish: Qt styles what says that it was styled before; what is hidden is made to say that it was not.
#include "ui/shell/late_polish.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

namespace headroom::ui {

LatePolish::LatePolish(QObject* application) : QObject(application) { application->installEventFilter(this); }

void LatePolish::putOff() {
    const QWidgetList all = QApplication::allWidgets();
    for (QWidget* widget : all)
        if (!widget->isVisible() && !widget->isWindow() && widget->window()->isVisible())
            widget->setAttribute(Qt::WA_WState_Polished, false);
}

bool LatePolish::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show || !watched->isWidgetType()) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (widget->testAttribute(Qt::WA_WState_Polished)) return false;
    for (const QEvent::Type type : {QEvent::Polish, QEvent::StyleChange}) {
        QEvent late(type);
        QCoreApplication::sendEvent(widget, &late);
    }
    return false;
}

}  // namespace headroom::ui
