// A run's curves as an SVG drawing, without a drawing library. Pure function.
#pragma once

#include "core/api/services.h"

#include <string>

namespace headroom {

/// Losses, D(x) and D(G(z)), and memory over images, stacked on one axis, with the marks of live changes. A whole SVG file.
std::string curves_svg(const RunHistory& run);

}  // namespace headroom
