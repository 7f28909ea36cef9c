// ExportListModel: see export_list_model.h.
#include "ui/panels/export/export_list_model.h"

#include "ui/bridge/qt_format.h"

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

}  // namespace headroom::ui
