// LogDelegate: see log_delegate.h.
#include "ui/panels/log/log_delegate.h"

#include "core/api/event.h"
#include "ui/models/log_model.h"
#include "ui/shell/theme.h"

#include <QPainter>

namespace headroom::ui {
namespace {

struct Look {
    const char* icon;
    Token token;
};

Look look(LogLevel level) {
    switch (level) {
        case LogLevel::Debug: return {"dots", Token::T3};
        case LogLevel::Info: return {"info-circle", Token::T2};
        case LogLevel::Warn: return {"alert-triangle", Token::Warn};
        case LogLevel::Error: return {"alert-circle", Token::Err};
    }
    return {"info-circle", Token::T2};
}

}  // namespace

QSize LogDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const QFontMetrics metrics(Theme::get().mono());
    const int width = metrics.horizontalAdvance(index.data(LogModel::TextRole).toString()) +
                      metrics.horizontalAdvance(QStringLiteral("00:00:00")) + 72;
    return {width, metrics.height() + 6};
}

void LogDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::get();
    const auto level = static_cast<LogLevel>(index.data(LogModel::LevelRole).toInt());
    const Look how = look(level);
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.color(Token::Sel));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, theme.color(Token::Hover));
    const QFont font = theme.mono();
    const QFontMetrics metrics(font);
    painter->setFont(font);
    const QRect row = option.rect.adjusted(12, 0, -12, 0);
    painter->setPen(theme.color(Token::T3));
    painter->drawText(row, Qt::AlignVCenter | Qt::AlignLeft, index.data(LogModel::TimeRole).toString());
    const int icon_left = row.left() + metrics.horizontalAdvance(QStringLiteral("00:00:00")) + 12;
    const int side = theme.scaled(14);
    const QPixmap icon = theme.pixmap(QLatin1String(how.icon), how.token, side, painter->device()->devicePixelRatioF());
    painter->drawPixmap(icon_left, row.top() + (row.height() - side) / 2, icon);
    painter->setPen(theme.color(level == LogLevel::Info ? Token::T1 : how.token));
    const QRect text(icon_left + side + 8, row.top(), row.right() - icon_left - side - 8, row.height());
    painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                      index.data(LogModel::TextRole).toString());
    painter->restore();
}

}  // namespace headroom::ui
