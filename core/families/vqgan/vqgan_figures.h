// VqganFigures: the figures of a step that only a VQGAN's training has.
#pragma once

#include <cstdint>

namespace headroom {

class FigureFormat;

/// Each loss as it is, before its weight; NaN: not computed.
struct VqganFigures {
    double l1 = 0, similarity = 0, perceptual = 0;  ///< mean |difference|; SSIM; LPIPS
    double codebook = 0;                          ///< of codes and commitment; Gumbel: divergence from equal use, nats
    double adversarial = 0, adaptive_weight = 0;  ///< -D(reconstruction), and what it was weighed with
    /// Of the last whole epoch; within the first one of what has been seen.
    std::int64_t codes = 0, codes_used = 0;
    double perplexity = 0;             ///< exp of the entropy of the codes' use, 1 to `codes`
    std::int64_t codes_restarted = 0;  ///< since the run began

    bool operator==(const VqganFigures&) const = default;
};

/// {"vqgan":{"l1":...}}; columns "vqgan_l1".
const FigureFormat& vqgan_figures();

}  // namespace headroom
