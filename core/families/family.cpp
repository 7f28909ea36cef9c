// What families do alike unless they say otherwise.
#include "core/families/family.h"

#include <cstdio>

namespace headroom {

std::string Family::progress_text(const StepDone& step) const {
    char text[32];
    std::snprintf(text, sizeof text, "loss %.4f", step.loss_g);
    return text;
}

}  // namespace headroom
