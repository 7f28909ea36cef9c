// The figures and words of the memory panel's parts.
#include "ui/panels/memory/memory_parts.h"

#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/small_header.h"

#include <QSignalBlocker>
#include <QStandardItemModel>

#include <cstdlib>

namespace headroom::ui {
namespace {

/// The line under the figure. The reserve takes up what rounding leaves, so that the line's sum is the figure above it.
QString sumLine(const QString& what, Bytes process, const MemoryReport& report, Bytes spare, MemoryUnit unit) {
    const std::int64_t peak = shownUnits(process, unit);
    const std::int64_t budget = shownUnits(report.budget, unit);
    std::int64_t reserve = shownUnits(report.reserve, unit);
    const std::int64_t fitting = budget - peak - shownUnits(spare, unit);
    if (spare.count >= 0 && std::abs(fitting - reserve) <= 2 && fitting >= 0) reserve = fitting;
    QString kept = shownText(reserve, unit);
    if (suitedUnit(report.budget, unit) != unit) kept += QLatin1Char(' ') + unitName(unit);
    return (spare.count < 0 ? MemoryHeadline::tr("%1 %2 + reserve %3, budget %4")
                            : MemoryHeadline::tr("%1 %2 + reserve %3 of %4 budget"))
        .arg(what, shownText(peak, unit), kept, sizeText(report.budget, unit));
}

}  // namespace

Headline headlineOf(const MemoryReport* report, bool at_peak, MemoryUnit unit, const Forecast* forecast) {
    if (!report)
        return {MemoryHeadline::tr("n/a"), QString(), MemoryHeadline::tr("No figures from the device yet"), Token::T3};
    const LedgerColumn& column = at_peak ? report->at_peak : report->now;
    const Bytes left = report->device_total - column.other_programs;
    const Bytes limit = report->budget.count > 0 ? std::min(report->budget, left) : left;
    const bool planned = forecast && forecast->complete;
    const Bytes process = planned ? forecast->peak : column.this_process();
    const Bytes spare = at_peak && !planned ? report->to_spare : limit - process - report->reserve;
    Headline out;
    const MemoryUnit suited = suitedUnit(spare, unit);
    out.figure = figureText({std::abs(spare.count)}, suited);
    const bool missing = spare.count < 0 && shownUnits(spare, unit) != 0;
    out.words = (missing ? MemoryHeadline::tr("%1 missing") : MemoryHeadline::tr("%1 to spare")).arg(unitName(suited));
    const bool tight = report->budget.count > 0 && spare.count * 20 < report->budget.count;
    out.color = missing ? Token::Err : tight ? Token::Warn : Token::T1;
    const bool others = planned ? left < report->budget : report->others_are_tighter;
    if (!report->unknown_reason.empty()) {
        out.line = coreText(report->unknown_reason);
    } else if (others && process.count > 0) {
        out.line = MemoryHeadline::tr("limited by other programs, not by the budget");
    } else if (process.count <= 0) {
        out.line = MemoryHeadline::tr("budget %1, nothing is training").arg(sizeText(report->budget, unit));
    } else {
        out.line = sumLine(planned   ? MemoryHeadline::tr("forecast")
                           : at_peak ? MemoryHeadline::tr("peak")
                                     : MemoryHeadline::tr("now"),
                           process, *report, spare, unit);
    }
    return out;
}

MemoryHeadline::MemoryHeadline(QWidget* parent)
    : QWidget(parent),
      figure_(styled(new FigureLabel(this), "role", "figure")),
      words_(styled(new FigureLabel(this), "role", "strong")),
      line_(makeLabel("small", this)) {
    columnIn(this, {}, 0, {rowOf({{figure_, 0, Qt::AlignBaseline}, {words_, 0, Qt::AlignBaseline}, stretch(1)}, 8)});
}

void MemoryHeadline::setHeadline(const Headline& headline) {
    const char* tone = headline.color == Token::T3     ? "none"
                       : headline.color == Token::Err  ? "err"
                       : headline.color == Token::Warn ? "warn"
                                                       : "";
    restyle(figure_, "tone", tone);
    restyle(words_, "tone", headline.color == Token::T3 ? "none" : "");
    figure_->setFigure(headline.figure);
    words_->setFigure(headline.words);
    line_->setText(headline.line);
    named(this, QStringList{headline.figure, headline.words}.join(QLatin1Char(' ')));
    line_->setToolTip(headline.line);
    setAccessibleDescription(headline.line);
}

namespace {

constexpr int kMostRows = 4;  // more are scrolled to
enum Column { RankColumn, DeviceColumn, PeakColumn, SpareColumn };

}  // namespace

MemoryReport reportOfRank(const MemoryReport& report, const RankMemory& rank) {
    MemoryReport out = report;
    out.device_name = rank.device;
    out.device_total = rank.now.total();
    out.now = rank.now;
    out.at_peak = rank.at_peak;
    out.budget = rank.budget;
    out.to_spare = rank.to_spare;
    out.others_are_tighter = out.device_total - rank.at_peak.other_programs < rank.budget;
    if (rank.rank != 0) {  // known of the process that tells alone
        out.closure_error = {};
        out.programs.clear();
        out.neighbours = {};
        out.utilisation = out.celsius = -1;
    }
    return out;
}

RankList::RankList(QWidget* parent) : QTreeView(parent), model_(new QStandardItemModel(this)) {
    setObjectName(QStringLiteral("ranks"));
    setUpTable(this, tr("Processes that share the run"));
    setModel(model_);
    setHeader(new SmallHeader(this));
    header()->setStretchLastSection(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr("The one with the least to spare is first. Bar, figure and ledger show the chosen one."));
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!now.isValid()) return;
        chosen_ = now.siblingAtColumn(RankColumn).data(Qt::UserRole).toInt();
        Q_EMIT rankChosen();
    });
    connect(&Theme::get(), &Theme::changed, this, [this] { setFixedHeight(sizeHint().height()); });
    hide();
}

