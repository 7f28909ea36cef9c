// RejectedModel: files of a data set that cannot be used, each with its reason.
#pragma once

#include "core/api/services.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom::ui {

class RejectedModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit RejectedModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setFiles(std::vector<RejectedFile> files);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Tab-separated lines of the given rows, all when empty.
    QString copyText(QList<int> rows) const;

private:
    std::vector<RejectedFile> files_;
};

}  // namespace headroom::ui
