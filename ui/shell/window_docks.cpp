// WindowDocks: see window_docks.h.
#include "ui/shell/window_docks.h"

#include "ui/shell/dock_title.h"
#include "ui/shell/theme.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QStackedWidget>

namespace headroom::ui {
namespace {

constexpr int kNarrow = 1400;    // below: the small design
constexpr int kTabbed = 1200;    // below, at 100 % text: Memory becomes a tab beside Run
constexpr int kLargeText = 150;  // above, in percent: the same at any width

QDockWidget* add_dock(QMainWindow* window, const QString& name, const QString& title, QWidget* content,
                      Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(name);
    dock->setWidget(content);
    dock->setTitleBarWidget(new DockTitle(dock));
    window->addDockWidget(area, dock);
    return dock;
}

}  // namespace

WindowDocks::WindowDocks(QStackedWidget* forms, QStackedWidget* memories, QMainWindow* window)
    : QObject(window),
      window_(window),
      run_(add_dock(window, QStringLiteral("runDock"), tr("Run"), forms, Qt::LeftDockWidgetArea)),
      memory_(add_dock(window, QStringLiteral("memoryDock"), tr("Memory"), memories, Qt::RightDockWidgetArea)),
      memory_title_(static_cast<DockTitle*>(memory_->titleBarWidget())) {}

void WindowDocks::setRunTitle(const QString& title) { run_->setWindowTitle(title); }

void WindowDocks::setMemoryTag(const QString& device) { memory_title_->setTag(device); }

void WindowDocks::setOn(bool on) {
    if (on_ == on) return;
    if (!on) {
        run_wanted_ = !run_->isHidden();
        memory_wanted_ = !memory_->isHidden();
    }
    on_ = on;
    run_->setVisible(on && run_wanted_);
    memory_->setVisible(on && memory_wanted_);
    for (const QDockWidget* dock : {run_, memory_}) dock->toggleViewAction()->setEnabled(on);
}

void WindowDocks::setHidden(bool hidden) {
    for (QDockWidget* dock : {run_, memory_}) dock->setVisible(!hidden);
}

void WindowDocks::reset() {
    for (QDockWidget* dock : {run_, memory_}) {
        dock->setFloating(false);
        window_->addDockWidget(dock == run_ ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea, dock);
        dock->setVisible(on_);
    }
    run_wanted_ = memory_wanted_ = true;
    auto_tabbed_ = false;
}

bool WindowDocks::isNarrow() const { return window_->width() < Theme::get().scaled(kNarrow); }

bool WindowDocks::isTight() const {
    return window_->width() < Theme::get().scaled(kTabbed) || Theme::get().textPercent() > kLargeText;
}

bool WindowDocks::outdated() const { return isNarrow() != narrow_ || isTight() != tight_; }

void WindowDocks::placeMemory() {
    if (memory_->isFloating()) return;
    const bool beside = window_->dockWidgetArea(memory_) == Qt::RightDockWidgetArea &&
                        window_->dockWidgetArea(run_) == Qt::LeftDockWidgetArea;
    if (tight_ && beside) {
        window_->tabifyDockWidget(run_, memory_);
        run_->raise();
        auto_tabbed_ = true;
    } else if (!tight_ && auto_tabbed_) {  // a tab that the user made stays one
        window_->addDockWidget(Qt::RightDockWidgetArea, memory_);
        auto_tabbed_ = false;
    }
}

void WindowDocks::suit(int least_form) {
    const Theme& theme = Theme::get();
    narrow_ = isNarrow();
    tight_ = isTight();
    placeMemory();
    const int left = theme.scaled(theme.textPercent() > kLargeText ? 264 : narrow_ ? 292 : 320);
    const int right = theme.scaled(narrow_ ? 340 : 400);
    run_->widget()->setMinimumWidth(least_form);
    if (on_ && auto_tabbed_)
        window_->resizeDocks({run_}, {left}, Qt::Horizontal);
    else if (on_)
        window_->resizeDocks({run_, memory_}, {left, right}, Qt::Horizontal);
}

}  // namespace headroom::ui
