// What stands along the x axis of a run's curves: its unit and how figures are written in it.
#pragma once

#include "ui/models/metrics_model.h"

namespace headroom::ui {

struct XUnit {
    double divisor = 1.0;
    QString name;         ///< "steps", "k images", "min"
    bool whole = true;    ///< there are no halves of it
    bool needed = false;  ///< it says more than the choice of the axis
};

/// For an axis that goes to `last`, of a run of `kind`.
XUnit xUnit(XAxis axis, double last, ModelKind kind);

}  // namespace headroom::ui
