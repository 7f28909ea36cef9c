// Draws the solid, its colours, place, turn and light of one picture from a stateless random stream.
#include "core/data/shapes/scene.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <span>

namespace headroom::shapes {
namespace {

constexpr std::uint64_t kSceneSeed = 1;

constexpr std::array<Vec3, 10> kPalette{{{.86f, .10f, .09f},
                                         {.96f, .48f, .05f},
                                         {.96f, .85f, .10f},
                                         {.13f, .66f, .17f},
                                         {.10f, .78f, .80f},
                                         {.12f, .25f, .88f},
                                         {.52f, .16f, .78f},
                                         {.97f, .45f, .70f},
                                         {.95f, .95f, .95f},
                                         {.42f, .42f, .44f}}};

// The demo keeps the variety low, because the number of different scenes decides how soon a small network draws them.
constexpr std::array kDemoColours{Colour::Red,  Colour::Yellow, Colour::Cyan,
                                  Colour::Blue, Colour::Purple, Colour::Pink};
constexpr std::array kDemoFloors{Colour::Blue, Colour::Green, Colour::Orange, Colour::Gray};
constexpr std::array kAllColours{Colour::Red,  Colour::Orange, Colour::Yellow, Colour::Green, Colour::Cyan,
                                 Colour::Blue, Colour::Purple, Colour::Pink,   Colour::White, Colour::Gray};

float between(RandomStream& random, float low, float high) { return static_cast<float>(random.uniform(low, high)); }

Colour pick(RandomStream& random, std::span<const Colour> from) { return from[random.below(from.size())]; }

Colour pick_other(RandomStream& random, std::span<const Colour> from, Colour not_this, Colour nor_this) {
    Colour chosen = pick(random, from);
    while (chosen == not_this || chosen == nor_this) chosen = pick(random, from);
    return chosen;
}

Vec3 jittered(RandomStream& random, Colour colour) {
    const Vec3 base = kPalette[static_cast<std::size_t>(colour)];
    const float gain = between(random, .90f, 1.08f);
    const auto channel = [&](float value) {
        return std::clamp(value * gain + between(random, -.04f, .04f), 0.0f, 1.0f);
    };
    const float r = channel(base.x), g = channel(base.y), b = channel(base.z);
    return {r, g, b};
}

void choose_colours(Scene& scene, RandomStream& random, bool demo) {
    if (demo) {
        scene.colour = pick(random, kDemoColours);
        scene.floor = pick_other(random, kDemoFloors, scene.colour, scene.colour);
        scene.background = Colour::White;
    } else {
        scene.colour = pick(random, kAllColours);
        scene.floor = pick_other(random, kAllColours, scene.colour, scene.colour);
        scene.background = pick_other(random, kAllColours, scene.colour, scene.floor);
    }
    scene.colour_rgb = jittered(random, scene.colour);
    scene.floor_rgb = jittered(random, scene.floor);
    scene.background_rgb = jittered(random, scene.background);
}

float choose_x(RandomStream& random, Place place, bool large) {
    if (place == Place::Centre) return between(random, -.12f, .12f);
    const float distance = large ? between(random, .48f, .62f) : between(random, .60f, .88f);
    return place == Place::Left ? -distance : distance;
}

void choose_turn(Scene& scene, RandomStream& random) {
    if (scene.solid == Solid::Cube || scene.solid == Solid::Octahedron)
        scene.yaw = between(random, .30f, 1.25f);  // never face-on
    if (scene.solid != Solid::Torus) return;
    scene.yaw = between(random, -.5f, .5f);
    scene.pitch = -between(random, .75f, 1.15f);  // towards the camera, so that the hole shows
}

/// Height of the centre that makes the solid rest on the floor.
float resting_height(const Scene& scene) {
    const float r = scene.radius;
    switch (scene.solid) {
        case Solid::Sphere: return r;
        case Solid::Cube: return .80f * r;
        case Solid::Cylinder:
        case Solid::Cone: return .95f * r;
        case Solid::Torus: return .70f * r * std::sin(-scene.pitch) + .29f * r;
        case Solid::Octahedron: return (scene.close_camera ? 1.0f : 1.08f) * r / .92f;
    }
    return r;
}

}  // namespace

Scene make_scene(std::int64_t index, Variety variety) {
    RandomStream random(kSceneSeed, RandomPurpose::Scene, static_cast<std::uint64_t>(index));
    const bool demo = variety == Variety::Demo;
    const bool full = variety == Variety::Full;
    Scene scene;
    scene.close_camera = demo;
    scene.solid = static_cast<Solid>(random.below(EnumNames<Solid>::names.size()));
    choose_colours(scene, random, demo);
    scene.large = !full || random.below(2) == 0;
    scene.radius = scene.large ? between(random, .84f, .96f) : between(random, .52f, .60f);
    scene.place = full ? static_cast<Place>(random.below(3)) : Place::Centre;
    scene.centre.x = choose_x(random, scene.place, scene.large);
    scene.centre.z = between(random, -.25f, .35f);
    choose_turn(scene, random);
    scene.centre.y = resting_height(scene);
    const bool light_from_left = demo || random.below(2) == 0;
    const float azimuth = between(random, .5f, 1.15f) * (light_from_left ? -1.0f : 1.0f);
    const float elevation = between(random, .7f, 1.05f);
    scene.light = {std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
                   -std::cos(azimuth) * std::cos(elevation)};
    return scene;
}

}  // namespace headroom::shapes
