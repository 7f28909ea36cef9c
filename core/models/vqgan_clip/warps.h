// Warps of cutouts: where each pixel of a warped cut comes from, as a 3 x 3 matrix or as a field. None keeps its input.
// Source: reference/vqgan-clip.md, section 3.7; kornia 0.5.4 for the reference mode; Bookstein, "Principal Warps", 1989 (splines).
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
/// Where Elastic's or Spline's pixels come from: (t, S, S, 2), as `like` (.., S, S).
at::Tensor warp_field(const CutStep& step, const StepDraws& draws, const at::Tensor& like, bool reference);
/// Flip from left to right.
std::shared_ptr<const Change> flip();

}  // namespace headroom::imagine
