// MemoryBar: who holds the device along one bar, with the budget line, the reserve, ticks and a forecast's ghost.
#include "ui/widgets/memory_bar.h"

#include "ui/i18n/core_text.h"
#include "ui/models/ledger_model_columns.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"
#include "ui/widgets/role_paint.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace headroom::ui {

namespace {

/// Bytes per bar role of a column, `window` of them pictures of the window; Free closes it.
std::vector<BarData::Part> partsOf(const LedgerColumn& column, Bytes window = {}) {
    std::vector<BarData::Part> parts;
    for (int i = 0; i <= static_cast<int>(BarRole::Free); ++i) parts.push_back({static_cast<BarRole>(i), {}});
    parts[static_cast<std::size_t>(BarRole::Others)].bytes = column.other_programs;
    const Bytes pictures = windowWithin(column.context, window);
    parts[static_cast<std::size_t>(BarRole::Context)].bytes = column.context - pictures;
    parts[static_cast<std::size_t>(BarRole::Window)].bytes = pictures;
    for (std::size_t i = 0; i < kRoleCount; ++i)
        parts[static_cast<std::size_t>(bar_role(static_cast<Role>(i)))].bytes += column.roles.bytes[i];
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

Bytes fromUnit(double amount, MemoryUnit unit) { return {std::llround(amount * unitBytes(unit))}; }

}  // namespace

BarData deviceBar(const MemoryReport& report, bool at_peak, MemoryUnit unit, const Forecast* forecast, Bytes window) {
    const LedgerColumn& column = at_peak ? report.at_peak : report.now;
    BarData data;
    data.total = std::max(report.device_total, column.total() - std::min(column.free, Bytes{}));
    data.parts = partsOf(column, window);
    data.unit = unit;
    data.reserve = report.reserve;
    data.device = report.is_cpu ? MemoryBar::tr("RAM") : MemoryBar::tr("card");
    data.source =
        MemoryBar::tr("%1, %2 s ago").arg(coreText(report.driver_source), numberText(report.driver_age_seconds, 1));
    if (report.budget.count > 0) {
        const Bytes left = report.device_total - column.other_programs;
        const auto flag = [&](QString (*amount)(Bytes, MemoryUnit)) {
            const QString budget = amount(report.budget, unit);
            return left < report.budget
                       ? MemoryBar::tr("Budget %1, of which others leave %2").arg(budget, amount(left, unit))
                       : MemoryBar::tr("Budget %1").arg(budget);
        };
        data.flag = flag(figureText);
        data.flag_spoken = flag(sizeText);
        data.budget_end = std::min(column.other_programs + report.budget, data.total);
    }
    data.ghost = ghostOf(column.other_programs + column.this_process(), column.this_process(), data.total, forecast);
    data.sentence = MemoryBar::tr("Memory: %1 of %2 budget, %3 to spare")
                        .arg(leadText(column.this_process(), report.budget, unit), sizeText(report.budget, unit),
                             figureText(report.to_spare, unit));
    return data;
}

BarData budgetBar(const MemoryReport& report, MemoryUnit unit, const Forecast* forecast, Bytes window) {
    LedgerColumn column = report.at_peak;
    column.other_programs = {};
    const Bytes process = column.this_process();
    column.free = report.budget - process;
    BarData data;
    data.total = std::max(report.budget, process);
    data.device = MemoryBar::tr("budget");
    data.parts = partsOf(column, window);
    data.unit = unit;
    data.source = MemoryBar::tr("allocator peak, newest step");
    data.ghost = ghostOf(process, process, data.total, forecast);
    const QString peak = leadText(process, report.budget, unit), budget = sizeText(report.budget, unit);
    data.sentence =
        forecast && forecast->complete
            ? MemoryBar::tr("Peak %1 of %2 budget, forecast %3").arg(peak, budget, figureText(forecast->peak, unit))
            : MemoryBar::tr("Peak %1 of %2 budget").arg(peak, budget);
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
    auto widest = std::ranges::max_element(out, {}, &BarSegment::width);
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

QString roleName(BarRole role) {
    switch (role) {
        case BarRole::Others: return MemoryBar::tr("Other programs");
        case BarRole::Context: return MemoryBar::tr("Context, kernels");
        case BarRole::Window: return MemoryBar::tr("Window");
        case BarRole::Weights: return MemoryBar::tr("Weights");
        case BarRole::Optimiser: return MemoryBar::tr("Optimiser");
        case BarRole::Gradients: return MemoryBar::tr("Gradients");
        case BarRole::Activations:
        case BarRole::ActivationsAlt: return MemoryBar::tr("Activations");
        case BarRole::Inputs: return MemoryBar::tr("Inputs, workspace");
        case BarRole::Dataset: return MemoryBar::tr("Data set on the device");
        case BarRole::Libraries: return MemoryBar::tr("Library workspaces");
        case BarRole::Cache: return MemoryBar::tr("Cache");
        case BarRole::Free: return MemoryBar::tr("Free");
        case BarRole::Ghost: break;
    }
    return MemoryBar::tr("Forecast");
}

MemoryBar::MemoryBar(Kind kind, QWidget* parent) : QWidget(parent), kind_(kind) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Memory bar"));
    connect(&Theme::get(), &Theme::changed, this, [this] {
        updateGeometry();
        accessibleRowsChanged();
        update();
    });
    onTip(this, [this](const QPoint& at) { return tipAt(mirrored(this, QPointF(at)).x()); });
}

void MemoryBar::setData(const BarData& data) {
    data_ = data;
    accessibleRowsChanged();
    setAccessibleDescription(data.sentence);
    update();
}

void MemoryBar::setTicksShown(bool shown) {
    if (std::exchange(ticks_, shown) == shown) return;
    accessibleRowsChanged();
    updateGeometry();
    update();
}

QRectF MemoryBar::barRect() const {
    const int height = kind_ == Kind::Full ? 32 : kind_ == Kind::Card ? 20 : 16;
    const int top = kind_ == Kind::Full ? scaled(16) + 4 : 1;
    return QRectF(1.0, top, std::max(0, width() - 2), scaled(height));
}

QSize MemoryBar::sizeHint() const {
    const QRectF bar = barRect();
    // Tick, gap and the whole height of the figures: a comma's tail must not be cut.
    const int below = kind_ == Kind::Tray ? 1 : !ticks_ ? 5 : 9 + QFontMetrics(themeFont(TextSize::Plot)).height();
    return QSize(scaled(240), static_cast<int>(std::ceil(bar.bottom())) + below);
}

double MemoryBar::xOf(Bytes at) const {
    const QRectF bar = barRect();
    if (data_.total.count <= 0) return bar.left();
    return bar.left() + bar.width() * static_cast<double>(at.count) / static_cast<double>(data_.total.count);
}

void MemoryBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);  // "8 GiB" stays in order
    painter.setFont(themeFont(TextSize::Plot));
    const QRectF bar = barRect();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(themeColor(Token::Ctl));
    painter.setBrush(themeColor(BarRole::Free));
    painter.drawRoundedRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5), 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (data_.total.count <= 0) return;
    paintSegments(painter, bar);
    paintBudget(painter, bar);
    paintGhost(painter, bar);
    if (ticks_) paintTicks(painter, bar);
}

