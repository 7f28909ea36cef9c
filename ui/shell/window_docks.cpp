// WindowDocks: widths that are kept, and those that the window has room for.
#include "ui/shell/window_docks.h"

#include "ui/shell/layout_store.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>

namespace headroom::ui {
namespace {

constexpr int kNarrow = 1400;    // below: the small design
constexpr int kTabbed = 1200;    // below, at 100 % text: Memory becomes a tab beside Run
constexpr int kLargeText = 150;  // above, in percent: the same at any width

const QString kWidths = QStringLiteral("docks");

struct TitleText {
    Q_DECLARE_TR_FUNCTIONS(headroom::ui::DockTitle)
};

/// The bar of a dock: title, tag, float, close.
void add_title(QDockWidget* dock) {
    auto* bar = new QWidget(dock);
    bar->setObjectName(QStringLiteral("dockTitle"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* title = makeLabel("strong", dock->windowTitle(), bar);
    auto* tag = makeTag("tag", bar);
    auto* detach = onClick(new IconButton(QStringLiteral("external-link"), {}, bar), dock,
                           [dock] { dock->setFloating(!dock->isFloating()); });
    auto* close = onClick(new IconButton(QStringLiteral("x"), {}, bar), dock, &QDockWidget::close);
    const auto name = [=] {
        title->setText(dock->windowTitle());
        detach->setToolTip(TitleText::tr("Float or dock %1").arg(dock->windowTitle()));
        close->setToolTip(TitleText::tr("Close %1 (View menu brings it back)").arg(dock->windowTitle()));
        for (IconButton* button : {detach, close}) button->setAccessibleName(button->toolTip());
    };
    QObject::connect(dock, &QDockWidget::windowTitleChanged, bar, name);
    name();
    tag->hide();
    rowIn(bar, {16, 4, 8, 4}, 8, {title, tag, stretch(), detach, close});
    dock->setTitleBarWidget(bar);
}

QDockWidget* add_dock(QMainWindow* window, const QString& name, const QString& title, QWidget* content,
                      Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(name);
    dock->setWidget(content);
    add_title(dock);
    window->addDockWidget(area, dock);
    return dock;
}

}  // namespace

WindowDocks::WindowDocks(QStackedWidget* forms, QStackedWidget* memories, QAction* hide, QMainWindow* window)
    : QObject(window),
      window_(window),
      hide_(hide),
      run_(add_dock(window, QStringLiteral("runDock"), tr("Run"), forms, Qt::LeftDockWidgetArea)),
      memory_(add_dock(window, QStringLiteral("memoryDock"), tr("Memory"), memories, Qt::RightDockWidgetArea)),
      memory_tag_(memory_->titleBarWidget()->findChild<QLabel*>(QStringLiteral("tag"))) {
    connect(hide_, &QAction::triggered, this, &WindowDocks::setHidden);
    connect(hide_, &QAction::enabledChanged, this, [this] { hide_->setEnabled(on_); });  // the rules know no page
    for (const QDockWidget* dock : {run_, memory_})
        connect(dock, &QDockWidget::visibilityChanged, this, &WindowDocks::showHidden);
}

void WindowDocks::setMemoryTag(const QString& device) { sayOrHide(memory_tag_, device); }

void WindowDocks::setOn(bool on) {
    if (on_ == on) return;
    if (!on) {
        note();
        suited_ = false;
        run_wanted_ = !run_->isHidden();
        memory_wanted_ = !memory_->isHidden();
    }
    on_ = on;
    run_->setVisible(on && run_wanted_);
    memory_->setVisible(on && memory_wanted_);
    for (const QDockWidget* dock : {run_, memory_}) dock->toggleViewAction()->setEnabled(on);
    hide_->setEnabled(on);
    showHidden();
}

void WindowDocks::setHidden(bool hidden) {
    const std::vector both{run_, memory_};
    if (hidden) {
        for (QDockWidget* dock : both) {
            if (dock->isHidden()) continue;
            dock->hide();
            hid_.push_back(dock);
        }
    } else {
        const std::vector back = hid_.empty() ? both : hid_;  // they were closed one by one
        for (QDockWidget* dock : back) dock->show();
    }
    showHidden();
}

void WindowDocks::showHidden() {
    if (!on_) return;
    std::erase_if(hid_, [](const QDockWidget* dock) { return !dock->isHidden(); });
    hide_->setChecked(run_->isHidden() && memory_->isHidden());
}

void WindowDocks::reset() {
    for (QDockWidget* dock : {run_, memory_}) {
        dock->setFloating(false);
        window_->addDockWidget(dock == run_ ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea, dock);
        dock->setVisible(on_);
    }
    run_wanted_ = memory_wanted_ = true;
    hid_.clear();
    widths_.clear();
    suited_ = false;
    auto_tabbed_ = false;
}

bool WindowDocks::isNarrow() const { return window_->width() < scaled(kNarrow); }

bool WindowDocks::isTight() const {
    return window_->width() < scaled(kTabbed) || Theme::get().textPercent() > kLargeText;
}

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
    note();
    narrow_ = isNarrow();
    tight_ = isTight();
    placeMemory();
    const auto user = widths_.find(arrangement());
    const bool own = user != widths_.end();
    const int left = theme.scaled(own                                ? user->second.first
                                  : theme.textPercent() > kLargeText ? 264
                                  : narrow_                          ? 292
                                                                     : 320);
    const int right = theme.scaled(own ? user->second.second : narrow_ ? 340 : 400);
    run_->widget()->setMinimumWidth(least_form);
    if (on_ && (auto_tabbed_ || inTabs()))
        window_->resizeDocks({run_}, {left}, Qt::Horizontal);
    else if (on_)
        window_->resizeDocks({run_, memory_}, {left, right}, Qt::Horizontal);
    noteDrawn();
}

void WindowDocks::widen(int least_form) {
    if (least_form <= run_->widget()->minimumWidth()) return;
    note();
    run_->widget()->setMinimumWidth(least_form);
    noteDrawn();
}

void WindowDocks::noteDrawn() {
    suited_ = false;
    if (!on_ || auto_tabbed_) return;
    QTimer::singleShot(0, this, [this] {  // laid out: other widths are the user's from now on
        drawn_ = widthsNow();
        suited_ = on_ && window_->isVisible();
    });
}

void WindowDocks::note() {
    const bool both = !run_->isHidden() && !memory_->isHidden() && !run_->isFloating() && !memory_->isFloating();
    const std::pair<int, int> now = widthsNow();
    if (!suited_ || !on_ || !both || auto_tabbed_ || now == drawn_) return;
    const int percent = Theme::get().textPercent();
    widths_[arrangement()] = {now.first * 100 / percent, now.second * 100 / percent};
}

bool WindowDocks::inTabs() const { return window_->tabifiedDockWidgets(run_).contains(memory_); }

std::pair<int, int> WindowDocks::widthsNow() const {
    if (!inTabs()) return {run_->width(), memory_->width()};
    // What stands behind lies outside of the window and is as wide as it was once.
    const int both = (window_->rect().intersects(run_->geometry()) ? run_ : memory_)->width();
    return {both, both};
}

void WindowDocks::keep(LayoutStore& store) {
    if (!store.calm()) return;
    note();
    QStringList widths;
    for (const auto& [how, pair] : widths_)
        widths << QStringLiteral("%1:%2:%3").arg(how).arg(pair.first).arg(pair.second);
    store.setLayoutText(kWidths, widths.join(QLatin1Char(' ')));
    if (on_) store.noteDocks();
    store.save();
}

void WindowDocks::restoreWidths(const LayoutStore& store) {
    widths_.clear();
    suited_ = false;
    for (const QString& one : store.layoutText(kWidths).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QStringList parts = one.split(QLatin1Char(':'));
        if (parts.size() != 3) continue;
        const int left = parts[1].toInt(), right = parts[2].toInt();
        if (left >= 100 && left <= 4000 && right >= 100 && right <= 4000) widths_[parts[0].toInt()] = {left, right};
    }
}

}  // namespace headroom::ui
