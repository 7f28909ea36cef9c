// LedgerView: the ledger as a tree without scroll bars: swatches in the bar's colours, right-aligned figures, rows of one height.
#pragma once

#include "ui/models/ledger_model.h"

#include <QStyledItemDelegate>
#include <QTreeView>

namespace headroom::ui {

/// Paints a ledger cell: swatch or chevron, name, figure, warn background where an edit changes it.
class LedgerDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit LedgerDelegate(const LedgerModel* model, QTreeView* view)
        : QStyledItemDelegate(view), model_(model), view_(view) {}
    void setPadding(int pixels) { padding_ = pixels; }
    int padding() const { return padding_; }
    /// Where a row's name begins within its cell: after padding, indent and swatch.
    int textLeft(LedgerRow row) const;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintName(RowPainter& cell, const QModelIndex& index) const;

    const LedgerModel* model_;
    QTreeView* view_;
    int padding_ = 16;
};

class LedgerView : public QTreeView {
    Q_OBJECT
    Q_PROPERTY(bool open READ isOpen WRITE setOpen USER true)  // kept as it was left
public:
    explicit LedgerView(LedgerModel* model, QWidget* parent = nullptr);
    /// Whether the rows of this process are shown below its sum.
    bool isOpen() const { return isExpanded(model_->indexOf(LedgerRow::Process, LedgerModel::HeldBy)); }
    void setOpen(bool open) { setExpanded(model_->indexOf(LedgerRow::Process, LedgerModel::HeldBy), open); }
    /// Left and right padding of the panel; figures end at it.
    void setPadding(int pixels);
    /// Shows or hides columns by what the model knows, and shortens words until every name and figure has its width; call
    /// after its figures changed.
    void fitColumns(bool peak_shown);
    /// A row that says nothing on this device is left out.
    void showRow(LedgerRow row, bool shown);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return QSize(0, sizeHint().height()); }

private:
    void applyTheme();
    void fitHeight();
    int nameWidth(LedgerModel::Length length) const;
    int figureWidth(LedgerModel::Column column, bool last, LedgerModel::Length length) const;

    LedgerModel* model_;
    LedgerDelegate* delegate_;
};

}  // namespace headroom::ui
