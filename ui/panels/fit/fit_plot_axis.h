// FitAxis: where the frontier's peak axis begins and ends. A budget far beyond the plans stands past a break in the axis, so that
// the plans keep the plot's width.
#pragma once

#include "ui/widgets/plot_view.h"

namespace headroom::ui {

/// Figures in the axis's unit.
struct FitAxis {
    double low = 0, high = 1;  ///< the range to draw
    double limit = 1;          ///< where the budget's line stands; beyond a break not at its value
    double plans_end = 1;      ///< the scale holds up to here; ticks end
    bool broken = false;
};

/// `least`, `most`: smallest and largest peak of the plans drawn; `limit`: budget less reserve.
FitAxis fitAxis(double least, double most, double limit);

/// Ticks up to the axis's break only.
class FitTicker : public ScaledTicker {
public:
    void setEnd(double end) { end_ = end; }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;

private:
    double end_ = 0;
};

}  // namespace headroom::ui
