// RejectedModel: see rejected_model.h.
#include "ui/panels/dataset/rejected_model.h"

#include <algorithm>

namespace headroom::ui {

void RejectedModel::setFiles(std::vector<RejectedFile> files) {
    beginResetModel();
    files_ = std::move(files);
    endResetModel();
}

int RejectedModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(files_.size());
}

int RejectedModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 2; }

QVariant RejectedModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const RejectedFile& file = files_[static_cast<std::size_t>(index.row())];
    return QString::fromStdString(index.column() == 0 ? file.path : file.reason);
}

QVariant RejectedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == 0 ? tr("File") : tr("Why it is left out");
}

QString RejectedModel::copyText(QList<int> rows) const {
    if (rows.isEmpty()) {
        for (int i = 0; i < rowCount(); ++i) rows.append(i);
    }
    std::sort(rows.begin(), rows.end());
    QString out;
    for (int row : rows)
        out += data(index(row, 0), Qt::DisplayRole).toString() + QLatin1Char('\t') +
               data(index(row, 1), Qt::DisplayRole).toString() + QLatin1Char('\n');
    return out;
}

}  // namespace headroom::ui
