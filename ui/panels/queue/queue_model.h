// QueueModel: the queue as a table in its order; what waits is moved by dragging its row.
#pragma once

#include "core/api/queue.h"
#include "ui/forward.h"
#include "ui/models/live_table.h"

namespace headroom::ui {

class QueueModel : public LiveTable<QueueItem> {
    Q_OBJECT
public:
    enum Column { StateColumn, NameColumn, KindColumn, WhenColumn, WhatColumn, kColumns };
    enum Role { IdRole = Qt::UserRole };

    /// `desk` must outlive the model.
    explicit QueueModel(QueueDesk* desk, QObject* parent = nullptr);

    const QueueItem* item(int row) const {
        return row >= 0 && row < rowCount() ? &rows_[static_cast<std::size_t>(row)] : nullptr;
    }
    int rowOf(const QString& id) const;
    /// Among those that wait, from 0; -1: it does not wait.
    int placeOf(const QString& id) const;

    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int{kColumns}; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

private:
    QString text(const QueueItem& item, int column) const;
    QString when(const QueueItem& item) const;
    /// What goes on with it: its progress, why it waits or how it ended.
    QString what(const QueueItem& item) const;
    void take();

    QueueDesk* desk_;
};

}  // namespace headroom::ui
