// Scores by nearest neighbours among features: precision, recall, and how many samples lie closer to a training picture than that to another.
#pragma once

#include "core/models/score/pace.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>

namespace headroom {

struct NeighbourScores {
    double precision =
        0;  ///< share of samples within a training picture's distance to its k-th nearest other training picture
    double recall = 0;  ///< share of training pictures within a sample's distance to its k-th nearest other sample
};

/// Of features of samples (n, D) and of training pictures (m, D), float32 on the CPU, more than `k` rows each. Distances in float64, in blocks.
/// Source: Kynkaanniemi, Karras, Laine, Lehtinen, Aila, "Improved Precision and Recall Metric for Assessing Generative Models", 2019 (k = 3).
NeighbourScores neighbour_scores(const at::Tensor& samples, const at::Tensor& training, std::int64_t k = 3,
                                 const Pace& pace = {});

/// Share of samples that are nearer to the training picture nearest to them than that one is to any other: 1 - authenticity. Training pictures with
/// the same features are one. A copy counts, and so do about half of pictures that are unseen but as real as the training pictures. `training` is to
/// be all that was trained on: what was copied from a picture that is left out is not seen. `mirrored`: its second half are the pictures of the first
/// one, mirrored, in the same order; a picture and its mirrored one are one too. Features as above, two rows of `training` and more; small blocks,
/// however many rows.
/// Source: Alaa, van Breugel, Saveliev, van der Schaar, "How Faithful is your Synthetic Data?", 2022.
double share_of_copies(const at::Tensor& samples, const at::Tensor& training, const Pace& pace = {},
                       bool mirrored = false);

}  // namespace headroom
