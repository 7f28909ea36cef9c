// RunsModel: the runs on disk as a table, with pictures and check marks for comparing. Filled from lists read elsewhere.
#pragma once

#include "ui/bridge/qt_format.h"
#include "ui/models/live_table.h"
#include "ui/models/picture_store.h"
#include "ui/models/run_words.h"

#include <QSortFilterProxyModel>
#include <QStringList>

namespace headroom::ui {

/// A run and its picture, as read in the background.
struct RunRow {
    RunInfo info;
    QImage thumbnail;
};
/// The upper left part of a picture file, square, small: a thumbnail of a grid shows some pictures, not all as dots. Null: there is none.
/// Any thread.
QImage runThumbnail(const std::string& path);

/// Word of a run's state ("running") as shown ("Running").
QString runStateText(const std::string& state);

class RunsModel : public LiveTable<RunRow> {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        KindColumn,
        DataColumn,
        StateColumn,
        StepColumn,
        ScoreColumn,
        PeakColumn,
        TimeColumn,
        kColumns
    };
    /// TagsRole: QStringList. SecondRole: a second, quieter line of a cell. FindRole: all that a search looks at.
    enum Role { DirRole = Qt::UserRole, ThumbnailRole, SlotRole, StateRole, SortRole, TagsRole, SecondRole, FindRole };
    /// State of a run that another process trains; in RunInfo it is "running".
    static constexpr const char* kElsewhere = "elsewhere";
    static constexpr int kMostChecked = 8;  ///< as many as there are lines that differ well

    explicit RunsModel(QObject* parent = nullptr) : LiveTable(parent) {}

    /// All there are now; check marks stay with their runs.
    void setRuns(std::vector<RunRow> runs);
    /// The same runs with newer figures; false: they are others, which need setRuns().
    bool update(const std::vector<RunInfo>& runs);
    const RunInfo* run(int row) const {
        return row >= 0 && row < rowCount() ? &rows_[static_cast<std::size_t>(row)].info : nullptr;
    }
    int rowOf(const QString& dir) const;
    /// What its user wrote about a run has changed.
    void setNotes(const QString& dir, const RunNotes& notes);
    /// Of all runs, each once, sorted.
    QStringList tags() const;
    /// Of all runs listed.
    ModelKinds kinds() const;
    /// Folders of the checked runs, in the order of their colours; "" where a colour is free.
    const QStringList& checked() const { return checked_; }
    int checkedCount() const { return static_cast<int>(checked_.size() - checked_.count(QString())); }
    bool setChecked(const QString& dir, bool on);

    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int{kColumns}; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void checkedChanged();
    void tagsChanged();

private:
    QVariant text(const RunInfo& run, int column) const;
    QVariant sortValue(const RunInfo& run, int column) const;
    QString toolTip(const RunInfo& run, int column) const;
    /// Of the list's memory figures.
    MemoryUnit unit() const;

    PictureShare share_;  ///< of their thumbnails
    QStringList checked_;
};

class RunsFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunsFilter(QObject* parent = nullptr) : QSortFilterProxyModel(parent) { setSortRole(RunsModel::SortRole); }
    void setWords(const QString& text) {
        words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        invalidateFilter();
    }
    /// "" shows all, as of a tag.
    void setState(const QString& state) {
        state_ = state;
        invalidateFilter();
    }
    void setTag(const QString& tag) {
        tag_ = tag;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList words_;
    QString state_, tag_;
};

}  // namespace headroom::ui
