// How far cuts are from the prompts, in CLIP's space. Source: nerdyrodent/VQGAN-CLIP, generate.py (Prompt).
#pragma once

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace headroom::imagine {

/// A prompt as CLIP sees it.
struct Target {
    at::Tensor embedding;  ///< (M, E), not normalised; M = 1 for texts and noise, the number of cuts for pictures
    double weight = 1;     ///< negative: away from the prompt
    /// A pair whose distance (with the weight's sign) is below this has no gradient any more.
    double stop = -std::numeric_limits<double>::infinity();
};

/// `x` (N, E) with rows of unit length; rows of zeros stay.
at::Tensor unit_rows(const at::Tensor& x);

/// Half the squared angle between unit vectors: 2 asin(|u - v| / 2)^2 of all pairs of rows, (N, E) and (M, E) -> (N, M), from
/// 0 to pi^2 / 2. Its gradient is finite where the vectors are equal (0) and where they are opposite.
at::Tensor spherical_distance(const at::Tensor& u, const at::Tensor& v);

struct PromptLosses {
    at::Tensor loss;          ///< the sum over prompts, with its graph; 0-dim
    at::Tensor each;          ///< per prompt, detached; (P)
    at::Tensor similarities;  ///< mean cosine per prompt, detached; (P)
};

/// Of the features (n, E) of n cuts. Means are over `total_cuts` cuts, so that the parts of the chunks of an iteration add up to
/// the whole; 0: over these n. In float32 or better whatever autocast says. `targets` must not be empty.
PromptLosses prompt_losses(const at::Tensor& features, const std::vector<Target>& targets, std::int64_t total_cuts = 0);

}  // namespace headroom::imagine
