// What becomes of a row on its way. Rotation is a re-reading of the pixels from another corner and in another direction.
#include "core/io/pictures/picture_rows.h"

#include "core/io/pictures/luma.h"

#include <cstring>

namespace headroom {
namespace {

std::size_t size_of(int width, int channels) {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
}

/// Most pixels of drawings are all there or not at all.
void composite(const std::uint8_t* rgba, std::size_t count, unsigned ground, std::uint8_t* rgb) {
    for (const std::uint8_t* end = rgba + count * 4; rgba != end; rgba += 4, rgb += 3) {
        const unsigned alpha = rgba[3];
        if (alpha == 255) {
            std::memcpy(rgb, rgba, 3);
        } else if (alpha == 0) {
            std::memset(rgb, static_cast<int>(ground), 3);
        } else {
            const unsigned behind = ground * (255 - alpha) + 127;
            for (int c = 0; c < 3; ++c) rgb[c] = static_cast<std::uint8_t>((rgba[c] * alpha + behind) / 255);
        }
    }
}

}  // namespace

void WholePicture::begin(int width, int height, int channels) {
    pixels_ = std::make_shared<std::vector<std::uint8_t>>(size_of(width, channels) * static_cast<std::size_t>(height));
    image_ = {width, height, channels, pixels_};
    at_ = 0;
}

void WholePicture::row(const std::uint8_t* pixels) {
    std::memcpy(pixels_->data() + at_, pixels, image_.row_bytes());
    at_ += image_.row_bytes();
}

void InChannels::begin(int width, int height, int channels) {
    stored_ = channels;
    if (stored_ == 4 && channels_ < 4) rgb_.resize(size_of(width, 3));
    if (stored_ != channels_) row_.resize(size_of(width, channels_));
    next_.begin(width, height, channels_);
}

void InChannels::row(const std::uint8_t* pixels) {
    if (stored_ == channels_) return next_.row(pixels);
    const auto wanted = static_cast<std::size_t>(channels_);
    const std::size_t count = row_.size() / wanted;
    std::uint8_t* out = row_.data();
    if (stored_ == 4) {
        std::uint8_t* rgb = wanted == 3 ? out : rgb_.data();
        composite(pixels, count, ground_, rgb);
        pixels = rgb;
    }
    if (wanted == 1) {
        for (std::size_t i = 0; i < count; ++i) out[i] = luma(pixels + i * 3);
    } else if (stored_ != 4) {
        if (wanted == 4) std::memset(out, 255, row_.size());
        const std::size_t step = stored_ == 1 ? 0 : 1;
        for (std::size_t i = 0; i < count; ++i, pixels += stored_) {
            for (std::size_t c = 0; c < 3; ++c) out[i * wanted + c] = pixels[c * step];
        }
    }
    next_.row(out);
}

void Upright::begin(int width, int height, int channels) {
    width_ = width;
    height_ = height;
    channels_ = channels;
    stored_.reserve(size_of(width, channels) * static_cast<std::size_t>(height));
}

void Upright::row(const std::uint8_t* pixels) {
    stored_.insert(stored_.end(), pixels, pixels + size_of(width_, channels_));
    if (stored_.size() == size_of(width_, channels_) * static_cast<std::size_t>(height_)) hand_on();
}

void Upright::hand_on() {
    const auto width = std::ptrdiff_t{width_}, height = std::ptrdiff_t{height_}, channels = std::ptrdiff_t{channels_};
    const bool swaps = orientation_ >= 5;
    // Steps in the stored picture for one step right and one step down in the upright one, before mirroring.
    std::ptrdiff_t right = swaps ? width * channels : channels, down = swaps ? channels : width * channels;
    const std::ptrdiff_t out_width = swaps ? height : width, out_height = swaps ? width : height;
    std::ptrdiff_t start = 0;
    if (orientation_ == 2 || orientation_ == 3 || orientation_ == 6 || orientation_ == 7) {
        start += right * (out_width - 1);
        right = -right;
    }
    if (orientation_ == 3 || orientation_ == 4 || orientation_ == 7 || orientation_ == 8) {
        start += down * (out_height - 1);
        down = -down;
    }
    next_.begin(static_cast<int>(out_width), static_cast<int>(out_height), channels_);
    std::vector<std::uint8_t> row(static_cast<std::size_t>(out_width * channels));
    for (std::ptrdiff_t y = 0; y < out_height; ++y) {
        const std::uint8_t* from = stored_.data() + start + y * down;
        for (std::uint8_t* out = row.data(); out != row.data() + row.size(); from += right, out += channels)
            std::memcpy(out, from, static_cast<std::size_t>(channels));
        next_.row(row.data());
    }
}

}  // namespace headroom
