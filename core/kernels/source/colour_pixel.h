// The colour jitter of one pixel and its gradient, in numbers of type T: float on devices, float or double on the host.
#pragma once

#include "core/kernels/source/device.h"

namespace headroom::kernels {

/// Red, green, blue.
template <class T> struct Colour {
    T channel[3];
    HEADROOM_DEVICE T& operator[](int k) { return channel[k]; }
    HEADROOM_DEVICE const T& operator[](int k) const { return channel[k]; }
};

/// Factors of one cut; brightness as what is added, hue in turns.
template <class T> struct ColourFactors { T added = 0, contrast = 1, saturation = 1, hue = 0; };

HEADROOM_DEVICE inline float floor_of(float x) { return floorf(x); }
HEADROOM_DEVICE inline double floor_of(double x) { return floor(x); }

/// A colour's hue, saturation and value, and what their slopes need.
template <class T> struct Hsv {
    static constexpr T kEpsilon = static_cast<T>(1e-6);
    int largest, smallest;                                 ///< channels; the first of equals
    T value, spread, divisor, saturation, numerator, hue;  ///< hue in turns of [0, 1)

    HEADROOM_DEVICE explicit Hsv(const Colour<T>& c) {
        largest = c[0] >= c[1] && c[0] >= c[2] ? 0 : c[1] >= c[2] ? 1 : 2;
        smallest = c[0] <= c[1] && c[0] <= c[2] ? 0 : c[1] <= c[2] ? 1 : 2;
        value = c[largest];
        spread = value - c[smallest];
        divisor = spread == 0 ? T(1) : spread;
        saturation = spread / (value + kEpsilon);
        const T red = value - c[0], green = value - c[1], blue = value - c[2];
        numerator = largest == 0 ? blue - green : largest == 1 ? 2 * divisor + red - blue : 4 * divisor + green - red;
        hue = numerator / divisor / 6;
        hue -= floor_of(hue);
    }

    /// The gradient of the colour from those of hue (in turns), saturation and value.
    HEADROOM_DEVICE Colour<T> backward(T by_hue, T by_saturation, T by_value) const {
        const T by_numerator = by_hue / (6 * divisor);
        T by_spread = by_saturation / (value + kEpsilon);
        by_value -= by_saturation * spread / ((value + kEpsilon) * (value + kEpsilon));
        if (spread != 0) by_spread += by_numerator * (static_cast<T>(2 * largest) - numerator / divisor);
        // The numerator's two channels: from the one after the largest to the one before it.
        Colour<T> out{};
        out[(largest + 1) % 3] += by_numerator;
        out[(largest + 2) % 3] -= by_numerator;
        out[largest] += by_value + by_spread;
        out[smallest] -= by_spread;
        return out;
    }
};

/// The sector of a hue, and its colour.
template <class T> struct Sector {
    int number;
    T within;

    /// Which of value, q, p, t channel k is in sector n.
    HEADROOM_DEVICE static int part(int n, int k) {
        const int of_sectors = k == 0 ? 0x3A4 : k == 1 ? 0xA43 : 0x43A;  // two bits for each, from sector 0 on
        return of_sectors >> (2 * n) & 3;
    }
    HEADROOM_DEVICE explicit Sector(T hue) {
        T sixths = hue * 6;
        sixths -= 6 * floor_of(sixths / 6);
        const T whole = floor_of(sixths);
        number = whole >= 1 ? least(static_cast<int>(whole), 5) : 0;  // 0 for what is no number
        within = sixths - static_cast<T>(number);
    }
    HEADROOM_DEVICE Colour<T> colour(T s, T v) const {
        const T parts[4] = {v, v * (1 - within * s), v * (1 - s), v * (1 - (1 - within) * s)};
        return {{parts[part(number, 0)], parts[part(number, 1)], parts[part(number, 2)]}};
    }
    /// The gradients of hue (turns), saturation and value.
    HEADROOM_DEVICE void backward(const Colour<T>& grad, T s, T v, T& by_hue, T& by_saturation, T& by_value) const {
        T g[4] = {0, 0, 0, 0};
        for (int k = 0; k < 3; ++k) g[part(number, k)] += grad[k];
        by_value = g[0] + g[1] * (1 - within * s) + g[2] * (1 - s) + g[3] * (1 - (1 - within) * s);
        by_saturation = -v * (g[1] * within + g[2] + g[3] * (1 - within));
        by_hue = 6 * v * s * (g[3] - g[1]);
    }
};

template <class T> HEADROOM_DEVICE T unit_clamped(T x) { return x < 0 ? T(0) : x > 1 ? T(1) : x; }
template <class T> HEADROOM_DEVICE bool within_unit(T x) { return x >= 0 && x <= 1; }

/// Change number `which` (0 brightness, 1 contrast, 2 saturation, 3 hue) of a colour.
template <class T> HEADROOM_DEVICE Colour<T> jittered(const Colour<T>& c, int which, const ColourFactors<T>& f) {
    if (which == 0) return {{unit_clamped(c[0] + f.added), unit_clamped(c[1] + f.added), unit_clamped(c[2] + f.added)}};
    if (which == 1)
        return {{unit_clamped(c[0] * f.contrast), unit_clamped(c[1] * f.contrast), unit_clamped(c[2] * f.contrast)}};
    const Hsv<T> hsv(c);
    if (which == 2) return Sector<T>(hsv.hue).colour(unit_clamped(hsv.saturation * f.saturation), hsv.value);
    return Sector<T>(hsv.hue + f.hue).colour(hsv.saturation, hsv.value);
}

/// The gradient of `c` from that of jittered(c, which, f).
template <class T>
HEADROOM_DEVICE Colour<T> jitter_backward(const Colour<T>& c, const Colour<T>& grad, int which,
                                          const ColourFactors<T>& f) {
    Colour<T> out{};
    if (which == 0) {
        for (int k = 0; k < 3; ++k) out[k] = within_unit(c[k] + f.added) ? grad[k] : T(0);
        return out;
    }
    if (which == 1) {
        for (int k = 0; k < 3; ++k) out[k] = within_unit(c[k] * f.contrast) ? grad[k] * f.contrast : T(0);
        return out;
    }
    const Hsv<T> hsv(c);
    T by_hue = 0, by_saturation = 0, by_value = 0;
    if (which == 2) {
        const T scaled = hsv.saturation * f.saturation;
        Sector<T>(hsv.hue).backward(grad, unit_clamped(scaled), hsv.value, by_hue, by_saturation, by_value);
        by_saturation = within_unit(scaled) ? by_saturation * f.saturation : T(0);
    } else {
        Sector<T>(hsv.hue + f.hue).backward(grad, hsv.saturation, hsv.value, by_hue, by_saturation, by_value);
    }
    return hsv.backward(by_hue, by_saturation, by_value);
}

}  // namespace headroom::kernels
