// TabCorner: keeps a widget at the right end of a tab widget's bar, level with the tabs, while there is room for it.
#pragma once

#include "ui/widgets/kit.h"

#include <QTabBar>
#include <QTabWidget>

namespace headroom::ui {

class TabCorner : public QObject {
    Q_OBJECT
public:
    /// `elsewhere` takes the widget in where the bar has no room; without it the widget is hidden there. Owned by `tabs`.
    TabCorner(QTabWidget* tabs, QWidget* corner, std::function<void()> elsewhere = {})
        : QObject(tabs), tabs_(tabs), corner_(corner), elsewhere_(std::move(elsewhere)) {
        corner->hide();
        onEvents(
            tabs, {QEvent::Resize, QEvent::Show, QEvent::LayoutRequest}, [this] { fit(); }, this);
        onTheme(this, [this] { fit(); });
    }

    bool fits() const { return fits_; }
    /// Several widgets may share a corner, one at a time: the one that is not wanted leaves it.
    void setWanted(bool wanted) {
        wanted_ = wanted;
        placed_ = false;
        if (wanted) return fit();
        if (tabs_->cornerWidget(Qt::TopRightCorner) == corner_) tabs_->setCornerWidget(nullptr, Qt::TopRightCorner);
        corner_->hide();
    }
    /// After the widget's text or the tabs have changed.
    void fit() {
        if (!wanted_) return;
        const QSize bar = tabs_->tabBar()->sizeHint();
        const bool fits = bar.width() + corner_->sizeHint().width() + 24 <= tabs_->width();
        corner_->setMinimumHeight(fits ? bar.height() : 0);  // the style aligns a corner with the bottom of the bar
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

private:
    QTabWidget* tabs_;
    QWidget* corner_;
    std::function<void()> elsewhere_;
    bool fits_ = false, wanted_ = true, placed_ = false;
};

}  // namespace headroom::ui
