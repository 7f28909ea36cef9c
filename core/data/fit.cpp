// Cropping is a choice of rows and a place in them; only the resize touches pixels.
#include "core/data/fit.h"

#include "core/base/random.h"

#include <algorithm>

namespace headroom {
namespace {

// Fixed: the packed pictures do not depend on a run's seed.
constexpr std::uint64_t kCropSeed = 1;

}  // namespace

void FittedRows::begin(int width, int height, int channels) {
    width_ = width;
    height_ = height;
    int x = 0, crop_width = width, crop_height = height;
    y_ = first_row_ = 0;
    if (fit_ != FitMode::Stretch) {
        const int side = std::min(width, height);
        x = (width - side) / 2;
        first_row_ = (height - side) / 2;
        if (fit_ == FitMode::RandomCrop) {
            RandomStream random(kCropSeed, RandomPurpose::Crop, static_cast<std::uint64_t>(index_));
            x = static_cast<int>(random.below(static_cast<std::uint64_t>(width - side) + 1));
            first_row_ = static_cast<int>(random.below(static_cast<std::uint64_t>(height - side) + 1));
        }
        crop_width = crop_height = side;
    }
    rows_ = crop_height;
    first_byte_ = static_cast<std::size_t>(x) * static_cast<std::size_t>(channels);
    resize_.emplace(crop_width, crop_height, channels, size_, size_, out_);
}

void FittedRows::row(const std::uint8_t* pixels) {
    const int y = y_++ - first_row_;
    if (y >= 0 && y < rows_) resize_->add(pixels + first_byte_);
}

void fit_picture(const PixelView& picture, FitMode fit, std::int64_t index, int size, std::uint8_t* out) {
    FittedRows rows(fit, index, size, out);
    rows.begin(picture.width, picture.height, picture.channels);
    for (int y = 0; y < picture.height; ++y) rows.row(picture.data + picture.stride * static_cast<std::size_t>(y));
}

}  // namespace headroom
