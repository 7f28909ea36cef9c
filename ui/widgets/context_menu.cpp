// Making and opening them.
#include "ui/widgets/context_menu.h"

#include <QAbstractScrollArea>
#include <QMenu>

namespace headroom::ui {

void openOnce(QMenu* menu, const QPoint& global) {
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(global);
}

void offerActions(QWidget* widget) {
    widget->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(widget, &QWidget::customContextMenuRequested, widget, [widget](const QPoint& at) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(widget);
        auto* menu = new QMenu(widget);
        menu->addActions(widget->actions());
        openOnce(menu, (area ? area->viewport() : widget)->mapToGlobal(at));
    });
}

}  // namespace headroom::ui
