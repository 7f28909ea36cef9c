// Menus: the menu bar, with every command of the window, and the dialogs of its menu Help.
#pragma once

#include "ui/shell/theme.h"

#include <QDialog>
#include <QList>
#include <QString>

namespace headroom::ui {

/// Version and the licences of what is inside.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

/// Every key of the window, read from its actions.
class KeyboardDialog : public QDialog {
    Q_OBJECT
public:
    /// Lists the actions with a shortcut below `window`.
    explicit KeyboardDialog(QWidget* window);
};

/// Fills the window's menu bar. `docks` get entries in the View menu.
void build_menus(MainWindow& window, const QList<QDockWidget*>& docks);

/// What is asked for at a start instead of what was kept; empty and 0: nothing.
struct AskedLook {
    QString language{}, theme{};  ///< by their names in files
    int text_percent = 0;
};
/// Language, theme, text size and motion as they were kept. Before the first window.
void apply_kept_look(const LayoutStore& store, const AskedLook& asked = {});
/// Applies theme and text size at once and keeps them for the next start.
void choose_look(MainWindow& window, ThemeChoice choice, int text_percent);

}  // namespace headroom::ui
