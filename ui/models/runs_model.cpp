// RunsModel: the runs on disk as a table, with pictures and check marks for comparing.
#include "ui/models/runs_model.h"

#include "core/families/words.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"

namespace headroom::ui {
namespace {

constexpr int kSheetGap = 2;  // around the pictures of a sheet

std::string state_of(const RunInfo& run) { return run.elsewhere ? RunsModel::kElsewhere : run.state; }

std::int64_t step_of(const RunInfo& run) { return run.elsewhere ? std::max(run.step, run.elsewhere->step) : run.step; }

Bytes peak_of(const RunInfo& run) {
    return run.elsewhere && run.elsewhere->peak.count > 0 ? run.elsewhere->peak : run.peak;
}

}  // namespace

QImage runThumbnail(const std::string& path) {
    if (path.empty()) return {};
    QImage image(fromUtf8(path));
    if (image.isNull()) return {};
    const int shorter = std::min(image.width(), image.height()) - kSheetGap;
    const int side = std::max(1, std::min(shorter, std::max(64, shorter / 4 - kSheetGap)));
    return image.copy(kSheetGap, kSheetGap, side, side).scaled(96, 96, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

QString runStateText(const std::string& state) {
    static const std::pair<const char*, const char*> names[] = {
        {"running", QT_TRANSLATE_NOOP("RunState", "Running")},
        {RunsModel::kElsewhere, QT_TRANSLATE_NOOP("RunState", "Running elsewhere")},
        {"stopped", QT_TRANSLATE_NOOP("RunState", "Stopped")},
        {"finished", QT_TRANSLATE_NOOP("RunState", "Finished")},
        {"failed", QT_TRANSLATE_NOOP("RunState", "Failed")},
        {"crashed", QT_TRANSLATE_NOOP("RunState", "Ended unexpectedly")}};
    for (const auto& [name, text] : names)
        if (state == name) return QCoreApplication::translate("RunState", text);
    return fromUtf8(state);
}

void RunsModel::setRuns(std::vector<RunRow> runs) {
    const QStringList before = tags();
    setRows(std::move(runs), [](const RunRow& row) { return row.info.dir; });
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, kColumns - 1);  // they name the unit and what the kinds have
    qint64 bytes = 0;
    for (const RunRow& row : rows_) bytes += row.thumbnail.sizeInBytes();
    share_.set(bytes);
    QStringList kept = checked_;
    for (QString& dir : kept)
        if (rowOf(dir) < 0) dir.clear();
    const bool changed = kept != checked_;
    checked_ = kept;
    if (tags() != before) Q_EMIT tagsChanged();
    if (changed) Q_EMIT checkedChanged();
}

bool RunsModel::update(const std::vector<RunInfo>& runs) {
    const bool same =
        std::equal(runs.begin(), runs.end(), rows_.begin(), rows_.end(), [](const auto& a, const RunRow& b) {
            return a.dir == b.info.dir && a.state == b.info.state && a.thumbnail_path == b.info.thumbnail_path;
        });
    if (!same) return false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunInfo &now = runs[i], &before = rows_[i].info;
        // A checkpoint of a run that goes on in this process brings a score, while the step in its folder stays.
        const bool scored = score_order(now.model, now.score) != score_order(before.model, before.score);
        const bool news = now.elsewhere || before.elsewhere || now.step != before.step || scored;
        rows_[i].info = now;
        const int row = static_cast<int>(i);
        if (news) Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
    }
    return true;
}

int RunsModel::rowOf(const QString& dir) const {
    const std::string wanted = dir.toStdString();
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].info.dir == wanted) return static_cast<int>(i);
    return -1;
}

ModelKinds RunsModel::kinds() const {
    ModelKinds out;
    for (const RunRow& row : rows_) out.insert(row.info.model);
    return out;
}

void RunsModel::setNotes(const QString& dir, const RunNotes& notes) {
    const int row = rowOf(dir);
    if (row < 0) return;
    rows_[static_cast<std::size_t>(row)].info.notes = notes;
    Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
    Q_EMIT tagsChanged();
}

QStringList RunsModel::tags() const {
    QStringList out;
    for (const RunRow& row : rows_) out << textsOf(row.info.notes.tags, fromUtf8);
    out.removeDuplicates();
    out.sort(Qt::CaseInsensitive);
    return out;
}

