// What happens to cutouts, and the random numbers of it, drawn apart from their application: every number is a function
// of (seed, iteration, cut), what a batch shares of (seed, iteration), so that cutting in chunks gives the same cuts.
// Source: nerdyrodent/VQGAN-CLIP, generate.py; behaviour of the reference mode: kornia 0.5.4.
#pragma once

#include "core/families/vqgan_clip/imagine_config.h"

#include <ATen/core/TensorBody.h>

#include <array>
#include <cstdint>
#include <vector>

namespace headroom::imagine {

/// How to cut. `reference` false is the corrected mode: Af moves along both axes (the original only up and down); Ts has its fourth
/// corner and centres its splines on the points they move (the original has one corner twice and centres them on the points
/// they come from); Et and Re never bring in the dark from outside; all warps map pixel centres exactly (the original mixes two
/// conventions, so that even a warp of no change moves pixels); Gn's and the last noise are clamped to [0, 1] by clamp_with_grad
/// (the original clamps with `original` alone). Everything else is alike, what the batch shares too.
struct CutSettings {
    CutMethod method = CutMethod::Latest;
    std::int64_t side = 224;          ///< S, of CLIP's pictures
    double power = 1;                 ///< of the crop's size; the pooling methods have no crops
    std::vector<Augment> augments{};  ///< in order; of latest, nrupdated and crop-pool alone
    bool reference = false;
    double noise = 0.1;  ///< largest standard deviation of the last noise; `original` has none
};

/// Whether all cuts are the whole picture pooled.
bool pools_whole(CutMethod method);

/// One random change of the chain between crop and noise.
struct CutStep {
    enum class Kind {
        Colour,
        Sharpness,
        Noise,
        Perspective,
        Rotation,
        Affine,
        Elastic,
        Spline,
        Nothing,
        Erase,
        Resized,
        Flip
    };
    Kind kind = Kind::Nothing;
    double p = 0.7;  ///< of touching a cut; Erase, Spline and Resized: all cuts or none
    double brightness = 0, contrast = 0, saturation = 0, hue = 0;  ///< Colour: half widths of their ranges
    double degrees = 0;                                            ///< Affine, Rotation
    double shear = 0;                                              ///< Affine, degrees
    bool border = false;                                           ///< Affine: edge pixels outside, else zeros
    double distortion = 0;                                         ///< Perspective
};

/// The chain of a method in the order in which it acts.
std::vector<CutStep> cut_chain(const CutSettings& settings);

struct CutBox {
    double x = 0, y = 0, width = 0, height = 0;
};  ///< pixels
struct ColourDraw {
    double brightness = 1, contrast = 1, saturation = 1, hue = 0;
};  ///< factors; turns
struct AffineDraw {
    double degrees = 0, move_x = 0, move_y = 0, shear_x = 0, shear_y = 0;
};                                             ///< pixels, degrees
using CutPoint = std::array<double, 2>;        ///< x, y
using CutCorners = std::array<CutPoint, 4>;    ///< where the pixels of the corners go: top left, then clockwise
using SplinePoints = std::array<CutPoint, 5>;  ///< where the control points go, in [-1, 1] coordinates

/// Where Ts's control points are before they move, in [-1, 1] coordinates.
SplinePoints spline_controls(bool reference);

/// Draws of one step; of the lists, the one of its kind is filled: an entry per touched cut, in order.
struct StepDraws {
    std::vector<std::int64_t> touched;     ///< rows
    std::array<int, 4> order{0, 1, 2, 3};  ///< Colour: of brightness, contrast, saturation, hue
    std::vector<ColourDraw> colours;
    std::vector<double> numbers;  ///< Sharpness: factor (0 blurred, 1 unchanged); Rotation: degrees
    std::vector<AffineDraw> affines;
    std::vector<CutCorners> corners;
    std::vector<CutBox> boxes;  ///< Erase: what is erased; Resized: what is enlarged
    std::vector<SplinePoints> splines;
    std::vector<std::uint64_t> keys;  ///< Noise, Elastic: of LibTorch's CPU generator, which makes `noise`
    at::Tensor noise;                 ///< float32: Noise (t, 3, S, S) normal, Elastic (t, 2, S, S) in [-1, 1)
};

/// Draws of some cuts.
struct CutDraws {
    std::int64_t count = 0;
    std::vector<CutBox> crops;     ///< squares; empty: no crops
    std::vector<StepDraws> steps;  ///< as the chain
    at::Tensor noise_factors;      ///< (count) float32 on the host; undefined: no noise
    std::vector<std::uint64_t> noise_keys;
    at::Tensor noise;  ///< (count, 3, S, S) float32, normal
};

/// Those of cuts `first` .. `first + count - 1` of an iteration, from a picture of `height` x `width` pixels. Of noise the keys alone.
CutDraws draw_cuts(const CutSettings& settings, const std::vector<CutStep>& chain, std::uint64_t seed,
                   std::int64_t height, std::int64_t width, std::int64_t iteration, std::int64_t first,
                   std::int64_t count);
/// Makes the noise of the draws' keys on the host.
void make_noise(CutDraws& draws, const std::vector<CutStep>& chain, std::int64_t side);

}  // namespace headroom::imagine