const RankMemory* RankList::shown(const std::vector<RankMemory>& ranks) const {
    if (ranks.size() < 2) return nullptr;
    const auto found = std::ranges::find(ranks, chosen_, &RankMemory::rank);
    return found == ranks.end() ? &ranks.front() : &*found;
}

void RankList::setRanks(const std::vector<RankMemory>& ranks, MemoryUnit unit) {
    setVisible(ranks.size() > 1);
    if (ranks.size() < 2) return;
    const QSignalBlocker quiet(selectionModel());
    const bool several_hosts =
        std::ranges::any_of(ranks, [&](const RankMemory& r) { return r.host != ranks.front().host; });
    model_->setColumnCount(4);
    model_->setRowCount(static_cast<int>(ranks.size()));
    model_->setHorizontalHeaderLabels({tr("Rank"), tr("Device"), tr("Peak, %1").arg(unitName(unit)), tr("To spare")});
    const RankMemory* shown_one = shown(ranks);
    for (int row = 0; row < model_->rowCount(); ++row) {
        const RankMemory& rank = ranks[static_cast<std::size_t>(row)];
        const QString host = nameText(fromUtf8(rank.host)), own = coreText(rank.device);
        const QString device = several_hosts ? tr("%1, %2").arg(host, own) : own;
        const bool short_of = rank.to_spare.count < 0;
        const QStringList texts{QString::number(rank.rank), device, figureText(rank.at_peak.this_process(), unit),
                                figureText(rank.to_spare, unit)};
        for (int column = 0; column < 4; ++column) {
            auto* item = new QStandardItem(texts[column]);
            item->setEditable(false);
            item->setToolTip(tr("Rank %1 on %2, %3: peak %4 of %5 budget")
                                 .arg(rank.rank)
                                 .arg(host, own, totalText(rank.at_peak.this_process()), totalText(rank.budget)));
            if (column == SpareColumn && short_of) item->setForeground(themeColor(Token::Err));
            item->setData(rank.rank, Qt::UserRole);
            model_->setItem(row, column, item);
        }
        if (&rank == shown_one) setCurrentIndex(model_->index(row, 0));
    }
    alignFigures(model_, PeakColumn, SpareColumn);
    header()->setSectionResizeMode(DeviceColumn, QHeaderView::Stretch);
    for (int column : {RankColumn, PeakColumn, SpareColumn})
        header()->resizeSection(column, scaled(column == RankColumn ? 56 : 88));
    setFixedHeight(sizeHint().height());
}

