// DockCommands: which dock is meant, and what can be done with it where it stands.
#include "ui/shell/dock_commands.h"

#include "ui/shell/actions.h"
#include "ui/shell/theme.h"
#include "ui/widgets/splitter.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace headroom::ui {
namespace {

int extentOf(const QWidget* widget, Qt::Orientation way) {
    return way == Qt::Horizontal ? widget->width() : widget->height();
}

Qt::DockWidgetArea opposite(Qt::DockWidgetArea area) {
    switch (area) {
        case Qt::LeftDockWidgetArea: return Qt::RightDockWidgetArea;
        case Qt::TopDockWidgetArea: return Qt::BottomDockWidgetArea;
        case Qt::BottomDockWidgetArea: return Qt::TopDockWidgetArea;
        default: return Qt::LeftDockWidgetArea;
    }
}

}  // namespace

DockCommands::DockCommands(const QList<QDockWidget*>& docks, QMainWindow* window)
    : QObject(window), window_(window), docks_(docks) {
    addSize(tr("Make the dock wider"), "Alt+Shift+Right", Qt::Horizontal, 1);
    addSize(tr("Make the dock narrower"), "Alt+Shift+Left", Qt::Horizontal, -1);
    addSize(tr("Make the dock taller"), "Alt+Shift+Up", Qt::Vertical, 1);
    addSize(tr("Make the dock shorter"), "Alt+Shift+Down", Qt::Vertical, -1);
    connect(add(tr("Move the dock to the other side"), ""), &QAction::triggered, this,
            [this] { window_->addDockWidget(opposite(window_->dockWidgetArea(dock_)), dock_); });
    tabs_ = add(tr("Put the dock into tabs with the other one"), "");
    tabs_->setCheckable(true);
    connect(tabs_, &QAction::triggered, this, &DockCommands::switchTabs);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) { follow(now); });
    for (const QDockWidget* dock : docks_) {
        connect(dock, &QDockWidget::visibilityChanged, this, &DockCommands::refresh);
        connect(dock, &QDockWidget::topLevelChanged, this, &DockCommands::refresh);
        connect(dock, &QDockWidget::dockLocationChanged, this, &DockCommands::refresh);
    }
    refresh();
}

QList<QAction*> DockCommands::actions() const {
    QList<QAction*> out;
    for (const Command& command : commands_) out << command.action;
    return out;
}

QAction* DockCommands::add(const QString& text, const char* key, std::optional<Qt::Orientation> way) {
    auto* action = new QAction(text, this);
    action->setShortcut(QKeySequence(QLatin1String(key)));
    commands_ << Command{action, way};
    return action;
}

void DockCommands::addSize(const QString& text, const char* key, Qt::Orientation way, int sign) {
    connect(add(text, key, way), &QAction::triggered, this,
            [this, way, sign] { resize(way, sign * scaled(kBorderStep)); });
}

void DockCommands::follow(const QWidget* focus) {
    if (!focus) return;
    QDockWidget* in = nullptr;
    for (QDockWidget* dock : docks_)
        if (dock->isAncestorOf(focus)) in = dock;
    if (!in && !window_->centralWidget()->isAncestorOf(focus)) return;  // menus and dialogs, which ask for commands
    dock_ = in;
    refresh();
}

void DockCommands::refresh() {
    tabs_->setChecked(isInTabs());
    for (const Command& command : commands_) {
        const QString why = problem(command);
        command.action->setEnabled(why.isEmpty());
        command.action->setToolTip(
            tooltip_of(tr("Run or Memory, whichever has the focus"), command.action->shortcut(), why));
    }
}

QString DockCommands::problem(const Command& command) const {
    if (!dock_ || dock_->isHidden()) return tr("The focus is in no dock");
    if (!command.way && dock_->isFloating()) return tr("It floats; dock it first");
    if (command.action == tabs_ && !partner()) return tr("No other dock stands in the window");
    if (!command.way) return {};
    if (isFree(*command.way) || neighbour()) return {};
    return *command.way == Qt::Horizontal ? tr("It takes the whole width") : tr("It takes the whole height");
}

bool DockCommands::isFree(Qt::Orientation way) const {
    const Qt::DockWidgetArea area = window_->dockWidgetArea(dock_);
    const bool upright = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
    return dock_->isFloating() || upright == (way == Qt::Horizontal);
}

QDockWidget* DockCommands::partner() const {
    for (QDockWidget* other : docks_)
        if (other != dock_.data() && !other->isHidden() && !other->isFloating()) return other;
    return nullptr;
}

bool DockCommands::isInTabs() const { return dock_ && window_->tabifiedDockWidgets(dock_).contains(partner()); }

QDockWidget* DockCommands::neighbour() const {
    QDockWidget* const other = partner();
    if (!other || isInTabs()) return nullptr;
    return window_->dockWidgetArea(other) == window_->dockWidgetArea(dock_) ? other : nullptr;
}

void DockCommands::resize(Qt::Orientation way, int pixels) {
    QDockWidget* const dock = dock_.data();
    const int wanted = std::max(1, extentOf(dock, way) + pixels);
    if (dock->isFloating())
        return way == Qt::Horizontal ? dock->resize(wanted, dock->height()) : dock->resize(dock->width(), wanted);
    if (isFree(way)) return window_->resizeDocks({dock}, {wanted}, way);
    // What one gets the other gives.
    if (QDockWidget* other = neighbour())
        window_->resizeDocks({dock, other}, {wanted, std::max(1, extentOf(other, way) - pixels)}, way);
}

void DockCommands::switchTabs() {
    QDockWidget* const dock = dock_.data();
    if (isInTabs()) {
        window_->addDockWidget(window_->dockWidgetArea(dock), dock);
    } else if (QDockWidget* other = partner()) {
        window_->tabifyDockWidget(other, dock);
        other->raise();  // who is the window's last child already is not raised again
        dock->raise();
    }
    refresh();
}

}  // namespace headroom::ui
