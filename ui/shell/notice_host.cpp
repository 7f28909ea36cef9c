// NoticeHost: takes no room while it is empty.
#include "ui/shell/notice_host.h"

#include "ui/widgets/notice_bar.h"

#include <QChildEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

NoticeHost::NoticeHost(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(4);
    hide();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

NoticeBar* NoticeHost::post(const QString& id, Tone tone, const QString& title, const QString& detail) {
    remove(id);
    auto* bar = new NoticeBar(tone, title, detail, this);
    bar->addClose();
    connect(bar, &NoticeBar::closed, this, [this, id] { remove(id); });
    bars_.insert(id, bar);
    column_->addWidget(bar);
    bar->show();  // at once: until then it counts as hidden when the one before it goes, and the host would go with it
    show();
    return bar;
}

void NoticeHost::add(QWidget* banner) {
    column_->insertWidget(0, banner);
    banners_.append(banner);
    showWhatBelongs();
}

void NoticeHost::setTraining(bool on) {
    training_ = on;
    showWhatBelongs();
}

void NoticeHost::showWhatBelongs() {
    banners_.removeAll(nullptr);
    for (const auto& banner : banners_) banner->setVisible(training_);
    const QList<QWidget*> children = findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    const bool any =
        std::any_of(children.begin(), children.end(), [this](const QWidget* w) { return w->isVisibleTo(this); });
    setVisible(any);  // empty, it would still cost its gap
}

void NoticeHost::remove(const QString& id) {
    const QPointer<NoticeBar> bar = bars_.take(id);
    if (!bar) return;
    bar->hide();
    bar->deleteLater();
}

void NoticeHost::childEvent(QChildEvent* event) {
    QWidget::childEvent(event);
    if (event->removed()) showWhatBelongs();
}

NoticeBar* NoticeHost::find(const QString& id) const { return bars_.value(id); }

}  // namespace headroom::ui
