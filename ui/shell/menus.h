// Menus: the menu bar, with every command of the window.
#pragma once

#include "ui/shell/theme.h"

#include <QList>

namespace headroom::ui {

/// Fills the window's menu bar. `docks` get entries in the View menu.
void build_menus(MainWindow& window, const QList<QDockWidget*>& docks);

/// Applies theme and text size at once and keeps them for the next start.
void choose_look(MainWindow& window, ThemeChoice choice, int text_percent);

}  // namespace headroom::ui
