// OneScroll: keeps a scroll area that lies within another from scrolling beside it. While the outer one has room for the least height
// of the inner, the inner scrolls; where it has not (large text, a low window), the inner takes its whole height and the outer scrolls.
#pragma once

#include <QEvent>
#include <QLayout>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace headroom::ui {

/// Settles after the layouts that it looks at, never within them.
class OneScroll : public QObject {
    Q_OBJECT
public:
    /// Serves `inner` for as long as that lives.
    explicit OneScroll(QScrollArea* inner) : QObject(inner), inner_(inner) { inner_->installEventFilter(this); }

    /// Height with which the inner one is still worth scrolling.
    void setLeast(int pixels) {
        least_ = pixels;
        settle();
    }
    bool whole() const { return whole_; }
    /// Brings a widget within the inner area into view, in whichever of the two scrolls.
    void reveal(QWidget* widget) const {
        inner_->ensureWidgetVisible(widget);
        if (QScrollArea* area = outer()) area->ensureWidgetVisible(widget);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
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

private:
    QScrollArea* outer() const {
        for (QWidget* parent = inner_->parentWidget(); parent; parent = parent->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(parent)) return area;
        return nullptr;
    }
    void settleLater() {
        if (std::exchange(asked_, true)) return;
        QMetaObject::invokeMethod(
            this,
            [this] {
                asked_ = false;
                settle();
            },
            Qt::QueuedConnection);
    }

    void settle() {
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

    QScrollArea* inner_;
    int least_ = 100;
    bool whole_ = false, asked_ = false;
};

}  // namespace headroom::ui
