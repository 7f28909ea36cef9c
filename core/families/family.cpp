// What families do alike unless they say otherwise.
#include "core/families/family.h"

#include "core/families/figure_format.h"

#include <cstdio>
#include <limits>

namespace headroom {

std::string Family::progress_text(const StepDone& step) const {
    char text[32];
    std::snprintf(text, sizeof text, "loss %.4f", step.loss_g);
    return text;
}

double Family::score(const StepDone&) const { return std::numeric_limits<double>::quiet_NaN(); }

const FigureFormat& Family::figures() const {
    static const FigureFormat none;
    return none;
}

}  // namespace headroom
