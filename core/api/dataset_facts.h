// DatasetFacts: what looking at every picture of a data set has shown, and the recipe that is proposed for it.
#pragma once

#include "core/api/model_kind.h"
#include "core/api/param.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// Shares are of the pictures that were looked at, 0 to 1. Plain data.
struct DatasetFacts {
    std::int64_t pictures = 0;         ///< that were looked at
    std::int64_t near_duplicates = 0;  ///< pictures that all but repeat an earlier one
    struct Pair {
        std::string first, second;  ///< names of files; the second repeats the first
    };
    std::vector<Pair> examples{};  ///< of those, a few
    double empty = 0;              ///< nearly all of the picture is one colour
    double grey = 0;               ///< without colour
    double transparent = 0;        ///< with transparent pixels
    double light_ground = 0;       ///< the border is nearly white, or transparent
    double wide = 0, high = 0;     ///< one side longer than the other by more than a sixth
    double edges = 0;              ///< mean over the pictures: how much of a picture lies on an edge
    int median_side = 0;           ///< of the shorter sides, px

    double not_square() const { return wide + high; }
};

/// What is proposed for one matter, and why.
struct SuggestedChange {
    ParamPatch values;
    std::string words, reason;  ///< "Resolution 64 px, in two stages", "316 pictures ..."; one sentence each
};

/// Settings that suit a data set.
struct SuggestedRecipe {
    ModelKind model;
    std::vector<SuggestedChange> changes;

    ParamPatch patch() const {
        ParamPatch out;
        for (const SuggestedChange& change : changes)
            for (const auto& [key, value] : change.values) out[key] = value;
        return out;
    }
};

}  // namespace headroom
