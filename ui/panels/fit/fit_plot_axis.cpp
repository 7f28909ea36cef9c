// FitAxis: see fit_plot_axis.h.
#include "ui/panels/fit/fit_plot_axis.h"

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr double kAxisMargin = 0.08;  // of the span, beside the outermost figures
constexpr double kBand = 0.25;        // of the span: how much of what does not fit is shown
constexpr double kStrip = 0.2;        // of the axis, past a break
constexpr double kFlat = 0.1;         // of the peak: the least span, where all plans need the same

}  // namespace

FitAxis fitAxis(double least, double most, double limit) {
    FitAxis axis;
    const double spread = std::max(most - least, most * kFlat);
    axis.broken = limit > most + spread;
    if (axis.broken) {
        axis.low = std::max(0.0, least - kAxisMargin * spread);
        axis.plans_end = most + 2 * kAxisMargin * spread;
        axis.high = axis.low + (axis.plans_end - axis.low) / (1.0 - kStrip);
        axis.limit = axis.plans_end + 0.6 * (axis.high - axis.plans_end);
        return axis;
    }
    const double low = std::min(least, limit), high = std::max(most, limit);
    const double span = std::max(high - low, spread);
    axis.low = std::max(0.0, low - kAxisMargin * span);
    axis.high = std::max(most + kAxisMargin * span, limit + kBand * span);
    axis.limit = limit;
    axis.plans_end = axis.high;
    return axis;
}

QVector<double> FitTicker::createTickVector(double step, const QCPRange& range) {
    QVector<double> ticks = ScaledTicker::createTickVector(step, range);
    ticks.erase(std::remove_if(ticks.begin(), ticks.end(), [this](double tick) { return tick > end_; }), ticks.end());
    return ticks;
}

}  // namespace headroom::ui
