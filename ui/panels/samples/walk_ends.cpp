// WalkEnds: a chip for each end, made anew when they change.
#include "ui/panels/samples/walk_ends.h"

#include "ui/bridge/qt_format.h"
#include "ui/widgets/flow_row.h"
#include "ui/widgets/kit.h"

#include <algorithm>
#include <utility>

namespace headroom::ui {
namespace {

constexpr int kSide = 40;  // pixels of a picture

}  // namespace

WalkEnds::WalkEnds(QWidget* parent) : QWidget(parent) { setLayout(new FlowRow(8)); }

QWidget* WalkEnds::chip(int index, const WalkEnd& end, double first_at) {
    auto* box = new QWidget(this);
    const QString name = tr("End %1: %2").arg(countText(index + 1), latentName(end.id));
    const QString tip =
        end.truncation == first_at ? name : tr("%1, at truncation %2").arg(name, numberText(end.truncation, 2));
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
    rowIn(box, {}, 4, {makeLabel("small", countText(index + 1), box), picture, out});
    buttons_ << out;
    return box;
}

void WalkEnds::setEnds(const std::vector<WalkEnd>& ends) {
    int focus = -1;
    for (int i = 0; i < buttons_.size(); ++i)
        if (buttons_[i]->hasFocus()) focus = i;
    buttons_.clear();
    for (QWidget* old : std::exchange(chips_, {})) {
        layout()->removeWidget(old);
        old->hide();
        old->deleteLater();  // its button may be what was pressed
    }
    for (const WalkEnd& end : ends) {
        chips_ << chip(static_cast<int>(chips_.size()), end, ends.front().truncation);
        layout()->addWidget(chips_.last());
        chips_.last()->show();
    }
    // Who takes several out with the keyboard goes on with the next one.
    if (focus >= 0 && !buttons_.isEmpty())
        buttons_[std::min(focus, static_cast<int>(buttons_.size()) - 1)]->setFocus(Qt::OtherFocusReason);
    setVisible(!ends.empty());
    updateGeometry();
}

}  // namespace headroom::ui
