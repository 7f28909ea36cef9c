// WalkEnds: a chip for each end, made anew when they change.
#include "ui/panels/samples/walk_ends.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/flow_row.h"
#include "ui/widgets/kit.h"

#include <QAction>
#include <QMouseEvent>
#include <QRubberBand>

#include <algorithm>
#include <utility>

namespace headroom::ui {

constexpr int kSide = 40;  // pixels of a picture

WalkEnds::WalkEnds(QWidget* parent) : QWidget(parent), target_(new QRubberBand(QRubberBand::Rectangle, this)) {
    setLayout(new FlowRow(8));
    addKey(tr("Move the end of the walk to the left"), Qt::Key_Left, -1);
    addKey(tr("Move the end of the walk to the right"), Qt::Key_Right, 1);
}

void WalkEnds::addKey(const QString& text, Qt::Key key, int by) {
    auto* action = new QAction(text, this);
    action->setShortcut(QKeySequence(Qt::ALT | key));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, [this, by] {
        const int from = focused(), to = from + (isRightToLeft() ? -by : by);
        if (from < 0 || to < 0 || to >= buttons_.size()) return;
        Q_EMIT moved(from, to);
        buttons_[to]->setFocus(Qt::OtherFocusReason);  // goes on with the same end
    });
    addAction(action);
}

QWidget* WalkEnds::chip(int index, const WalkEnd& end, const std::vector<WalkEnd>& ends) {
    auto* box = new QWidget(this);
    const QString name = tr("End %1: %2").arg(countText(index + 1), latentName(end.id));
    const QString tip = end.truncation == ends.front().truncation
                            ? name
                            : tr("%1, at truncation %2").arg(name, numberText(end.truncation, 2));
    auto* picture = named(new QLabel(box), name, tip);
    picture->setAccessibleDescription(tip);
    if (!end.picture.isNull()) {
        const qreal ratio = devicePixelRatioF();
        const int side = qRound(scaled(kSide) * ratio);
        QPixmap small =
            QPixmap::fromImage(end.picture.scaled(side, side, Qt::KeepAspectRatio, Qt::SmoothTransformation));
        small.setDevicePixelRatio(ratio);
        picture->setPixmap(small);
    }
    auto* out = new IconButton(QStringLiteral("x"),
                               tr("Take end %1 out: %2").arg(countText(index + 1), latentName(end.id)), box);
    connect(out, &IconButton::clicked, this, [this, index] { Q_EMIT removed(index); });
    if (ends.size() > 1) {
        out->setAccessibleDescription(tr("Alt+Left and Alt+Right move it along the walk"));
        picture->setToolTip(
            tr("%1\nDrag it to the place of another, or press Alt+Left or Alt+Right while its button has the focus")
                .arg(tip));
        picture->setCursor(Qt::OpenHandCursor);
    }
    rowIn(box, {}, 4, {makeLabel("small", countText(index + 1), box), picture, out});
    buttons_ << out;
    return box;
}

void WalkEnds::setEnds(const std::vector<WalkEnd>& ends) {
    const int focus = focused();
    held_ = -1;
    target_->hide();
    buttons_.clear();
    for (QWidget* old : std::exchange(chips_, {})) {
        layout()->removeWidget(old);
        old->hide();
        old->deleteLater();  // its button may be what was pressed
    }
    for (const WalkEnd& end : ends) {
        chips_ << chip(static_cast<int>(chips_.size()), end, ends);
        layout()->addWidget(chips_.last());
        chips_.last()->show();
    }
    // Who takes several out with the keyboard goes on with the next one.
    if (focus >= 0 && !buttons_.isEmpty())
        buttons_[std::min(focus, static_cast<int>(buttons_.size()) - 1)]->setFocus(Qt::OtherFocusReason);
    setVisible(!ends.empty());
    updateGeometry();
}

int WalkEnds::focused() const {
    for (int i = 0; i < buttons_.size(); ++i)
        if (buttons_[i]->hasFocus()) return i;
    return -1;
}

int WalkEnds::chipAt(const QPointF& at) const {
    for (int i = 0; i < chips_.size(); ++i)
        if (chips_[i]->geometry().contains(at.toPoint())) return i;
    return -1;
}

// What a chip's picture does not take comes here.
void WalkEnds::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    held_ = chipAt(event->position());
}

void WalkEnds::mouseMoveEvent(QMouseEvent* event) {
    const int to = held_ < 0 ? -1 : chipAt(event->position());
    target_->setVisible(to >= 0 && to != held_);
    if (target_->isHidden()) return;
    target_->setGeometry(chips_[to]->geometry());
    target_->raise();
}

void WalkEnds::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
    const int from = std::exchange(held_, -1), to = chipAt(event->position());
    target_->hide();
    if (from >= 0 && to >= 0 && to != from) Q_EMIT moved(from, to);
}

}  // namespace headroom::ui
