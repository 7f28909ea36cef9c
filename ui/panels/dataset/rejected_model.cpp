// RejectedModel: files that a data set leaves out, with the reason of each.
#include "ui/panels/dataset/rejected_model.h"

#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"

namespace headroom::ui {

void RejectedModel::setFiles(std::vector<RejectedFile> files) {
    beginResetModel();
    files_ = std::move(files);
    endResetModel();
}

int RejectedModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(files_.size());
}

QVariant RejectedModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};  // a narrow column cuts them
    const RejectedFile& file = files_[static_cast<std::size_t>(index.row())];
    return index.column() == File ? fromUtf8(file.path) : coreText(file.reason);
}

QVariant RejectedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return section == File ? tr("File") : tr("Why it is left out");
}

}  // namespace headroom::ui
