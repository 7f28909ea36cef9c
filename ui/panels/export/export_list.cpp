// The rows of the export dialog: model and delegate.
#include "ui/panels/export/export_list.h"

#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace headroom::ui {

QVariant ExportListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto row = static_cast<ExportRow>(index.row());
    const bool wanted = plan_->wanted[static_cast<std::size_t>(index.row())];
    const QString why = plan_->problem(row, *source_);
    switch (role) {
        case Qt::DisplayRole: return exportTitle(row, *source_);
        case Qt::CheckStateRole: return wanted && why.isEmpty() ? Qt::Checked : Qt::Unchecked;
        case Qt::ToolTipRole: return why.isEmpty() ? QVariant() : QVariant(plan_->summary(row, *source_));
        case Qt::AccessibleTextRole:
            return exportTitle(row, *source_) + QStringLiteral(", ") + plan_->summary(row, *source_);
        case SummaryRole: return plan_->summary(row, *source_);
        case IconRole: return exportIcon(row);
        case SizeRole: {
            if (!plan_->takes(row, *source_)) return tr("off");
            const Bytes size = plan_->size(row, *source_);
            return size.mib() < 0.1  ? tr("under 0.1 MiB")
                   : size.mib() < 10 ? tr("%1 MiB").arg(numberText(size.mib(), 1))
                                     : totalText(size);
        }
        default: return {};
    }
}

bool ExportListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid()) return false;
    plan_->wanted[static_cast<std::size_t>(index.row())] = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index);
    return true;
}

Qt::ItemFlags ExportListModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const bool possible = plan_->problem(static_cast<ExportRow>(index.row()), *source_).isEmpty();
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (possible ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

namespace {

constexpr int kCheckArea = 40;

void drawCheck(QPainter* painter, const QRect& box, bool on, bool able) {
    painter->setPen(themeColor(on ? Token::Fill : able ? Token::Ctl : Token::Line));
    painter->setBrush(themeColor(on ? Token::Fill : Token::Input));
    painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    if (!on) return;
    const int side = box.width() - 4;
    painter->drawPixmap(
        box.left() + 2, box.top() + 2,
        themePixmap(QStringLiteral("check"), Token::OnFill, side, painter->device()->devicePixelRatioF()));
}

}  // namespace

QSize ExportDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {200, scaled(64)}; }

void ExportDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect r = option.rect;
    const bool able = index.flags() & Qt::ItemIsUserCheckable;
    if (option.state & QStyle::State_Selected)
        painter->fillRect(r, themeColor(Token::Sel));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(r, themeColor(Token::Hover));
    painter->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), themeColor(Token::Line));
    const int box = scaled(16);
    drawCheck(painter, {r.left() + 16, r.center().y() - box / 2, box, box},
              index.data(Qt::CheckStateRole).toInt() == Qt::Checked, able);
    const int icon = scaled(20), left = r.left() + 16 + box + 12;
    painter->drawPixmap(left, r.center().y() - icon / 2,
                        themePixmap(index.data(ExportListModel::IconRole).toString(), Token::T2, icon,
                                    painter->device()->devicePixelRatioF()));
    const QFont body = themeFont(TextSize::Body, true), small = themeFont(TextSize::Small);
    const QString size = index.data(ExportListModel::SizeRole).toString();
    const int size_width = QFontMetrics(small).horizontalAdvance(size);
    const QRect text(left + icon + 12, r.top(), r.right() - 16 - size_width - 8 - (left + icon + 12), r.height());
    painter->setFont(body);
    painter->setPen(themeColor(able ? Token::T1 : Token::T3));
    const int line = QFontMetrics(body).height();
    const QRect title(text.left(), r.center().y() - line, text.width(), line),
        summary(text.left(), r.center().y() + 1, text.width(), line);
    painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
    painter->setFont(small);
    painter->setPen(themeColor(able ? Token::T2 : Token::T3));
    painter->drawText(summary, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(small).elidedText(index.data(ExportListModel::SummaryRole).toString(),
                                                     Qt::ElideRight, summary.width()));
    painter->drawText(QRect(r.right() - 16 - size_width, r.top(), size_width, r.height()),
                      Qt::AlignRight | Qt::AlignVCenter, size);
    if (option.state & QStyle::State_HasFocus) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(themeColor(Token::Acc), 2));
        painter->drawRect(r.adjusted(1, 1, -1, -2));
    }
    painter->restore();
}

bool ExportDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
    if (!(index.flags() & Qt::ItemIsUserCheckable)) return false;
    bool toggle = false;
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        toggle = mouse->button() == Qt::LeftButton && mouse->position().x() < option.rect.left() + kCheckArea;
    } else if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        toggle = key == Qt::Key_Space || key == Qt::Key_Select;
    }
    if (!toggle) return false;
    const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

}  // namespace headroom::ui
