// DcganFigures: the figures of a step that only a DCGAN has: the strength of its augmentations, where it is less than whole.
#pragma once

#include "core/api/event.h"

#include <limits>

namespace headroom {

class FigureFormat;

struct DcganFigures {
    /// The chance that an augmentation touches a picture, after the step, and the mean sign of D's logits of real pictures that it was last
    /// moved by; NaN: not known yet.
    double strength = std::numeric_limits<double>::quiet_NaN(), sign = std::numeric_limits<double>::quiet_NaN();

    bool operator==(const DcganFigures&) const = default;
};

/// Those of `step`; without any all are NaN.
DcganFigures dcgan_figures_of(const StepDone& step);

/// {"augment":{"strength":...,"sign":...}}; columns "augment_strength", "augment_sign".
const FigureFormat& dcgan_figures();

}  // namespace headroom
