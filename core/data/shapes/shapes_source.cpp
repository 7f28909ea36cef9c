// Renders picture after picture; grey pictures are the luma of the coloured ones.
#include "core/data/shapes/shapes_source.h"

#include "core/data/pixels.h"
#include "core/data/shapes/captions.h"
#include "core/data/shapes/renderer.h"
#include "core/io/pictures/luma.h"

#include <vector>

namespace headroom {
namespace {

constexpr int kDescribedSize = 64;  // shapes have no size of their own

}  // namespace

std::string ShapesSource::identity() const {
    return "renderer " + std::to_string(shapes::kRendererVersion) + ", variety " + std::string(name_of(variety_)) +
           ", count " + std::to_string(count_);
}

Result<void> ShapesSource::render(std::int64_t index, int size, int channels, std::uint8_t* out) const {
    const shapes::Scene scene = shapes::make_scene(index, variety_);
    if (channels == 3) {
        shapes::render_scene(scene, size, out);
        return {};
    }
    const std::size_t pixels = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    std::vector<std::uint8_t> rgb(pixels * 3);
    shapes::render_scene(scene, size, rgb.data());
    for (std::size_t i = 0; i < pixels; ++i) out[i] = luma(&rgb[i * 3]);
    return {};
}

std::string ShapesSource::path(std::int64_t index) const { return shapes::scene_caption(index, variety_); }

Result<DatasetImage> ShapesSource::describe(std::int64_t index, bool with_mean) const {
    DatasetImage image{path(index), kDescribedSize, kDescribedSize, {}};
    if (!with_mean) return image;
    std::vector<std::uint8_t> rgb(static_cast<std::size_t>(kDescribedSize) * kDescribedSize * 3);
    shapes::render_scene(shapes::make_scene(index, variety_), kDescribedSize, rgb.data());
    image.mean_rgb = mean_rgb(rgb.data(), static_cast<std::size_t>(kDescribedSize) * kDescribedSize, 3);
    return image;
}

}  // namespace headroom
