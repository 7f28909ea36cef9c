// LedgerModel: indexes carry their LedgerRow as internal id; children hang below Process.
#include "ui/models/ledger_model.h"

#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

constexpr std::array kTopRows{LedgerRow::Others, LedgerRow::Process, LedgerRow::Free, LedgerRow::Device,
                              LedgerRow::HostWindow};

bool isTop(LedgerRow row) { return row == LedgerRow::Others || row == LedgerRow::Process || row >= LedgerRow::Free; }

/// What the family says itself of a row; null: nothing.
const LedgerWords* words_for(LedgerRow row, ModelKind kind) {
    for (const LedgerWords& words : window_family_of(kind).facts().ledger)
        if (words.row == row) return &words;
    return nullptr;
}

}  // namespace

const LedgerModel::RowWords& LedgerModel::wordsOf(LedgerRow row) {
    static constexpr std::array<RowWords, kLedgerRows> words{{
        // in the order of LedgerRow
        {QT_TR_NOOP("Other programs"), QT_TR_NOOP("Held by other programs on this device."), nullptr,
         QT_TR_NOOP("Others")},
        {QT_TR_NOOP("This process"), QT_TR_NOOP("All that this process holds.")},
        {QT_TR_NOOP("Context, kernels"),
         QT_TR_NOOP(
             "This process beyond counted tensors: libraries, kernels, the allocator's slack. On a GPU most of it is CUDA's context, which stays after a run until Release the device (menu Run) or the program's end."),
         nullptr, QT_TR_NOOP("Context")},
        {QT_TR_NOOP("Window"),
         QT_TR_NOOP(
             "Pictures that the window holds, at most as many as Memory for pictures (menu View) says. Of a GPU it takes nothing.")},
        {QT_TR_NOOP("Weights"), QT_TR_NOOP("Weights and buffers of the networks.")},
        {QT_TR_NOOP("Optimiser (Adam)"), QT_TR_NOOP("State of the optimisers, two values per weight for Adam."),
         QT_TR_NOOP("Optimiser")},
        {QT_TR_NOOP("Gradients"), QT_TR_NOOP("Gradients of the weights.")},
        {QT_TR_NOOP("Activations"),
         QT_TR_NOOP("Outputs of layers kept for the backward pass. Of work recorded as CUDA graphs: all that it "
                    "makes, which stays.")},
        {QT_TR_NOOP("Inputs, workspace"), QT_TR_NOOP("Batches, scratch space of convolutions and other tensors."),
         nullptr, QT_TR_NOOP("Inputs")},
        {QT_TR_NOOP("Data set on the device"),
         QT_TR_NOOP(
             "The packed pictures as bytes, where they lie on a GPU. Data on the device (Data) says whether; when memory runs out they are the first to leave."),
         QT_TR_NOOP("Data set")},
        {QT_TR_NOOP("Library workspaces"),
         QT_TR_NOOP("What cuBLAS and cuDNN keep and take for their own work on a GPU."), QT_TR_NOOP("Libraries")},
        {QT_TR_NOOP("Cache"), QT_TR_NOOP("Freed blocks that the allocator keeps for reuse.")},
        {QT_TR_NOOP("Free"), QT_TR_NOOP("What nobody holds.")},
        {QT_TR_NOOP("Device"), QT_TR_NOOP("The whole device; every column adds up to it.")},
        {QT_TR_NOOP("Window, in RAM"),
         QT_TR_NOOP("What the pictures in this window hold in the RAM of its machine; no part of the sums above. "
                    "The menu View sets how much they may."),
         nullptr, QT_TR_NOOP("Window")},
    }};
    return words[index_of(row)];
}

void LedgerModel::setReport(std::shared_ptr<const MemoryReport> report) {
    const bool other = (report == nullptr) != (report_ == nullptr);
    report_ = std::move(report);
    recompute(other);
}

