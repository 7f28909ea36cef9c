// DatasetFacts: what looking at every picture of a data set has shown, and the recipe that is proposed for it.
#pragma once

#include "core/api/model_kind.h"
#include "core/api/param.h"

#include <algorithm>
#include <array>
#include <cmath>
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
        bool operator==(const Pair&) const = default;
    };
    std::vector<Pair> examples{};  ///< of those, a few
    double empty = 0;              ///< nearly all of the picture is one colour
    double grey = 0;               ///< without colour
    double transparent = 0;        ///< with transparent pixels
    double pale = 0;               ///< these, and what shows of them is nearly white: a white ground would swallow it
    double light_ground = 0;       ///< the border is nearly white, or transparent
    double black_ground = 0;       ///< the border is nearly black
    double grey_ground = 0;        ///< the border is nearly of the grey of Ground::Grey
    double wide = 0, high = 0;     ///< one side longer than the other by more than a sixth
    double cut = 0;                ///< lose more than a third to a square crop
    double edges = 0;              ///< mean over the pictures: how much of a picture lies on an edge
    int median_side = 0;           ///< of the shorter sides, px
    int smallest_side = 0, largest_side = 0;  ///< of all sides, px; 0: no picture

    double not_square() const { return wide + high; }
    std::int64_t empty_pictures() const { return std::llround(empty * static_cast<double>(pictures)); }
    bool operator==(const DatasetFacts&) const = default;
};

/// Its shares by their names in files and answers.
struct FactShare {
    const char* name;
    double DatasetFacts::*of;
};
inline constexpr std::array<FactShare, 11> kFactShares{{{"empty", &DatasetFacts::empty},
                                                        {"grey", &DatasetFacts::grey},
                                                        {"transparent", &DatasetFacts::transparent},
                                                        {"pale", &DatasetFacts::pale},
                                                        {"light_ground", &DatasetFacts::light_ground},
                                                        {"black_ground", &DatasetFacts::black_ground},
                                                        {"grey_ground", &DatasetFacts::grey_ground},
                                                        {"wide", &DatasetFacts::wide},
                                                        {"high", &DatasetFacts::high},
                                                        {"cut", &DatasetFacts::cut},
                                                        {"edges", &DatasetFacts::edges}}};

/// What is proposed for one matter, and why.
struct SuggestedChange {
    ParamPatch values;
    std::string words, reason;  ///< "Resolution 64 px, in two stages", "316 pictures ..."; one sentence each
};

/// Settings that suit a data set.
struct SuggestedRecipe {
    ModelKind model;
    std::vector<SuggestedChange> changes;
    /// What would be proposed for other data, as it is by default: a form that had such data before must not keep it.
    ParamPatch otherwise{};

    /// Whether something is proposed of the setting `key`.
    bool speaks_of(const std::string& key) const {
        return std::any_of(changes.begin(), changes.end(),
                           [&key](const SuggestedChange& change) { return change.values.contains(key); });
    }
    ParamPatch patch() const {
        ParamPatch out = otherwise;
        for (const SuggestedChange& change : changes)
            for (const auto& [key, value] : change.values) out[key] = value;
        return out;
    }
};

}  // namespace headroom
