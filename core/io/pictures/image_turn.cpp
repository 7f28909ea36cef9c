// Rotation is a re-reading of the pixels from another corner and in another direction.
#include "core/io/pictures/image_turn.h"

#include "core/io/pictures/luma.h"

#include <cstddef>
#include <cstring>
#include <utility>

namespace headroom {

void turn_upright(RawPicture& picture, int orientation) {
    if (orientation <= 1 || orientation > 8) return;
    const auto width = static_cast<std::ptrdiff_t>(picture.width), height = static_cast<std::ptrdiff_t>(picture.height);
    const auto channels = static_cast<std::ptrdiff_t>(picture.channels);
    const bool swaps = orientation >= 5;
    // Steps in the stored picture for one step right and one step down in the upright one, before mirroring.
    std::ptrdiff_t right = swaps ? width * channels : channels, down = swaps ? channels : width * channels;
    const std::ptrdiff_t out_width = swaps ? height : width, out_height = swaps ? width : height;
    std::ptrdiff_t start = 0;
    if (orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7) {
        start += right * (out_width - 1);
        right = -right;
    }
    if (orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8) {
        start += down * (out_height - 1);
        down = -down;
    }
    std::vector<std::uint8_t> upright(picture.pixels.size());
    std::uint8_t* out = upright.data();
    for (std::ptrdiff_t y = 0; y < out_height; ++y) {
        const std::uint8_t* from = picture.pixels.data() + start + y * down;
        for (std::ptrdiff_t x = 0; x < out_width; ++x, from += right, out += channels)
            std::memcpy(out, from, static_cast<std::size_t>(channels));
    }
    picture.pixels = std::move(upright);
    picture.width = static_cast<int>(out_width);
    picture.height = static_cast<int>(out_height);
}

void convert_channels(RawPicture& picture, int channels) {
    const std::size_t count = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
    if (picture.channels == 4 && channels < 4) {
        composite_on_white(picture.pixels.data(), count);
        picture.pixels.resize(count * 3);
        picture.channels = 3;
    }
    if (picture.channels == channels) return;
    if (channels == 4) {
        std::vector<std::uint8_t> wide(count * 4, 255);
        const auto stored = static_cast<std::size_t>(picture.channels);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t c = 0; c < 3; ++c) wide[i * 4 + c] = picture.pixels[i * stored + (stored == 1 ? 0 : c)];
        }
        picture.pixels = std::move(wide);
    } else if (channels == 1) {
        for (std::size_t i = 0; i < count; ++i) picture.pixels[i] = luma(&picture.pixels[i * 3]);
        picture.pixels.resize(count);
    } else {
        std::vector<std::uint8_t> wide(count * 3);
        for (std::size_t i = 0; i < count; ++i) std::memset(&wide[i * 3], picture.pixels[i], 3);
        picture.pixels = std::move(wide);
    }
    picture.channels = channels;
}

}  // namespace headroom
