// The rows of the export dialog: model and delegate.
#include "ui/panels/export/export_list.h"

#include "ui/widgets/row_painter.h"

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

QSize ExportDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {200, scaled(64)}; }

void ExportDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    RowPainter row(painter, option);
    const QRect r = row.rect();
    const bool able = index.flags() & Qt::ItemIsUserCheckable;
    row.fillGround();
    row.hairline();
    row.check(index.data(Qt::CheckStateRole).toInt() == Qt::Checked, themeColor(Token::Fill), Token::OnFill,
              able ? Token::Ctl : Token::Line);
    const int icon = scaled(20), left = r.left() + 16 + scaled(16) + 12;
    row.icon(index.data(ExportListModel::IconRole).toString(), Token::T2, {left, r.center().y() - icon / 2}, icon);
    const QFont body = themeFont(TextSize::Body, true), small = themeFont(TextSize::Small);
    const QString size = index.data(ExportListModel::SizeRole).toString();
    const int size_width = QFontMetrics(small).horizontalAdvance(size), line = QFontMetrics(body).height();
    const QRect text(left + icon + 12, r.top(), r.right() - 16 - size_width - 8 - (left + icon + 12), r.height());
    row.setText(body, able ? Token::T1 : Token::T3);
    row.text({text.left(), r.center().y() - line, text.width(), line}, index.data().toString());
    row.setText(small, able ? Token::T2 : Token::T3);
    row.text({text.left(), r.center().y() + 1, text.width(), line},
             index.data(ExportListModel::SummaryRole).toString());
    row.text({r.right() - 16 - size_width, r.top(), size_width, r.height()}, size, Qt::ElideNone, Qt::AlignRight);
    row.focusFrame();
}

bool ExportDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index) {
    return index.flags() & Qt::ItemIsUserCheckable && toggleCheck(event, model, option, index);
}

}  // namespace headroom::ui
