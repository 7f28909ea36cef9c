// Sentences that differ between families: steps and scores in words. The window's are in ui/models/run_words.h.
#pragma once

#include "core/api/scores.h"
#include "core/families/registry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

namespace headroom {

/// "step", "iteration"; `count` not 1: "steps", "iterations".
inline std::string step_word(ModelKind kind, std::int64_t count = 1) {
    const StepNoun& noun = family_of(kind).facts().step;
    return std::string(count == 1 ? noun.one : noun.many);
}

/// "a step", "an iteration".
inline std::string a_step(ModelKind kind) {
    return std::string(family_of(kind).facts().step.article) + " " + step_word(kind);
}

/// "step 12", "iteration 12".
inline std::string step_at(ModelKind kind, std::int64_t step) { return step_word(kind) + " " + std::to_string(step); }

/// "12 steps", "1 iteration".
inline std::string steps_of(ModelKind kind, std::int64_t count) {
    return std::to_string(count) + " " + step_word(kind, count);
}

/// "SWD" (sliced Wasserstein distance x 1,000), "L1" (mean |difference| of pixels in -1 to 1), "sim." (cosine).
inline std::string score_name(ModelKind kind) { return std::string(family_of(kind).facts().score.name); }

/// Sorts scores of runs: family by family, as those of two cannot be compared, and the best first; infinite: there is none.
inline double score_order(ModelKind kind, double score) {
    const auto all = families();
    const auto family = std::find(all.begin(), all.end(), &family_of(kind));
    if (!std::isfinite(score)) return std::numeric_limits<double>::infinity();
    const double less_is_better = (*family)->facts().score.higher_is_better ? -score : score;
    return static_cast<double>(family - all.begin()) + 0.5 +
           std::atan(less_is_better) / 3.2;  // within one of its place
}

/// "9.6", "0.0543"; empty: there is none.
inline std::string score_figure(ModelKind kind, double score) {
    if (!std::isfinite(score)) return {};
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", family_of(kind).facts().score.decimals, score);
    return text;
}

/// "SWD 9.6"; empty: there is none.
inline std::string score_text(ModelKind kind, double score) {
    const std::string figure = score_figure(kind, score);
    return figure.empty() ? figure : score_name(kind) + " " + figure;
}

/// "FID 31.4, KID 0.0213 ± 0.0008, precision 0.61, recall 0.42, copies 0.02 (random features, 512 pictures)".
inline std::string scores_text(const RunScores& scores) {
    std::string out;
    const auto add = [&](const char* format, double value) {
        if (!std::isfinite(value)) return;
        char text[64];
        std::snprintf(text, sizeof text, format, value);
        out += text;
    };
    add("FID %.4g", scores.fid);
    add(", KID %.4g", scores.kid);
    add(" ± %.2g", scores.kid_error);
    add(", precision %.2f", scores.precision);
    add(", recall %.2f", scores.recall);
    add(", copies %.2f", scores.copies);
    add(", MMD %.4g", scores.mmd);
    add(", recognised by D %.2f", scores.d_recognised);
    return out + " (" + scores.features + " features, " + std::to_string(scores.pictures) + " pictures)";
}

}  // namespace headroom
