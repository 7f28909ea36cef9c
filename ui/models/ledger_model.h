// LedgerModel: who holds the memory, as a tree for the memory panel. Rows are fixed, figures change; window thread only.
#pragma once

#include "ui/families/registry.h"

#include <QAbstractItemModel>

namespace headroom::ui {

class LedgerModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { HeldBy, Now, AtPeak, Planned, ColumnCount };
    /// BytesRole: qint64, invalid if unknown.
    enum DataRole { RowRole = Qt::UserRole, BytesRole, ShownRole, ChangedRole };

    using QAbstractItemModel::QAbstractItemModel;

    void setReport(std::shared_ptr<const MemoryReport> report);
    /// The Planned column; `before_start` heads it "Forecast" instead of "If applied". `of_when`: a sentence of when that is; may be empty.
    void setForecast(std::optional<Forecast> forecast, bool before_start, const QString& of_when = {});
    /// What the window's pictures hold. `on_device`: of the process that is shown, whose context and kernels they are part of until they are
    /// told of; else they lie in other memory and are no part of a sum. Of the next report.
    void setWindow(Bytes pictures, bool on_device) {
        window_ = pictures;
        window_row_ = on_device ? LedgerRow::Window : LedgerRow::HostWindow;
    }
    void setUnit(MemoryUnit unit) {
        if (std::exchange(unit_, unit) == unit) return;
        recompute(true);
        Q_EMIT headerDataChanged(Qt::Horizontal, HeldBy, HeldBy);
    }
    /// Full: "Weights (G, D, EMA)", "10.50 asked of 8.00"; Short: "Weights", "10.50 of 8.00"; Least: "Context" for "Context,
    /// kernels", "10.50", the rest in the tooltip.
    enum class Length { Full, Short, Least };
    /// In the words of this kind of run.
    void setKind(ModelKind kind) {
        if (std::exchange(kind_, kind) != kind) recompute(true);
    }
    void setNameLength(Length length) {
        if (std::exchange(name_length_, length) != length) recompute(true);
    }
    void setFigureLength(Length length) {
        if (std::exchange(figure_length_, length) != length) recompute(true);
    }
    /// What a cell would say at a length.
    QString name(LedgerRow row, Length length) const;
    QString figure(LedgerRow row, Column column, Length length) const;

    MemoryUnit unit() const { return unit_; }
    bool hasForecast() const { return forecast_.has_value(); }
    const LedgerShown& shown(Column column) const { return shown_[column]; }
    QModelIndex indexOf(LedgerRow row, Column column) const;
    LedgerRow rowOf(const QModelIndex& index) const { return static_cast<LedgerRow>(index.internalId()); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return ColumnCount; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// A row's name, what it means, and its shorter names where it has any.
    struct RowWords {
        const char *full, *meaning, *brief = nullptr, *least = nullptr;
    };
    static const RowWords& wordsOf(LedgerRow row);
    void recompute(bool all);
    QString tip(LedgerRow row, Column column) const;
    bool changed(LedgerRow row, Column column) const;

    std::shared_ptr<const MemoryReport> report_;
    std::optional<Forecast> forecast_;
    bool before_start_ = false;
    QString of_when_;
    ModelKind kind_ = first_kind();
    Length name_length_ = Length::Full, figure_length_ = Length::Full;
    MemoryUnit unit_ = MemoryUnit::GiB;
    Bytes window_;
    LedgerRow window_row_ = LedgerRow::Window;
    std::array<LedgerFigures, ColumnCount> figures_;
    std::array<LedgerShown, ColumnCount> shown_;
};

}  // namespace headroom::ui
