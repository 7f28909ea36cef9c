// WindowTools: the tool bar: the switch between pages, commands, the run's name and state; what finds no room is left out.
#pragma once

#include "core/api/run_state.h"
#include "ui/forward.h"

#include <QObject>

namespace headroom::ui {

class WindowTools : public QObject {
    Q_OBJECT
public:
    WindowTools(Actions* actions, QMainWindow* window);

    QToolBar* bar() const { return bar_; }
    void showRun(const QString& name, RunState state);
    /// Export and Lend are in the menus at any width.
    void setNarrow(bool narrow);
    void fit();

private:
    QMainWindow* window_;
    QToolBar* bar_;
    QAction *sharing_, *lending_;
    QAction *end_, *gap_, *name_action_;  ///< where Export, Lend and the name stand
    QLabel* name_;
    StateChip* chip_;
};

}  // namespace headroom::ui
