// RecipeOrigin: where a recipe comes from: what is kept of it beside the settings, and what may be another where it is opened.
#pragma once

#include <string>

namespace headroom {

/// Texts for people and for comparing; an empty one is not known.
struct RecipeOrigin {
    std::string headroom, libtorch;  ///< versions: "0.1.0"
    std::string device;              ///< its name
    std::string date;                ///< "2026-11-26"
    std::string measured;            ///< with these settings on that device: one sentence
    std::string data;  ///< its fingerprint: "1204 pictures, 3f2a…", of names and sizes, wherever the files lie

    bool operator==(const RecipeOrigin&) const = default;
};

/// Something that is another here than where the recipe was made.
struct RecipeDifference {
    enum class What { Headroom, LibTorch, Device, Data, NoData };
    What what = What::Headroom;
    std::string was, here;  ///< NoData: `here` is the path that holds nothing
};

}  // namespace headroom