void LedgerModel::setForecast(std::optional<Forecast> forecast, bool before_start, const QString& of_when) {
    const bool other = forecast.has_value() != forecast_.has_value() || before_start != before_start_;
    forecast_ = std::move(forecast);
    before_start_ = before_start;
    of_when_ = of_when;
    recompute(other);
    if (other) Q_EMIT headerDataChanged(Qt::Horizontal, Planned, Planned);
}

void LedgerModel::recompute(bool all) {
    const auto before = shown_;
    const Bytes spread = figures_[Planned].spread;
    figures_.fill({});
    if (report_) {
        figures_[Now] = foldColumn(report_->now);
        figures_[AtPeak] = foldColumn(report_->at_peak);
        if (forecast_) figures_[Planned] = foldForecast(*report_, *forecast_);
    }
    for (LedgerFigures& figures : figures_) {
        const bool within = window_row_ == LedgerRow::Window;
        if (!within && figures[LedgerRow::Device]) figures[LedgerRow::HostWindow] = window_;
        std::optional<Bytes>& rest = figures[LedgerRow::Context];
        if (!rest) continue;
        figures[LedgerRow::Window] = windowWithin(*rest, within ? window_ : Bytes{});
        *rest -= *figures[LedgerRow::Window];
    }
    for (int column = Now; column < ColumnCount; ++column) shown_[column] = settle(figures_[column], unit_);
    all = all || spread != figures_[Planned].spread;
    // Reports come four times a second and mostly show the same: only rows that look different are drawn again.
    for (std::size_t i = 0; i < kLedgerRows; ++i) {
        const auto row = static_cast<LedgerRow>(i);
        const auto differs = [&](int column) { return before[column][row] != shown_[column][row]; };
        if (all || differs(Now) || differs(AtPeak) || differs(Planned))
            Q_EMIT dataChanged(indexOf(row, HeldBy), indexOf(row, Planned));
    }
}

QModelIndex LedgerModel::indexOf(LedgerRow row, Column column) const {
    if (isTop(row)) {
        for (std::size_t i = 0; i < kTopRows.size(); ++i)
            if (kTopRows[i] == row) return createIndex(static_cast<int>(i), column, index_of(row));
    }
    return createIndex(static_cast<int>(index_of(row) - index_of(kProcessRows.front())), column, index_of(row));
}

QModelIndex LedgerModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    const auto at = static_cast<std::size_t>(row);
    return createIndex(row, column, index_of(parent.isValid() ? kProcessRows[at] : kTopRows[at]));
}

QModelIndex LedgerModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || isTop(rowOf(child))) return {};
    return indexOf(LedgerRow::Process, HeldBy);
}

int LedgerModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(kTopRows.size());
    return parent.column() == HeldBy && rowOf(parent) == LedgerRow::Process ? static_cast<int>(kProcessRows.size()) : 0;
}

QString LedgerModel::name(LedgerRow row, Length length) const {
    const bool whole = length == Length::Full, least = length == Length::Least;
    const LedgerWords* own = (row == LedgerRow::Inputs ? !least : whole) ? words_for(row, kind_) : nullptr;
    if (own && own->name) return own->name();
    const RowWords& words = wordsOf(row);
    return tr(least && words.least ? words.least : !whole && words.brief ? words.brief : words.full);
}

QString LedgerModel::figure(LedgerRow row, Column column, Length length) const {
    const LedgerShown& shown = shown_[column];
    if (!shown[row]) return report_ ? tr("n/a") : QString();
    const LedgerFigures& figures = figures_[column];
    const bool over = column == Planned && figures[LedgerRow::Free] && figures[LedgerRow::Free]->count < 0;
    if (over && row == LedgerRow::Free) return tr("none");
    if (over && row == LedgerRow::Device) {
        const std::int64_t asked = *shown[LedgerRow::Others] + *shown[LedgerRow::Process];
        if (length == Length::Least) return shownText(asked, unit_);
        const auto pattern = length == Length::Full ? tr("%1 asked of %2") : tr("%1 of %2");
        return pattern.arg(shownText(asked, unit_), shownText(*shown[row], unit_));
    }
    QString text = shownText(*shown[row], unit_);
    const bool range = column == Planned && before_start_ && row == LedgerRow::Process && length != Length::Least;
    if (range && shownUnits(figures.spread, unit_) > 0)
        text += QStringLiteral(" ± ") + figureText(figures.spread, unit_);
    return text;
}

