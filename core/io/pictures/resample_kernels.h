// The kernels that resampling weighs samples by: for pictures here and for the cuts of text to image.
#pragma once

#include <cmath>
#include <numbers>

namespace headroom {

/// Keys' cubic kernel, 2 samples to each side. `a`: -0.5 as Catmull-Rom and Pillow, -0.75 as PyTorch.
inline double cubic_kernel(double x, double a) {
    x = std::fabs(x);
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((x - 5) * x + 8) * x * a - 4 * a : 0;
}

inline double sinc(double x) { return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

/// `lobes` samples to each side.
inline double lanczos_kernel(double x, int lobes) { return std::fabs(x) < lobes ? sinc(x) * sinc(x / lobes) : 0; }

}  // namespace headroom
