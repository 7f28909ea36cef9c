// What tests of presets look for in the menu of the form that has them.
#pragma once

#include "ui/panels/run/run_panel.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QMenu>

namespace headroom::ui {

/// Of the form of a training, as its menu is opened now. Null: it has no such entry.
inline QAction* preset_entry(const MainWindow& window, const QString& text) {
    QMenu* menu = window.runPanel()->choice()->presets();
    Q_EMIT menu->aboutToShow();
    for (QAction* action : menu->findChildren<QAction*>())
        if (action->text() == text) return action;
    return nullptr;
}

}  // namespace headroom::ui
