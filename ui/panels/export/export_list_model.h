// ExportListModel: the checkable rows of the export dialog. The plan belongs to the dialog and is changed through here.
#pragma once

#include "ui/panels/export/export_plan.h"

#include <QAbstractListModel>

namespace headroom::ui {

class ExportListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { SummaryRole = Qt::UserRole, IconRole, SizeRole };

    ExportListModel(ExportPlan* plan, const ExportSource* source, QObject* parent = nullptr)
        : QAbstractListModel(parent), plan_(plan), source_(source) {}

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kExportRows; }
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// The plan or the source changed.
    void refresh() { Q_EMIT dataChanged(index(0), index(kExportRows - 1)); }

private:
    ExportPlan* plan_;
    const ExportSource* source_;
};

}  // namespace headroom::ui
