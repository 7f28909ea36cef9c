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
    /// Share of samples that are nearer to the training picture nearest to them than that one is to any other: 1 - authenticity. A copy counts,
    /// and so do about half of pictures that are unseen but as real as the training pictures.
    double copies = 0;
};

/// Of features of samples (n, D) and of training pictures (m, D), float32 on the CPU, more than `k` rows each. Distances in float64, in blocks.
/// Source: Kynkaanniemi, Karras, Laine, Lehtinen, Aila, "Improved Precision and Recall Metric for Assessing Generative Models", 2019 (k = 3);
/// Alaa, van Breugel, Saveliev, van der Schaar, "How Faithful is your Synthetic Data?", 2022.
NeighbourScores neighbour_scores(const at::Tensor& samples, const at::Tensor& training, std::int64_t k = 3,
                                 const Pace& pace = {});

}  // namespace headroom
