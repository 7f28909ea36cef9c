// What stands along the x axis of a run's curves: the choice, its unit and how figures are written in it.
#pragma once

#include "ui/forward.h"
#include "ui/models/metrics_model.h"

namespace headroom::ui {

struct XUnit {
    double divisor = 1.0;
    QString name;         ///< "steps", "k images", "min"
    bool whole = true;    ///< there are no halves of it
    bool needed = false;  ///< it says more than the choice of the axis
};

/// Offers the axes in `box`, images only where steps see them; `steps`: what a step is called, many of them.
void offerAxes(QComboBox* box, bool images, const QString& steps);
/// The one that is chosen there.
XAxis axisOf(const QComboBox* box);
/// Where a step or its scores stand on an axis: images, steps or seconds.
template <class At> double placeOn(XAxis axis, const At& at) {
    return axis == XAxis::Images  ? static_cast<double>(at.images)
           : axis == XAxis::Steps ? static_cast<double>(at.step)
                                  : at.elapsed_seconds;
}

/// For an axis that goes to `last`, of a run of `kind`.
XUnit xUnit(XAxis axis, double last, ModelKind kind);

}  // namespace headroom::ui
