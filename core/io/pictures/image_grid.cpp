// Lays pictures out on white.
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace headroom {
namespace {

/// Copies `image` to (x, y) of an RGB or grey canvas; grey pictures are widened on an RGB canvas.
void paste(const ImageBuffer& image, int x, int y, int canvas_width, int canvas_channels,
           std::vector<std::uint8_t>& canvas) {
    const auto channels = static_cast<std::size_t>(canvas_channels);
    for (int row = 0; row < image.height; ++row) {
        const std::uint8_t* from = image.pixels->data() + image.row_bytes() * static_cast<std::size_t>(row);
        std::uint8_t* to = &canvas[(static_cast<std::size_t>(y + row) * static_cast<std::size_t>(canvas_width) +
                                    static_cast<std::size_t>(x)) *
                                   channels];
        if (image.channels == canvas_channels) {
            std::memcpy(to, from, image.row_bytes());
        } else {
            for (int i = 0; i < image.width; ++i)
                std::memset(to + static_cast<std::size_t>(i) * channels, from[i], channels);
        }
    }
}

std::shared_ptr<std::vector<std::uint8_t>> white_canvas(int width, int height, int channels) {
    return std::make_shared<std::vector<std::uint8_t>>(
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(channels),
        std::uint8_t{255});
}

}  // namespace

ImageBuffer fit_on_white(const ImageBuffer& image, int width, int height) {
    if (image.empty()) return {};
    const auto other_side = [](int side, int from, int to) {
        return std::max(1, static_cast<int>(std::lround(static_cast<double>(side) * to / from)));
    };
    const int high = other_side(image.height, image.width, width), wide = other_side(image.width, image.height, height);
    const ImageBuffer fit = high <= height ? resize_image(image, width, high) : resize_image(image, wide, height);
    if (fit.width == width && fit.height == height) return fit;
    auto canvas = white_canvas(width, height, fit.channels);
    paste(fit, (width - fit.width) / 2, (height - fit.height) / 2, width, fit.channels, *canvas);
    return {width, height, fit.channels, std::move(canvas)};
}

ImageBuffer compose_grid(const ImageList& images, int columns, int gap) {
    if (images.empty()) return {};
    int cell_width = 0, cell_height = 0, channels = 1;
    for (const ImageBuffer& image : images) {
        cell_width = std::max(cell_width, image.width);
        cell_height = std::max(cell_height, image.height);
        channels = std::max(channels, image.channels);
    }
    gap = std::max(gap, 0);
    const int count = static_cast<int>(images.size());
    if (columns == 0) columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    columns = std::clamp(columns, 1, count);
    const int rows = (count + columns - 1) / columns;
    const int width = columns * (cell_width + gap) + gap, height = rows * (cell_height + gap) + gap;
    auto canvas = white_canvas(width, height, channels);
    for (int i = 0; i < count; ++i) {
        const ImageBuffer& image = images[static_cast<std::size_t>(i)];
        if (image.empty()) continue;
        paste(image, gap + (i % columns) * (cell_width + gap), gap + (i / columns) * (cell_height + gap), width,
              channels, *canvas);
    }
    return {width, height, channels, std::move(canvas)};
}

}  // namespace headroom
