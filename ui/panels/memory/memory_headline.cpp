// The headline's labels and the figure they show.
#include "ui/panels/memory/memory_headline.h"

#include "ui/i18n/core_text.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/kit.h"

#include <algorithm>

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

}  // namespace headroom::ui
