// What stands in the status bar.
#pragma once

#include "ui/shell/main_window.h"
#include "ui/widgets/figure_label.h"

#include <QRegularExpression>
#include <QStatusBar>

namespace headroom::ui {

/// Of the workbench in front: its items, one after another.
inline QString status_text(const MainWindow& window) {
    QStringList parts;
    for (const QFrame* item : window.statusBar()->findChildren<QFrame*>(QStringLiteral("statusItem"))) {
        const QWidget* box = item->parentWidget();
        if (!box->isHidden() && item->isVisibleTo(box))
            parts << item->findChild<FigureLabel*>()->text().remove(QRegularExpression(QStringLiteral("<[^>]*>")));
    }
    return parts.join(QStringLiteral(" | "));
}

}  // namespace headroom::ui
