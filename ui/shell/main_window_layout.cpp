// MainWindow: its layout: docks, tool bar and status bar in windows from small to large, at any size of text.
#include "ui/panels/run/run_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_items.h"
#include "ui/shell/theme.h"

#include <QDockWidget>
#include <QToolBar>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr int kNarrow = 1400;  // below: the small design (narrow docks, short tool bar)
constexpr int kLow = 400;      // with kLowPictures, which larger text leaves as they are; below: the timeline folds
constexpr int kLowPictures = 320;
constexpr int kTabbed = 1200;    // below, at 100 % text: Memory becomes a tab beside Run
constexpr int kLargeText = 150;  // above, in percent: the same at any width

}  // namespace

void MainWindow::resetLayout() {
    for (QDockWidget* dock : {run_dock_, memory_dock_}) {
        dock->setFloating(false);
        addDockWidget(dock == run_dock_ ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea, dock);
        dock->setVisible(docks_on_);
    }
    run_dock_wanted_ = memory_dock_wanted_ = true;
    auto_tabbed_ = false;
    for (const auto& [page, work] : work_) work.centre->resetSizes();
    suitWidth();
}

bool MainWindow::isTight() const {
    return width() < Theme::get().scaled(kTabbed) || Theme::get().textPercent() > kLargeText;
}

void MainWindow::placeMemory() {
    if (memory_dock_->isFloating()) return;
    const bool beside =
        dockWidgetArea(memory_dock_) == Qt::RightDockWidgetArea && dockWidgetArea(run_dock_) == Qt::LeftDockWidgetArea;
    if (tight_ && beside) {
        tabifyDockWidget(run_dock_, memory_dock_);
        run_dock_->raise();
        auto_tabbed_ = true;
    } else if (!tight_ && auto_tabbed_) {  // a tab that the user made stays one
        addDockWidget(Qt::RightDockWidgetArea, memory_dock_);
        auto_tabbed_ = false;
    }
}

void MainWindow::suitWidth() {
    const Theme& theme = Theme::get();
    narrow_ = width() < theme.scaled(kNarrow);
    tight_ = isTight();
    placeMemory();
    const int left = theme.scaled(theme.textPercent() > kLargeText ? 264 : narrow_ ? 292 : 320);
    const int right = theme.scaled(narrow_ ? 340 : 400);
    int least = 0;
    for (const auto& [page, work] : work_) least = std::max(least, work.panel->minimumSizeHint().width());
    run_dock_->widget()->setMinimumWidth(least);
    if (docks_on_ && auto_tabbed_)
        resizeDocks({run_dock_}, {left}, Qt::Horizontal);
    else if (docks_on_)
        resizeDocks({run_dock_, memory_dock_}, {left, right}, Qt::Horizontal);
    QAction *sharing = actions_->action(Cmd::Export),
            *lending = actions_->action(Cmd::Lend);  // in the menus at any width
    const bool shown = tools_->widgetForAction(sharing) != nullptr;
    if (narrow_ && shown) {
        tools_->removeAction(sharing);
        tools_->removeAction(lending);
    } else if (!narrow_ && !shown) {
        tools_->insertAction(tools_end_, sharing);
        tools_->insertAction(tools_gap_, lending);
    }
    fitToolBar();
    if (status_) status_->setNarrow(narrow_);
}

void MainWindow::fitToolBar() {
    const auto icons = [this](int gap) {
        tools_->setIconSize(QSize(Theme::get().scaled(16 + gap), Theme::get().scaled(16)));
    };
    icons(4);  // words follow
    tools_name_->setVisible(true);
    tools_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    if (tools_->sizeHint().width() > width()) tools_name_->setVisible(false);  // the Run panel has it too
    if (tools_->sizeHint().width() <= width()) return;
    tools_->setToolButtonStyle(Qt::ToolButtonIconOnly);
    icons(0);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const bool low = height() < Theme::get().scaled(kLow) + kLowPictures;
    for (const auto& [page, work] : work_) work.centre->setFolded(low);
    if ((width() < Theme::get().scaled(kNarrow)) == narrow_ && isTight() == tight_) return fitToolBar();
    suitWidth();
}

}  // namespace headroom::ui
