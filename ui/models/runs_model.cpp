// RunsModel: see runs_model.h.
#include "ui/models/runs_model.h"

#include "ui/bridge/qt_format.h"
#include "ui/models/run_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::ui {

QString runStateText(const std::string& state) {
    static const std::pair<const char*, const char*> names[] = {{"running", QT_TRANSLATE_NOOP("RunState", "Running")},
                                                                {"stopped", QT_TRANSLATE_NOOP("RunState", "Stopped")},
                                                                {"finished", QT_TRANSLATE_NOOP("RunState", "Finished")},
                                                                {"failed", QT_TRANSLATE_NOOP("RunState", "Failed")},
                                                                {"crashed", QT_TRANSLATE_NOOP("RunState", "Ended unexpectedly")}};
    for (const auto& [name, text] : names) {
        if (state == name) return QCoreApplication::translate("RunState", text);
    }
    return QString::fromStdString(state);
}

void RunsModel::setRuns(std::vector<RunRow> runs) {
    beginResetModel();
    runs_ = std::move(runs);
    QStringList kept = checked_;
    for (QString& dir : kept) {
        if (rowOf(dir) < 0) dir.clear();
    }
    const bool changed = kept != checked_;
    checked_ = kept;
    endResetModel();
    if (changed) Q_EMIT checkedChanged();
}

const RunInfo* RunsModel::run(int row) const { return row >= 0 && row < rowCount() ? &runs_[static_cast<std::size_t>(row)].info : nullptr; }

int RunsModel::rowOf(const QString& dir) const {
    const std::string wanted = dir.toStdString();
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (runs_[i].info.dir == wanted) return static_cast<int>(i);
    }
    return -1;
}

ModelMask RunsModel::kinds() const {
    ModelMask out = 0;
    for (const RunRow& row : runs_) out |= mask_of(row.info.model);
    return out;
}

bool RunsModel::setChecked(const QString& dir, bool on) {
    const int row = rowOf(dir);
    const qsizetype slot = checked_.indexOf(dir);
    if (row < 0 || on == (slot >= 0)) return false;
    if (on) {
        qsizetype free = checked_.indexOf(QString());
        if (free < 0 && checked_.size() == kMostChecked) return false;
        if (free < 0) {
            free = checked_.size();
            checked_.append(QString());
        }
        checked_[free] = dir;
    } else {
        checked_[slot].clear();  // the other runs keep their colours
        while (!checked_.isEmpty() && checked_.last().isEmpty()) checked_.removeLast();
    }
    Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
    Q_EMIT checkedChanged();
    return true;
}

int RunsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(runs_.size()); }
int RunsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int{kColumns}; }

QVariant RunsModel::text(const RunInfo& run, int column) const {
    switch (column) {
        case NameColumn: return QString::fromStdString(run.name);
        case KindColumn: return kindWords(run.model);
        case DataColumn: return subjectWords(run);
        case StateColumn: return runStateText(run.state);
        case StepColumn: return countText(run.step);
        case ImagesColumn: return run.model == ModelKind::Imagine ? QString() : imagesText(run.images);  // it sees none
        case SizeColumn: return sizeWords(run.width, run.height);
        case TimeColumn: return durationText(run.elapsed_seconds);
        default: return {};
    }
}

QVariant RunsModel::sortValue(const RunInfo& run, int column) const {
    switch (column) {
        case NameColumn: return static_cast<qint64>(-run.created_unix_ms);  // newest first
        case StepColumn: return static_cast<qint64>(run.step);
        case ImagesColumn: return static_cast<qint64>(run.images);
        case SizeColumn: return run.width * run.height;
        case TimeColumn: return run.elapsed_seconds;
        default: return text(run, column);
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    const RunInfo* info = run(index.row());
    if (!info) return {};
    const QString dir = QString::fromStdString(info->dir);
    switch (role) {
        case Qt::DisplayRole: return text(*info, index.column());
        case Qt::TextAlignmentRole: return int(index.column() >= StepColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::ToolTipRole: return index.column() == NameColumn ? QVariant(dir) : QVariant();
        case Qt::CheckStateRole: return index.column() == NameColumn ? QVariant(checked_.contains(dir) ? Qt::Checked : Qt::Unchecked) : QVariant();
        case DirRole: return dir;
        case ThumbnailRole: return runs_[static_cast<std::size_t>(index.row())].thumbnail;
        case SlotRole: return static_cast<int>(checked_.indexOf(dir));
        case StateRole: return QString::fromStdString(info->state);
        case SortRole: return sortValue(*info, index.column());
        default: return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int(section >= StepColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const ModelMask all = kinds(), paintings = mask_of(ModelKind::Imagine);
    const QString about = all == paintings ? tr("Prompts") : (all & paintings) != 0 ? tr("Data, prompts") : tr("Data");
    const QStringList names{tr("Run"),       tr("Model"),  about,          tr("State"),
                            stepTitles(all), tr("Images"), tr("Size, px"), tr("Time")};
    return names.value(section);
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !run(index.row())) return false;
    return setChecked(index.data(DirRole).toString(), value.toInt() == Qt::Checked);
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (index.column() == NameColumn ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

RunsFilter::RunsFilter(QObject* parent) : QSortFilterProxyModel(parent) { setSortRole(RunsModel::SortRole); }

void RunsFilter::setWords(const QString& text) {
    words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void RunsFilter::setState(const QString& state) {
    state_ = state;
    invalidateFilter();
}

bool RunsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex name = sourceModel()->index(row, RunsModel::NameColumn, parent);
    if (!state_.isEmpty() && name.data(RunsModel::StateRole).toString() != state_) return false;
    QString text;
    for (int column = 0; column < RunsModel::kColumns; ++column) text += sourceModel()->index(row, column, parent).data().toString() + QLatin1Char(' ');
    return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace headroom::ui