QSize RankList::sizeHint() const {
    const int rows = std::clamp(model_->rowCount(), 1, kMostRows);
    return {scaled(320), header()->sizeHint().height() + rows * std::max(1, sizeHintForRow(0)) + 4};
}

constexpr std::int64_t kMinuteMs = 60000;
constexpr std::size_t kNamed = 8;                        // programs listed by name
constexpr std::int64_t kMoved = std::int64_t{50} << 20;  // less is called steady

void OthersTrend::note(Bytes amount, std::int64_t now_ms) {
    const bool first = recent_.empty();
    recent_.push_back({now_ms, amount});
    while (recent_.size() > 2 && recent_[1].ms <= now_ms - kMinuteMs) recent_.pop_front();
    if (first || std::abs((amount - reference_).count) > kMoved) {
        reference_ = amount;
        steady_since_ = now_ms;
    }
}

QString OthersTrend::text(MemoryUnit unit) const {
    if (recent_.empty()) return {};
    const std::int64_t now = recent_.back().ms;
    const Bytes moved = recent_.back().amount - recent_.front().amount;
    if (std::abs(moved.count) > kMoved) {
        const QString sign = moved.count > 0 ? QStringLiteral("+") : QString();
        return OthersRow::tr("%1 in %2")
            .arg(sign + figureText(moved, unit), durationText(static_cast<double>(now - recent_.front().ms) / 1000.0));
    }
    const std::int64_t minutes = (now - steady_since_) / kMinuteMs;
    if (minutes < 1) return {};
    if (minutes < 120) return OthersRow::tr("steady for %1 min").arg(countText(minutes));
    return OthersRow::tr("steady for %1 h").arg(countText(minutes / 60));
}

OthersRow::OthersRow(QWidget* parent)
    : QWidget(parent),
      text_(shrinking(makeLabel("small", tr("Other programs: n/a"), this))),
      lend_(named(new QPushButton(tr("Lend…"), this), tr("Lend the device to other programs"))) {
    rowIn(this, {16, 6, 16, 6}, 8,
          {makeIcon(QStringLiteral("device-desktop"), Token::T2, 14, this), {text_, 1}, lend_});
    showRichText(text_);
    connect(lend_, &QPushButton::clicked, this,
            [this] { state_ == RunState::Lent ? takeBackRequested() : lendRequested(); });
    onTheme(this, [this] {
        lend_->setFont(themeFont(TextSize::Small));
        lend_->setFixedHeight(scaled(24));
    });
    setState(RunState::Idle);
}

void OthersRow::setAmount(Bytes amount, MemoryUnit unit, std::int64_t now_ms, const QString& grower) {
    trend_.note(amount, now_ms);
    QString trend = trend_.text(unit);
    if (trend.startsWith(QLatin1Char('+')) && !grower.isEmpty())
        trend += QStringLiteral(" (%1)").arg(nameText(grower).toHtmlEscaped());
    QString text = tr("Other programs <b>%1</b>").arg(sizeText(amount, unit));
    if (!trend.isEmpty()) text += QStringLiteral(", ") + trend;
    text_->setText(text);
    text_->setToolTip(tr("Held by other programs on this device.\n%1%2").arg(exactText(amount), programs_));
}

void OthersRow::setPrograms(const std::vector<OtherProgram>& programs, MemoryUnit unit) {
    programs_.clear();
    for (std::size_t i = 0; i < programs.size() && i < kNamed; ++i) {
        const QString name =
            programs[i].name.empty() ? tr("process %1").arg(programs[i].pid) : nameText(fromUtf8(programs[i].name));
        programs_ += QStringLiteral("\n%1: %2").arg(name, sizeText(programs[i].bytes, unit));
    }
}

void OthersRow::setState(RunState state) {
    state_ = state;
    lend_->setVisible(is_active(state));
    lend_->setText(state == RunState::Lent ? tr("Take back") : tr("Lend…"));
    const bool can = state == RunState::Running || stands_still(state);
    lend_->setEnabled(can);
    lend_->setToolTip(!can ? tr("The run is being prepared or stopped")
                      : state == RunState::Lent
                          ? tr("Takes the device back and goes on")
                          : tr("Parks the model in RAM and gives the device to other programs until you resume"));
}

void OthersRow::setPadding(int pixels) { layout()->setContentsMargins(pixels, 6, pixels, 6); }

}  // namespace headroom::ui