bool LedgerModel::changed(LedgerRow row, Column column) const {
    if (column != Planned || row == LedgerRow::Device) return false;
    const LedgerShown& before = shown_[before_start_ ? Now : AtPeak];
    const LedgerShown& after = shown_[Planned];
    if (!before[row] || !after[row]) return false;
    if (before_start_) return row == LedgerRow::Process || row == LedgerRow::Activations;
    return *before[row] != *after[row];
}

QString LedgerModel::tip(LedgerRow row, Column column) const {
    const LedgerWords* own = words_for(row, kind_);
    QString text = own && own->meaning ? own->meaning() : tr(wordsOf(row).meaning);
    if (!report_ || column == HeldBy) return text;
    const std::optional<Bytes>& bytes = figures_[column][row];
    if (!bytes) {
        const bool pending = column == Planned && forecast_ && forecast_->pending;
        return text + QLatin1Char('\n') +
               (pending ? tr("Being forecast: two short %1 are measured.").arg(stepNoun(kind_, 2))
                        : tr("Not known yet: activations are measured in the first %1.").arg(stepNoun(kind_)));
    }
    text += QLatin1Char('\n') + exactText(*bytes);
    if (row == LedgerRow::HostWindow) return text;
    text += QLatin1Char('\n');
    const std::optional<Bytes>& free = figures_[column][LedgerRow::Free];
    if (column == Planned && row == LedgerRow::Device && free && free->count < 0)
        text += tr("%1 asked of %2").arg(sizeText(*bytes - *free, unit_), sizeText(*bytes, unit_)) + QLatin1Char('\n');
    if (column == Planned && row == LedgerRow::Process && figures_[column].spread.count > 0)
        text += QStringLiteral("± %1\n").arg(sizeText(figures_[column].spread, unit_));
    if (column == Planned && forecast_) {
        text += tr("Forecast, %1").arg(coreText(forecast_->source));
        if (!of_when_.isEmpty()) text += QLatin1Char('\n') + of_when_;
        return text;
    }
    const bool driver =
        row == LedgerRow::Others || row == LedgerRow::Context || row == LedgerRow::Free || row == LedgerRow::Device;
    if (driver) {
        text += tr("%1, %2 s ago").arg(coreText(report_->driver_source), numberText(report_->driver_age_seconds, 1));
    } else {
        text += column == AtPeak ? tr("Allocator, at the peak of the newest %1").arg(stepNoun(kind_))
                                 : tr("Allocator, now");
    }
    return text;
}

QVariant LedgerModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const LedgerRow row = rowOf(index);
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole: return column == HeldBy ? name(row, name_length_) : figure(row, column, figure_length_);
        case Qt::ToolTipRole: return tip(row, column);
        case Qt::TextAlignmentRole: return headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
        case RowRole: return static_cast<int>(row);
        case ChangedRole: return changed(row, column);
        case BytesRole:
            return column != HeldBy && figures_[column][row]
                       ? QVariant(static_cast<qlonglong>(figures_[column][row]->count))
                       : QVariant();
        case ShownRole:
            return column != HeldBy && shown_[column][row] ? QVariant(static_cast<qlonglong>(*shown_[column][row]))
                                                           : QVariant();
        default: return {};
    }
}

QVariant LedgerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (section == HeldBy ? Qt::AlignLeft : Qt::AlignRight)));
    }
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case HeldBy: return tr("Held by, %1").arg(unitName(unit_));
        case Now: return tr("Now");
        case AtPeak: return tr("At peak");
        default: return before_start_ ? tr("Forecast") : tr("If applied");
    }
}

}  // namespace headroom::ui
