// The rows of the export dialog: ExportListModel, which edits the plan, and ExportDelegate, which paints them.
#pragma once

#include "ui/panels/export/export_plan.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

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

/// Paints a row of the export list: check box, icon, title and summary, size.
class ExportDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
};

}  // namespace headroom::ui