void MemoryBar::paintSegments(QPainter& painter, const QRectF& bar) const {
    const std::vector<BarSegment> segments = layoutSegments(data_, bar.width());
    for (const BarSegment& segment : segments) {
        if (segment.role == BarRole::Free) continue;
        const double left = std::round(bar.left() + segment.x);
        const double right = std::round(bar.left() + segment.x + segment.width);
        const QRectF place(left, bar.top(), std::max(1.0, right - left - 1.0), bar.height());
        fillRole(painter, mirrored(this, place), segment.role);
    }
    if (kind_ == Kind::Tray) return;
    for (const BarSegment& segment : segments) {
        // Two figures only: those of the widest owner and of the others, as every figure stands in the ledger too.
        const bool wanted = segment.role == BarRole::Others || segment.role == BarRole::Activations;
        if (!wanted) continue;
        const QString text = figureText(segment.bytes, data_.unit);
        if (segment.width < plateSize(painter, text).width() + 6.0) continue;
        const QPointF middle(bar.left() + segment.x + segment.width / 2.0, bar.center().y());
        drawPlate(painter, mirrored(this, middle), text);
    }
}

void MemoryBar::paintGhost(QPainter& painter, const QRectF& bar) const {
    if (!data_.ghost) return;
    const Theme& theme = Theme::get();
    const BarData::Ghost& ghost = *data_.ghost;
    const double left = xOf(ghost.begin);
    const double right = xOf(ghost.begin + ghost.size);
    const QColor color = ghost_dim_ ? theme.blend(theme.color(BarRole::Ghost), 0.45) : theme.color(BarRole::Ghost);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QRectF frame =
        mirrored(this, QRectF(left + 0.5, bar.top() + 0.75, std::max(1.0, right - left - 1.0), bar.height() - 1.5));
    hatch(painter, frame, color, 1.2, 5.0);
    painter.setBrush(Qt::NoBrush);
    QPen dashed(color, 1.5);
    dashed.setDashPattern({2.7, 1.3});
    painter.setPen(dashed);
    painter.drawRect(frame);
    if (ghost.error.count > 0 && kind_ == Kind::Tray) {
        const double half = xOf(ghost.error) - bar.left();
        const QPointF end = mirrored(this, QPointF(right, bar.center().y())), out(half, 0), up(0, 4);
        painter.setPen(QPen(theme.color(Token::T1), 1.5));
        painter.drawLine(end - out, end + out);
        for (const QPointF& at : {end - out, end + out}) painter.drawLine(at - up, at + up);
    }
    painter.restore();
    if (ghost.past.count <= 0 || kind_ == Kind::Tray) return;
    const QString text = tr("%1 past the %2").arg(sizeText(ghost.past, data_.unit), data_.device);
    if (plateSize(painter, text).width() > frame.width() - 8.0) return;
    drawPlate(painter, {frame.center().x(), bar.center().y()}, text);
}

