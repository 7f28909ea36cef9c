// Renders a scene of the built-in shapes into bytes: ray marching, soft shadow, 2 x 2 samples a pixel. Thread-safe.
#pragma once

#include "core/data/shapes/scene.h"

#include <cstdint>

namespace headroom::shapes {

/// Goes into the fingerprint of the data set: raise it whenever a rendered byte or a scene changes.
constexpr int kRendererVersion = 2;

/// Writes size * size * 3 bytes, rows top to bottom, RGB. Cost grows with the square of `size`.
void render_scene(const Scene& scene, int size, std::uint8_t* rgb);

}  // namespace headroom::shapes
