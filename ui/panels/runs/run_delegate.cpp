// RunDelegate: painting of each kind of cell, and the check mark that answers a click or the space bar.
#include "ui/panels/runs/run_delegate.h"

#include "ui/models/runs_model.h"
#include "ui/shell/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace headroom::ui {
namespace {

constexpr int kCheckArea = 40;

struct Look {
    const char* icon;
    Token text, back;
};

Look look(const QString& state) {
    if (state == QLatin1String("running")) return {"player-play", Token::Ok, Token::OkB};
    if (state == QLatin1String(RunsModel::kElsewhere)) return {"plug-connected", Token::Ok, Token::OkB};
    if (state == QLatin1String("failed")) return {"alert-triangle", Token::Err, Token::ErrB};
    if (state == QLatin1String("crashed")) return {"alert-triangle", Token::Warn, Token::WarnB};
    if (state == QLatin1String("stopped")) return {"player-stop", Token::T2, Token::Raised};
    return {"circle-check", Token::T2, Token::Raised};
}

}  // namespace

QColor runColor(int slot) {
    static constexpr Token tokens[] = {Token::C1, Token::C2, Token::C3, Token::C4};
    return Theme::get().color(tokens[slot < 0 ? 0 : slot % 4]);
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int width = QStyledItemDelegate::sizeHint(option, index).width() + 24;
    return {width, Theme::get().scaled(60)};
}

void RunDelegate::paintName(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    const Theme& theme = Theme::get();
    const int box = theme.scaled(16), slot = index.data(RunsModel::SlotRole).toInt();
    const QRect check(rect.left() + 16, rect.center().y() - box / 2, box, box);
    painter->setPen(slot >= 0 ? runColor(slot) : theme.color(Token::Ctl));
    painter->setBrush(slot >= 0 ? runColor(slot) : theme.color(Token::Input));
    painter->drawRoundedRect(QRectF(check).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    const qreal ratio = painter->device()->devicePixelRatioF();
    if (slot >= 0)
        painter->drawPixmap(check.left() + 2, check.top() + 2,
                            theme.pixmap(QStringLiteral("check"), Token::Win, box - 4, ratio));
    const int side = theme.scaled(48);
    const QRect picture(check.right() + 13, rect.center().y() - side / 2, side, side);
    const QImage thumbnail = index.data(RunsModel::ThumbnailRole).value<QImage>();
    if (thumbnail.isNull()) {
        painter->setPen(theme.color(Token::Line));
        painter->setBrush(theme.color(Token::Raised));
        painter->drawRoundedRect(QRectF(picture).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        const int icon = theme.scaled(20);
        painter->drawPixmap(picture.center() - QPoint(icon / 2, icon / 2),
                            theme.pixmap(QStringLiteral("photo"), Token::T3, icon, ratio));
    } else {
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->drawImage(picture, thumbnail);
    }
    painter->setPen(theme.color(Token::T1));
    painter->setFont(theme.font(TextSize::Body, true));
    const QStringList tags = index.data(RunsModel::TagsRole).toStringList();
    const int line = tags.isEmpty() ? rect.height() : theme.scaled(20);
    const QRect text(picture.right() + 13, tags.isEmpty() ? rect.top() : picture.top() + theme.scaled(2),
                     rect.right() - picture.right() - 21, line);
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, text.width()));
    paintTags(painter, QRect(text.left(), text.bottom() + theme.scaled(4), text.width(), theme.scaled(18)), tags);
}

void RunDelegate::paintTags(QPainter* painter, const QRect& rect, const QStringList& tags) const {
    const Theme& theme = Theme::get();
    painter->setFont(theme.font(TextSize::Plot));
    int left = rect.left();
    for (const QString& tag : tags) {
        const int pad = theme.scaled(6), room = rect.right() - left - 2 * pad;
        if (room < theme.scaled(12)) return;  // the tool tip of the details has them all
        const QString text = painter->fontMetrics().elidedText(tag, Qt::ElideRight, room);
        const QRect box(left, rect.top(), painter->fontMetrics().horizontalAdvance(text) + 2 * pad, rect.height());
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.color(Token::Raised));
        painter->drawRoundedRect(box, 3, 3);
        painter->setPen(theme.color(Token::T2));
        painter->drawText(box, Qt::AlignCenter, text);
        left = box.right() + theme.scaled(6);
    }
}

void RunDelegate::paintState(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    const Theme& theme = Theme::get();
    const Look how = look(index.data(RunsModel::StateRole).toString());
    painter->setFont(theme.font(TextSize::Small, true));
    const QString text = index.data().toString();
    const int icon = theme.scaled(14), height = theme.scaled(22),
              width = painter->fontMetrics().horizontalAdvance(text) + icon + 24;
    const QRect chip(rect.left() + 8, rect.center().y() - height / 2, std::min(width, rect.width() - 12), height);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.color(how.back));
    painter->drawRoundedRect(chip, height / 2.0, height / 2.0);
    painter->drawPixmap(chip.left() + 8, chip.center().y() - icon / 2 + 1,
                        theme.pixmap(QLatin1String(how.icon), how.text, icon, painter->device()->devicePixelRatioF()));
    painter->setPen(theme.color(how.text));
    const QRect words = chip.adjusted(icon + 13, 0, -8, 0);
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, words.width()));
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::get();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.color(Token::Sel));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, theme.color(Token::Hover));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                      theme.color(Token::Line));
    if (index.column() == RunsModel::NameColumn) {
        paintName(painter, option.rect, index);
    } else if (index.column() == RunsModel::StateColumn) {
        paintState(painter, option.rect, index);
    } else {
        painter->setFont(theme.font(TextSize::Small));
        painter->setPen(theme.color(index.column() == RunsModel::DataColumn || index.column() == RunsModel::KindColumn
                                        ? Token::T2
                                        : Token::T1));
        QRect text = option.rect.adjusted(8, 0, -12, 0);
        const auto align = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
        const QString second = index.data(RunsModel::SecondRole).toString();
        const auto draw = [&](const QRect& line, const QString& words) {
            painter->drawText(line, static_cast<int>(align),
                              painter->fontMetrics().elidedText(words, Qt::ElideMiddle, line.width()));
        };
        if (!second.isEmpty()) {
            const int line = theme.scaled(19);
            text = QRect(text.left(), text.center().y() - line, text.width(), line);
            draw(text.translated(0, line), second);
        }
        draw(text, index.data().toString());
    }
    painter->restore();
}

bool RunDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    if (index.column() != RunsModel::NameColumn) return false;
    bool toggle = false;
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        toggle = mouse->button() == Qt::LeftButton && mouse->position().x() < option.rect.left() + kCheckArea;
    } else if (event->type() == QEvent::KeyPress) {
        toggle = static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
    }
    if (!toggle) return false;
    const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

}  // namespace headroom::ui