void MemoryBar::paintBudget(QPainter& painter, const QRectF& bar) const {
    if (!data_.budget_end || kind_ == Kind::Tray) return;
    const Theme& theme = Theme::get();
    const double x = std::min(std::round(xOf(*data_.budget_end)), bar.right());
    const double band = std::round(x - xOf(*data_.budget_end - data_.reserve));
    if (data_.reserve.count > 0 && band >= 1.0)
        painter.fillRect(mirrored(this, QRectF(x - band, bar.top(), band, bar.height())),
                         theme.blend(theme.color(Token::T3), 0.35));
    painter.fillRect(mirrored(this, QRectF(x - 1.0, bar.top() - 4.0, 2.0, bar.height() + 8.0)), theme.color(Token::T1));
    if (kind_ != Kind::Full || data_.flag.isEmpty()) return;
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(data_.flag);
    const double right =
        std::max(std::min<double>(this->width() - 1.0, x + 4.0), std::min<double>(width + 1.0, this->width()));
    painter.setPen(theme.color(Token::T1));
    painter.drawText(mirrored(this, QRectF(right - width, bar.top() - 7.0, width, 0)).topLeft(), data_.flag);
}

void MemoryBar::paintTicks(QPainter& painter, const QRectF& bar) const {
    const QFontMetricsF metrics(painter.font());
    const MemoryUnit unit = suitedUnit(data_.total, data_.unit);
    const double text_width = metrics.horizontalAdvance(figureText(data_.total, unit));
    painter.setPen(themeColor(Token::T3));
    for (const BarTick& tick : barTicks(data_.total, unit, bar.width(), text_width)) {
        const double x = std::min(std::round(xOf(tick.at)), bar.right() - 1.0);
        painter.fillRect(mirrored(this, QRectF(x, bar.bottom() + 3.0, 1.0, 4.0)), themeColor(Token::T3));
        const double width = metrics.horizontalAdvance(tick.text);
        const double left = tick.at.count == 0 ? x : tick.at == data_.total ? x + 1.0 - width : x - width / 2.0;
        const QRectF place(left, bar.bottom() + 8.0 + metrics.ascent(), width, 0);
        painter.drawText(mirrored(this, place).topLeft(), tick.text);
    }
}

QString MemoryBar::tipAt(double x) const {
    const QRectF bar = barRect();
    if (data_.ghost && x >= xOf(data_.ghost->begin) && x < xOf(data_.ghost->begin + data_.ghost->size))
        return tr("Forecast: %1 more").arg(sizeText(data_.ghost->size + data_.ghost->past, data_.unit));
    for (const BarSegment& segment : layoutSegments(data_, bar.width())) {
        if (x < bar.left() + segment.x || x >= bar.left() + segment.x + segment.width) continue;
        const double share = 100.0 * static_cast<double>(segment.bytes.count) / static_cast<double>(data_.total.count);
        return tr("%1: %2, %3\n%4\n%5")
            .arg(roleName(segment.role), sizeText(segment.bytes, data_.unit), percentText(share),
                 exactText(segment.bytes), data_.source);
    }
    return {};
}

std::vector<AccessibleRow> MemoryBar::makeAccessibleRows() const {
    std::vector<AccessibleRow> rows;
    const QRectF bar = barRect();
    const auto place = [&](double from, double to) {
        return mirrored(this, QRectF(from, bar.top(), to - from, bar.height())).toAlignedRect();
    };
    for (const BarSegment& segment : layoutSegments(data_, bar.width())) {
        const double share = 100.0 * static_cast<double>(segment.bytes.count) /
                             static_cast<double>(std::max<std::int64_t>(1, data_.total.count));
        rows.push_back({roleName(segment.role),
                        sizeText(segment.bytes, data_.unit) + QStringLiteral(", ") + percentText(share),
                        place(bar.left() + segment.x, bar.left() + segment.x + segment.width)});
    }
    if (!data_.flag.isEmpty() && data_.budget_end) {
        const double x = xOf(*data_.budget_end);
        rows.push_back({data_.flag_spoken, {}, place(x - 1, x + 1)});
    }
    if (data_.ghost) {
        rows.push_back({tr("Forecast"), tr("%1 more").arg(sizeText(data_.ghost->size + data_.ghost->past, data_.unit)),
                        place(xOf(data_.ghost->begin), xOf(data_.ghost->begin + data_.ghost->size))});
    }
    return rows;
}

}  // namespace headroom::ui