MemoryUnit RunsModel::unit() const {
    Bytes largest;
    for (const RunRow& row : rows_) largest = std::max(largest, peak_of(row.info));
    return unitFor(largest);
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

QVariant RunsModel::text(const RunInfo& run, int column) const {
    switch (column) {
        case NameColumn: return fromUtf8(run.name);
        case KindColumn: return QStringLiteral("%1 %2").arg(kindWords(run.model), sizeWords(run.width, run.height));
        case DataColumn: return subjectWords(run);
        case StateColumn: return runStateText(state_of(run));
        case StepColumn: return countText(step_of(run));
        case ScoreColumn:
            if (!std::isfinite(run.score)) return QStringLiteral("–");
            return QStringLiteral("%1 %2").arg(coreText(score_name(run.model)), scoreText(run.model, run.score));
        case PeakColumn: return peak_of(run).count > 0 ? figureText(peak_of(run), unit()) : QStringLiteral("–");
        case TimeColumn: return durationText(run.elapsed_seconds);
        default: return {};
    }
}

QVariant RunsModel::sortValue(const RunInfo& run, int column) const {
    switch (column) {
        case NameColumn: return static_cast<qint64>(-run.created_unix_ms);  // newest first
        case StepColumn: return static_cast<qint64>(step_of(run));
        case ScoreColumn: return score_order(run.model, run.score);
        case PeakColumn: return static_cast<qint64>(peak_of(run).count);
        case TimeColumn: return run.elapsed_seconds;
        default: return text(run, column);
    }
}

QString RunsModel::toolTip(const RunInfo& run, int column) const {
    switch (column) {
        case NameColumn: return fromUtf8(run.dir);
        case StateColumn:
            if (!run.elsewhere) return text(run, column).toString();
            return tr("%1\n%2, %3 of %4 budget")
                .arg(placeWords(run.elsewhere->place), paceText(run.model, run.elsewhere->images_per_second),
                     totalText(run.elsewhere->live), totalText(run.elsewhere->budget));
        case StepColumn:
            return family_of(run.model).facts().trains ? imagesText(run.images) : QString();  // it sees none
        case ScoreColumn:
            if (!std::isfinite(run.score)) return tr("No checkpoint of this run has a score");
            return words_of(run.model).score();
        case PeakColumn:
            if (run.elsewhere && run.elsewhere->peak.count > 0)
                return tr("Peak of its process in the newest %1: %2")
                    .arg(stepNoun(run.model), exactText(run.elsewhere->peak));
            return run.peak.count > 0 ? tr("Most that the process held in any step: %1").arg(exactText(run.peak))
                                      : tr("Not recorded");
        default: return text(run, column).toString();
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    const RunInfo* info = run(index.row());
    if (!info) return {};
    const QString dir = fromUtf8(info->dir);
    switch (role) {
        case Qt::DisplayRole: return text(*info, index.column());
        case Qt::TextAlignmentRole: return headerData(index.column(), Qt::Horizontal, Qt::TextAlignmentRole);
        case Qt::ToolTipRole: return toolTip(*info, index.column());
        case Qt::CheckStateRole:
            return index.column() == NameColumn ? QVariant(checked_.contains(dir) ? Qt::Checked : Qt::Unchecked)
                                                : QVariant();
        case DirRole: return dir;
        case ThumbnailRole: return rows_[static_cast<std::size_t>(index.row())].thumbnail;
        case SlotRole: return static_cast<int>(checked_.indexOf(dir));
        case StateRole: return fromUtf8(state_of(*info));
        case SortRole: return sortValue(*info, index.column());
        case TagsRole: return textsOf(info->notes.tags, fromUtf8);
        case SecondRole: return index.column() == KindColumn ? machineWords(*info) : QString();
        case FindRole: {
            QStringList all{index.siblingAtColumn(NameColumn).data(TagsRole).toStringList().join(QLatin1Char(' ')),
                            fromUtf8(info->notes.text), machineWords(*info)};
            for (int column = 0; column < kColumns; ++column) all << text(*info, column).toString();
            return all.join(QLatin1Char(' '));
        }
        default: return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int(section >= StepColumn ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const ModelKinds all = kinds();
    const QStringList names{tr("Run"),
                            tr("Model, device"),
                            subjectsOf(all),
                            tr("State"),
                            stepTitles(all),
                            tr("Best score"),
                            tr("Peak, %1").arg(unitName(unit())),
                            tr("Time")};
    return names.value(section);
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !run(index.row())) return false;
    return setChecked(index.data(DirRole).toString(), value.toInt() == Qt::Checked);
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled |
           (index.column() == NameColumn ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

bool RunsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex name = sourceModel()->index(row, RunsModel::NameColumn, parent);
    if (!state_.isEmpty() && name.data(RunsModel::StateRole).toString() != state_) return false;
    if (!tag_.isEmpty() && !name.data(RunsModel::TagsRole).toStringList().contains(tag_)) return false;
    const QString text = name.data(RunsModel::FindRole).toString();
    return std::ranges::all_of(words_, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace headroom::ui
