// MemoryBar's contents and geometry; see memory_bar_layout.h.
#include "ui/widgets/memory_bar_layout.h"

#include "ui/models/ledger_model_columns.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

/// Bytes per bar role of a column; Free closes it.
std::vector<BarData::Part> partsOf(const LedgerColumn& column) {
    std::vector<BarData::Part> parts;
    for (int i = 0; i <= static_cast<int>(BarRole::Free); ++i) parts.push_back({static_cast<BarRole>(i), {}});
    parts[static_cast<std::size_t>(BarRole::Others)].bytes = column.other_programs;
    parts[static_cast<std::size_t>(BarRole::Context)].bytes = column.context;
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        parts[static_cast<std::size_t>(bar_role(static_cast<Role>(i)))].bytes += column.roles.bytes[i];
    }
    parts[static_cast<std::size_t>(BarRole::Free)].bytes = std::max(column.free, Bytes{});
    return parts;
}

std::optional<BarData::Ghost> ghostOf(Bytes begin, Bytes process, Bytes end, const Forecast* forecast) {
    if (!forecast || !forecast->complete || forecast->peak <= process) return std::nullopt;
    BarData::Ghost ghost{begin, forecast->peak - process, std::max(forecast->high - forecast->peak, Bytes{}), {}};
    const Bytes past = begin + ghost.size - end;
    if (past.count > 0) {
        ghost.past = past;
        ghost.size = std::max(end - begin, Bytes{});
        ghost.error = {};
    }
    return ghost;
}

double inUnit(Bytes bytes, MemoryUnit unit) { return unit == MemoryUnit::GiB ? bytes.gib() : bytes.mib(); }

Bytes fromUnit(double amount, MemoryUnit unit) {
    return {std::llround(amount * (unit == MemoryUnit::GiB ? 1073741824.0 : 1048576.0))};
}

}  // namespace

BarData deviceBar(const MemoryReport& report, bool at_peak, MemoryUnit unit, const Forecast* forecast) {
    const LedgerColumn& column = at_peak ? report.at_peak : report.now;
    BarData data;
    data.total = std::max(report.device_total, column.total() - std::min(column.free, Bytes{}));
    data.parts = partsOf(column);
    data.unit = unit;
    data.reserve = report.reserve;
    data.device = report.is_cpu ? QStringLiteral("RAM") : QStringLiteral("card");
    data.source = QStringLiteral("%1, %2 s ago")
                      .arg(QString::fromStdString(report.driver_source), numberText(report.driver_age_seconds, 1));
    if (report.budget.count > 0) {
        const Bytes left = report.device_total - column.other_programs;
        data.flag = QStringLiteral("Budget ") + figureText(report.budget, unit);
        if (left < report.budget) data.flag += QStringLiteral(", of which others leave ") + figureText(left, unit);
        data.budget_end = std::min(column.other_programs + report.budget, data.total);
    }
    data.ghost = ghostOf(column.other_programs + column.this_process(), column.this_process(), data.total, forecast);
    data.sentence = QStringLiteral("Memory: %1 of %2 budget, %3 to spare")
                        .arg(figureText(column.this_process(), unit), sizeText(report.budget, unit),
                             figureText(report.to_spare, unit));
    return data;
}

BarData budgetBar(const MemoryReport& report, MemoryUnit unit, const Forecast* forecast) {
    LedgerColumn column = report.at_peak;
    column.other_programs = {};
    const Bytes process = column.this_process();
    column.free = report.budget - process;
    BarData data;
    data.total = std::max(report.budget, process);
    data.device = QStringLiteral("budget");
    data.parts = partsOf(column);
    data.unit = unit;
    data.source = QStringLiteral("allocator peak, newest step");
    data.ghost = ghostOf(process, process, data.total, forecast);
    data.sentence =
        QStringLiteral("Peak %1 of %2 budget").arg(figureText(process, unit), sizeText(report.budget, unit));
    if (forecast && forecast->complete)
        data.sentence += QStringLiteral(", forecast ") + figureText(forecast->peak, unit);
    return data;
}

std::vector<BarSegment> layoutSegments(const BarData& data, double width) {
    std::vector<BarSegment> out;
    if (data.total.count <= 0 || width <= 0.0) return out;
    for (const BarData::Part& part : data.parts) {
        if (part.bytes.count <= 0) continue;
        const double share = static_cast<double>(part.bytes.count) / static_cast<double>(data.total.count);
        out.push_back({part.role, part.bytes, 0.0, std::max(1.0, share * width)});
    }
    if (out.empty()) return out;
    double sum = 0.0;
    for (const BarSegment& segment : out) sum += segment.width;
    // The widest segment settles what the smallest ones gained, so that the bar stays full.
    auto widest =
        std::max_element(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.width < b.width; });
    widest->width = std::max(1.0, widest->width + width - sum);
    double x = 0.0;
    for (BarSegment& segment : out) {
        segment.x = x;
        x += segment.width;
    }
    return out;
}

double roundStep(double span, int most, bool finer) {
    const double raw = span / std::max(1, most);
    if (!(raw > 0.0)) return 1.0;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (double factor : {1.0, 2.0, 3.0, 4.0, 5.0}) {
        if ((factor == 3.0 || factor == 4.0) && !finer) continue;
        if (factor * power >= raw * 0.999) return factor * power;
    }
    return 10.0 * power;
}

std::vector<BarTick> barTicks(Bytes total, MemoryUnit unit, double width, double text_width) {
    const double span = inUnit(total, unit);
    std::vector<BarTick> ticks;
    if (!(span > 0.0) || width <= 0.0) return ticks;
    const double step = roundStep(span, std::clamp(static_cast<int>(width / (text_width * 1.5)), 1, 5));
    const int decimals = step < 0.1 ? 2 : step < 1.0 ? 1 : 0;
    // The last figure ends at the bar and carries the unit: its width, half a figure of the one before and a gap.
    const double last_begin = span - span * text_width * 2.4 / width;
    for (int i = 0; step * i < last_begin; ++i)
        ticks.push_back({fromUnit(step * i, unit), numberText(step * i, decimals)});
    const bool whole = std::abs(span - std::round(span)) < 0.005;
    ticks.push_back({total, numberText(span, whole                     ? 0
                                             : unit == MemoryUnit::GiB ? 1
                                                                       : 0) +
                                QLatin1Char(' ') + unitName(unit)});
    return ticks;
}

}  // namespace headroom::ui
