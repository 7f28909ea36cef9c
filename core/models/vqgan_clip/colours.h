// Colour jitter and sharpness of cutouts, which keep their input alone and recompute the rest in the backward pass.
// Source: nerdyrodent/VQGAN-CLIP, generate.py; kornia 0.5.4; Smith, "Color Gamut Transform Pairs", 1978 (HSV).
#pragma once

#include "core/kernels/source/colour_pixel.h"
#include "core/models/vqgan_clip/cut_change.h"
#include "core/models/vqgan_clip/cut_draws.h"

namespace headroom::imagine {

/// Colour: brightness added, contrast multiplied, both clamped to [0, 1]; saturation multiplied and clamped and hue turned in HSV;
/// in the draws' order. In one pass over the pixels on the CPU; `by_tensors`: by tensor operations, as on other devices.
std::shared_ptr<const Change> colour_jitter(const StepDraws& draws, const at::Tensor& like, bool by_tensors = false);

/// The draws as factors.
template <class T> std::vector<kernels::ColourFactors<T>> colour_factors(const std::vector<ColourDraw>& draws) {
    std::vector<kernels::ColourFactors<T>> out;
    for (const ColourDraw& d : draws) {
        out.push_back({static_cast<T>(d.brightness - 1), static_cast<T>(d.contrast), static_cast<T>(d.saturation),
                       static_cast<T>(d.hue)});
    }
    return out;
}

/// Sharpness: b + factor (x - b) with b the picture blurred by 3 x 3 (5 in the middle, else 1, of 13) but at its borders.
std::shared_ptr<const Change> sharpness(const StepDraws& draws, const at::Tensor& like);

}  // namespace headroom::imagine
