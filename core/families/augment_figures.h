// AugmentFigures: the strength of augmentations, figures of the steps of a generator and a discriminator where it is adaptive.
#pragma once

#include "core/api/event.h"
#include "core/families/family.h"

#include <limits>
#include <span>
#include <vector>

namespace headroom {

class FigureFormat;

struct AugmentFigures {
    /// The chance that an augmentation touches a picture, after the step, and the mean sign of D's logits of real pictures that it was last
    /// moved by; NaN: not known yet.
    double strength = std::numeric_limits<double>::quiet_NaN(), sign = std::numeric_limits<double>::quiet_NaN();

    bool operator==(const AugmentFigures&) const = default;
};

/// Those of `step`; without any all are NaN.
AugmentFigures augment_figures_of(const StepDone& step);

/// {"augment":{"strength":...,"sign":...}}; columns "augment_strength", "augment_sign".
const FigureFormat& augment_figures();

/// Their plot, where some of `steps` have them.
void add_augmentation(std::span<const StepDone> steps, std::vector<CurvePlot>& plots);

}  // namespace headroom
