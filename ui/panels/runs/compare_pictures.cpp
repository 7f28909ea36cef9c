// ComparePictures: layout and painting.
#include "ui/panels/runs/compare_pictures.h"

#include "ui/bridge/shown_text.h"
#include "ui/panels/runs/compare_curves.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace headroom::ui {

constexpr int kGap = 12, kLeast = 64;  // pixels at 100 % text

ComparePictures::ComparePictures(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::get(), &Theme::changed, this, &QWidget::updateGeometry);
}

void ComparePictures::setPictures(QList<Picture> pictures) {
    pictures_ = std::move(pictures);
    QStringList words;
    for (const Picture& p : pictures_)
        words << (p.image.isNull() ? QStringLiteral("%1: %2") : QStringLiteral("%1, %2"))
                     .arg(nameText(p.name), wordsOf(p));
    setAccessibleName(tr("Newest pictures"));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

int ComparePictures::wordsHeight() const { return scaled(42); }

QString ComparePictures::wordsOf(const Picture& picture) {
    if (!picture.image.isNull()) return picture.when;
    return picture.problem.isEmpty() ? tr("no picture yet") : picture.problem;
}

int ComparePictures::side(int width) const {
    const int count = std::max<int>(1, static_cast<int>(pictures_.size()));
    return std::clamp((width - (count + 1) * scaled(kGap)) / count, kLeast, scaled(kSide));
}

int ComparePictures::heightForWidth(int width) const { return side(width) + wordsHeight() + scaled(8); }

QSize ComparePictures::sizeHint() const { return {scaled(300), heightForWidth(std::max(width(), scaled(300)))}; }

QRect ComparePictures::place(int index) const {
    const int gap = scaled(kGap);
    const int edge = std::max(16, std::min(side(width()), height() - wordsHeight() - scaled(8)));
    const int step = std::max(edge, side(width())) + gap;
    return {gap + index * step, scaled(4), edge, edge};
}

void ComparePictures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal ratio = devicePixelRatioF();
    const Qt::Alignment beside = mirrored(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter);
    for (int i = 0; i < pictures_.size(); ++i) {
        const Picture& p = pictures_[i];
        const QRect box = place(i);
        if (p.image.isNull()) {
            painter.setPen(themeColor(Token::Line));
            painter.setBrush(themeColor(Token::Raised));
            const QRect frame = mirrored(this, box);
            painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
            const int icon = scaled(20);
            painter.drawPixmap(frame.center() - QPoint(icon / 2, icon / 2),
                               themePixmap(QStringLiteral("photo"), Token::T3, icon, ratio));
        } else {
            const QSize fit = p.image.size().scaled(box.size(), Qt::KeepAspectRatio);
            painter.drawImage(mirrored(this, QRect(box.topLeft(), fit)), p.image);
        }
        const int mark = scaled(11), top = box.bottom() + scaled(6), line = scaled(17);
        const int width = side(this->width());
        painter.setPen(Qt::NoPen);
        painter.setBrush(runColor(p.slot));
        painter.drawRoundedRect(mirrored(this, QRect(box.left(), top + (line - mark) / 2, mark, mark)), 2, 2);
        painter.setPen(themeColor(Token::T1));
        painter.setFont(themeFont(TextSize::Small, true));
        const QRect name(box.left() + mark + scaled(6), top, width - mark - scaled(6), line);
        painter.drawText(mirrored(this, name), static_cast<int>(beside),
                         painter.fontMetrics().elidedText(p.name, Qt::ElideMiddle, name.width()));
        painter.setPen(themeColor(Token::T2));
        painter.setFont(themeFont(TextSize::Small));
        const QRect when(box.left(), top + line, width, line);
        painter.drawText(mirrored(this, when), static_cast<int>(beside),
                         painter.fontMetrics().elidedText(wordsOf(p), Qt::ElideRight, when.width()));
    }
}

bool ComparePictures::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    QString tip;
    for (int i = 0; i < pictures_.size(); ++i) {
        const Picture& p = pictures_[i];
        if (mirrored(this, place(i)).adjusted(0, 0, 0, wordsHeight()).contains(help->pos()))
            tip = p.problem.isEmpty() ? p.name : p.name + QLatin1Char('\n') + p.problem;
    }
    showTip(help, this, tip);
    return true;
}

}  // namespace headroom::ui
