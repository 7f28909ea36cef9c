// Warps of cutouts: where each pixel of a warped cut comes from, as a 3 x 3 matrix or as a field. None keeps its input.
// Source: nerdyrodent/VQGAN-CLIP, generate.py; kornia 0.5.4 for the reference mode; Bookstein, "Principal Warps", 1989 (splines).
#pragma once

#include "core/kernels/source/cut_kernels.h"
#include "core/models/vqgan_clip/cut_change.h"
#include "core/models/vqgan_clip/cut_draws.h"

namespace headroom::imagine {

/// Row-major.
using Matrix3 = std::array<double, 9>;

/// From a pixel of the cut (x, y, counted from 0 at the first one's centre) to where it goes in the warped cut.
Matrix3 affine_matrix(const AffineDraw& draw, std::int64_t side);
Matrix3 rotation_matrix(double degrees, std::int64_t side);
Matrix3 perspective_matrix(const CutCorners& corners, std::int64_t side);
Matrix3 resized_matrix(const CutBox& box, std::int64_t side, bool reference);

/// Warps of a step whose kind is Affine, Rotation, Perspective or Resized. Keeps the matrices.
std::shared_ptr<const Change> matrix_warp(const CutStep& step, const StepDraws& draws, const at::Tensor& like,
                                          bool reference);
/// Elastic. Keeps the field.
std::shared_ptr<const Change> elastic_warp(const StepDraws& draws, const at::Tensor& like, bool reference);
/// Spline. Keeps the field.
std::shared_ptr<const Change> spline_warp(const StepDraws& draws, const at::Tensor& like, bool reference);
/// A step whose kind is Affine, Rotation, Perspective or Resized, for entry `i` of its draws, as the kernel for several warps takes it.
kernels::CutWarp matrix_cut_warp(const CutStep& step, const StepDraws& draws, std::size_t i, std::int64_t side,
                                 bool reference);
/// What Elastic's field is made with: the taps of its Gaussian mean, from -32 to 32 pixels, the outermost 0. float64, on the host.
at::Tensor elastic_taps();
/// Where Elastic's pixels come from, (n, S, S, 2), as `like` (.., S, S): `noise` (n, 2, S, S) and elastic_taps() as it lies.
at::Tensor elastic_fields(const at::Tensor& noise, const at::Tensor& taps, const at::Tensor& like, bool reference);
/// What Spline's fields are made with: (n, 26) float64 on the host.
at::Tensor spline_numbers(const std::vector<SplinePoints>& splines, bool reference);
/// Where Spline's pixels come from, (n, S, S, 2), as `like` (.., S, S): from spline_numbers() as it lies.
at::Tensor spline_fields(const at::Tensor& numbers, const at::Tensor& like, bool reference);
/// Flip from left to right.
std::shared_ptr<const Change> flip();

}  // namespace headroom::imagine
