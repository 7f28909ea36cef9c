// Scene: what one picture of the built-in shapes shows, drawn at random from its index alone.
#pragma once

#include "core/api/train_config.h"
#include "core/base/enum_names.h"
#include "core/data/shapes/vec3.h"

#include <cstdint>

namespace headroom::shapes {

enum class Solid { Sphere, Cube, Cylinder, Cone, Torus, Octahedron };
enum class Colour { Red, Orange, Yellow, Green, Cyan, Blue, Purple, Pink, White, Gray };
enum class Place { Left, Centre, Right };

/// One solid on a floor before a plain background. Lengths in scene units (a large solid has a radius near 0.9), the floor is
/// y = 0, the camera looks along +z. Angles in radians. Colours are linear RGB, 0..1.
struct Scene {
    Solid solid = Solid::Sphere;
    Colour colour = Colour::Red, floor = Colour::Green, background = Colour::White;
    Vec3 colour_rgb, floor_rgb, background_rgb;
    Place place = Place::Centre;
    bool large = true;
    bool close_camera = false;  ///< the demo's zoom
    float radius = 0.9f;
    Vec3 centre;  ///< of the solid
    float yaw = 0, pitch = 0;
    Vec3 light;  ///< unit vector towards the light
};

/// The scene of picture `index`: a function of (variety, index), the same on every machine, thread and order.
Scene make_scene(std::int64_t index, Variety variety);

}  // namespace headroom::shapes

namespace headroom {
template <> struct EnumNames<shapes::Solid> {
    static constexpr std::array<std::string_view, 6> names{"sphere", "cube", "cylinder", "cone", "torus", "octahedron"};
};
template <> struct EnumNames<shapes::Colour> {
    static constexpr std::array<std::string_view, 10> names{"red",  "orange", "yellow", "green", "cyan",
                                                            "blue", "purple", "pink",   "white", "gray"};
};
}  // namespace headroom
