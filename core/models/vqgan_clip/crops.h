// Parts of the picture at CLIP's size, as one autograd node per batch: it keeps nothing but the picture, which exists anyway, and
// its gradient is added up in one tensor of the picture's size. Source: nerdyrodent/VQGAN-CLIP, generate.py.
#pragma once

#include "core/models/vqgan_clip/cut_draws.h"

namespace headroom::imagine {

/// Throws c10::Error where a box is not within a picture of `height` x `width` pixels.
void require_within(std::int64_t height, std::int64_t width, const std::vector<CutBox>& boxes);

/// (adaptive average pool + adaptive max pool) / 2 of each box of `picture` (1, 3, H, W): (n, 3, side, side).
at::Tensor pooled_crops(const at::Tensor& picture, const std::vector<CutBox>& boxes, std::int64_t side);

/// Each square box low-passed with Lanczos-2 when it is larger than `side`, then bicubic with corners on corners: (n, 3, side, side).
at::Tensor resampled_crops(const at::Tensor& picture, const std::vector<CutBox>& boxes, std::int64_t side);

/// The latter along one axis as a matrix (side, size): both are linear. Of each row the numbers outside of which all are 0.
struct ResampleRows {
    struct Row {
        std::int64_t first = 0;  ///< column; never falls from one row to the next
        std::vector<double> weights;
    };
    std::vector<Row> rows;  ///< `side`
};
ResampleRows resample_rows(std::int64_t size, std::int64_t side);
/// No row is longer, of this size or a smaller one.
std::int64_t longest_row(std::int64_t size, std::int64_t side);
/// The whole matrix, float64.
at::Tensor resample_matrix(std::int64_t size, std::int64_t side);

}  // namespace headroom::imagine
