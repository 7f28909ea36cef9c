// OneScroll: settles after the layouts that it looks at, never within them.
#include "ui/widgets/one_scroll.h"

#include <QEvent>
#include <QLayout>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace headroom::ui {

OneScroll::OneScroll(QScrollArea* inner) : QObject(inner), inner_(inner) { inner_->installEventFilter(this); }

void OneScroll::setLeast(int pixels) {
    least_ = pixels;
    settle();
}

QScrollArea* OneScroll::outer() const {
    for (QWidget* parent = inner_->parentWidget(); parent; parent = parent->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(parent)) return area;
    return nullptr;
}

void OneScroll::reveal(QWidget* widget) const {
    inner_->ensureWidgetVisible(widget);
    if (QScrollArea* area = outer()) area->ensureWidgetVisible(widget);
}

bool OneScroll::eventFilter(QObject* watched, QEvent* event) {
    const QScrollArea* area = outer();
    switch (event->type()) {
        case QEvent::Show:
            if (watched == inner_ && area) {
                area->viewport()->installEventFilter(this);
                area->widget()->installEventFilter(this);
                inner_->widget()->installEventFilter(this);
            }
            settleLater();
            break;
        case QEvent::Hide:  // another takes its place, which must not be as high as this one
            if (watched == inner_) settle();
            break;
        case QEvent::Resize:
        case QEvent::LayoutRequest: settleLater(); break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

void OneScroll::settleLater() {
    if (std::exchange(asked_, true)) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            asked_ = false;
            settle();
        },
        Qt::QueuedConnection);
}

void OneScroll::settle() {
    const QScrollArea* area = inner_->isVisible() ? outer() : nullptr;
    int least = least_;
    whole_ = false;
    if (area && area->widget() && inner_->widget()) {
        const int rest = area->widget()->minimumSizeHint().height() - inner_->minimumHeight();
        QWidget* content = inner_->widget();
        const int width = inner_->viewport()->width();
        const int height = content->layout() && content->layout()->hasHeightForWidth()
                               ? content->layout()->heightForWidth(width)
                               : content->sizeHint().height();
        whole_ = rest + least_ > area->viewport()->height() && height > 0;
        if (whole_) least = std::max(least_, height);
    }
    inner_->setVerticalScrollBarPolicy(whole_ ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    if (inner_->minimumHeight() != least) inner_->setMinimumHeight(least);
}

}  // namespace headroom::ui
