// Builds a caption part by part; each part is present with its own probability.
#include "core/data/shapes/captions.h"

#include "core/base/random.h"
#include "core/data/shapes/scene.h"

#include <array>
#include <string_view>
#include <vector>

namespace headroom::shapes {
namespace {

template <std::size_t N> std::string_view pick(RandomStream& random, const std::array<std::string_view, N>& words) {
    return words[random.below(N)];
}

std::string_view noun(RandomStream& random, Solid solid) {
    if (random.uniform() < .06) return pick<3>(random, {"object", "shape", "solid"});
    switch (solid) {
        case Solid::Sphere: return pick<2>(random, {"sphere", "ball"});
        case Solid::Cube: return pick<2>(random, {"cube", "box"});
        case Solid::Torus: return pick<3>(random, {"torus", "ring", "donut"});
        case Solid::Octahedron: return pick<2>(random, {"octahedron", "diamond"});
        case Solid::Cylinder: return "cylinder";
        case Solid::Cone: break;
    }
    return "cone";
}

std::string_view place_words(Place place) {
    switch (place) {
        case Place::Left: return " on the left";
        case Place::Right: return " on the right";
        case Place::Centre: break;
    }
    return " in the center";
}

std::string article(std::string_view next_word) {
    return std::string_view("aeiou").find(next_word.front()) == std::string_view::npos ? "a " : "an ";
}

std::string background_words(RandomStream& random, std::string_view colour) {
    const std::string what = article(colour) + std::string(colour);
    switch (random.below(3)) {
        case 0: return " with " + what + " background";
        case 1: return " and " + what + " wall";
        default: return " with " + what + " sky";
    }
}

}  // namespace

std::string scene_caption(std::int64_t index, Variety variety, std::uint64_t seed) {
    const Scene scene = make_scene(index, variety);
    RandomStream random(mix64(seed) ^ 2, RandomPurpose::Scene, static_cast<std::uint64_t>(index));
    std::string thing;
    if (random.uniform() < .35) {
        thing += scene.large ? pick<2>(random, {"large ", "big "}) : pick<2>(random, {"small ", "tiny "});
    }
    if (random.uniform() < .93) thing += std::string(name_of(scene.colour)) + " ";
    thing += noun(random, scene.solid);

    std::string caption = random.uniform() < .3 ? "a picture of " : "";
    caption += (random.uniform() < .3 ? "the " : article(thing)) + thing;
    if (random.uniform() < .25) caption += place_words(scene.place);
    if (random.uniform() < .75) {
        const std::string_view floor = name_of(scene.floor);
        caption += " on " + article(floor) + std::string(floor) + " " +
                   std::string(pick<3>(random, {"floor", "ground", "surface"}));
    }
    if (random.uniform() < .4) caption += background_words(random, name_of(scene.background));
    return caption;
}

}  // namespace headroom::shapes
