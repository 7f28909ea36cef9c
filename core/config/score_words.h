// What a kind of run is judged by, in words: RunInfo::score and CheckpointInfo::score.
#pragma once

#include "core/api/train_config.h"

#include <cmath>
#include <cstdio>
#include <string>

namespace headroom {

/// "SWD" (sliced Wasserstein distance x 1,000), "L1" (mean |difference| of pixels in -1 to 1), "sim." (cosine).
inline std::string score_name(ModelKind kind) {
    return kind == ModelKind::Dcgan ? "SWD" : kind == ModelKind::Vqgan ? "L1" : "sim.";
}

/// "9.6", "0.0543"; empty: there is none.
inline std::string score_figure(ModelKind kind, double score) {
    if (!std::isfinite(score)) return {};
    char text[32];
    std::snprintf(text, sizeof text, kind == ModelKind::Dcgan ? "%.1f" : kind == ModelKind::Vqgan ? "%.4f" : "%.3f", score);
    return text;
}

/// "SWD 9.6"; empty: there is none.
inline std::string score_text(ModelKind kind, double score) {
    const std::string figure = score_figure(kind, score);
    return figure.empty() ? figure : score_name(kind) + " " + figure;
}

}  // namespace headroom
