// RejectedModel: files that a data set leaves out, with the reason of each; folders can hold many thousands of them.
#pragma once

#include "core/api/services.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom::ui {

class RejectedModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { File, Reason, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void setFiles(std::vector<RejectedFile> files);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<RejectedFile> files_;
};

}  // namespace headroom::ui
