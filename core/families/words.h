// Sentences that differ between families: steps and scores in words. The window's are in ui/models/run_words.h.
#pragma once

#include "core/api/scores.h"
#include "core/base/units.h"
#include "core/families/registry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>

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

/// "FID 31.4 ± 0.8, KID 0.0213 ± 0.0008, precision 0.61 ± 0.022, recall 0.42 ± 0.022, copies 0.02 ± 0.0063 (random features, 512 pictures)".
inline std::string scores_text(const RunScores& scores) {
    std::string out;
    const auto tell = [&](const char* format, std::string_view figure) {
        const Estimate estimate = score_named(figure)->in(scores);
        if (!std::isfinite(estimate.value)) return;
        char text[64];
        std::snprintf(text, sizeof text, format, estimate.value);
        out += text;
        out += plus_minus_text(estimate.error);
    };
    tell("FID %.4g", "fid");
    tell(", KID %.4g", "kid");
    tell(", precision %.2f", "precision");
    tell(", recall %.2f", "recall");
    tell(", copies %.2f", "copies");
    tell(", MMD %.4g", "mmd");
    tell(", recognised by D %.2f", "d_recognised");
    return out + " (" + scores.features + " features, " + std::to_string(scores.pictures) + " pictures)";
}

/// What is to be said of FID by so few pictures; empty: there are enough, or how many features they have is not known.
inline std::string fid_note(std::int64_t pictures, std::int64_t feature_width) {
    if (feature_width <= 0 || pictures > feature_width) return {};
    return "with no more pictures than features (" + std::to_string(feature_width) + ") FID is too large; KID is not";
}
inline std::string fid_note(const RunScores& scores) { return fid_note(scores.pictures, scores.feature_width); }

}  // namespace headroom
