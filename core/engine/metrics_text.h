// A run's figures as text: CSV, JSON and an SVG drawing of the curves. Pure functions.
#pragma once

#include "core/api/services.h"

#include <string>

namespace headroom {

/// One header line and one line per recorded step; figures that do not apply are empty. C locale, shortest exact numbers.
std::string metrics_csv(const RunHistory& run);

/// {"run":…,"steps":[{…}],"marks":[{…}]}; figures that do not apply are null.
std::string metrics_json(const RunHistory& run);

/// Losses, D(x) and D(G(z)), and memory over images, stacked on one axis, with the marks of live changes. A whole SVG file.
std::string curves_svg(const RunHistory& run);

}  // namespace headroom
