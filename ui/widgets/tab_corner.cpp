// TabCorner: the style aligns a corner with the bottom of the bar, so it gets the height of the tabs.
#include "ui/widgets/tab_corner.h"

#include "ui/widgets/kit.h"

#include <QEvent>
#include <QTabBar>
#include <QTabWidget>

namespace headroom::ui {

TabCorner::TabCorner(QTabWidget* tabs, QWidget* corner, std::function<void()> elsewhere)
    : QObject(tabs), tabs_(tabs), corner_(corner), elsewhere_(std::move(elsewhere)) {
    corner->hide();
    tabs->installEventFilter(this);
    onTheme(this, [this] { fit(); });
}

void TabCorner::setWanted(bool wanted) {
    wanted_ = wanted;
    placed_ = false;
    if (wanted) return fit();
    if (tabs_->cornerWidget(Qt::TopRightCorner) == corner_) tabs_->setCornerWidget(nullptr, Qt::TopRightCorner);
    corner_->hide();
}

void TabCorner::fit() {
    if (!wanted_) return;
    const QSize bar = tabs_->tabBar()->sizeHint();
    const bool fits = bar.width() + corner_->sizeHint().width() + 24 <= tabs_->width();
    corner_->setMinimumHeight(fits ? bar.height() : 0);
    const bool there = tabs_->cornerWidget(Qt::TopRightCorner) == corner_;
    if (placed_ && fits == fits_ && there == fits) return;
    placed_ = true;
    fits_ = fits;
    if (fits) {
        tabs_->setCornerWidget(corner_, Qt::TopRightCorner);
        corner_->show();
        return;
    }
    if (there) tabs_->setCornerWidget(nullptr, Qt::TopRightCorner);
    corner_->hide();
    if (elsewhere_) elsewhere_();
}

bool TabCorner::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest)
        fit();
    return QObject::eventFilter(watched, event);
}

}  // namespace headroom::ui
