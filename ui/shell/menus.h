// Menus: the menu bar, with every command of the window.
#pragma once

#include <QList>

class QDockWidget;

namespace headroom::ui {

class MainWindow;

/// Fills the window's menu bar. `docks` get entries in the View menu.
void build_menus(MainWindow& window, const QList<QDockWidget*>& docks);

}  // namespace headroom::ui
