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
    if (fit_ == FitMode::Pad) return begin_padded(channels);
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

void FittedRows::begin_padded(int channels) {
    const int longer = std::max(width_, height_);
    const auto shown = [&](int side) {
        return static_cast<int>(std::max<std::int64_t>(1, (std::int64_t{side} * size_ + longer / 2) / longer));
    };
    inner_width_ = shown(width_);
    inner_height_ = shown(height_);
    channels_ = channels;
    rows_ = height_;
    first_byte_ = 0;
    inner_.resize(static_cast<std::size_t>(inner_width_) * static_cast<std::size_t>(inner_height_) *
                  static_cast<std::size_t>(channels));
    resize_.emplace(width_, height_, channels, inner_width_, inner_height_, inner_.data());
}

void FittedRows::place_padded() {
    const auto channels = static_cast<std::size_t>(channels_), side = static_cast<std::size_t>(size_);
    const std::size_t row = static_cast<std::size_t>(inner_width_) * channels;
    std::fill_n(out_, side * side * channels, ground_);
    std::uint8_t* to = out_ + (static_cast<std::size_t>((size_ - inner_height_) / 2) * side +
                               static_cast<std::size_t>((size_ - inner_width_) / 2)) *
                                  channels;
    for (int y = 0; y < inner_height_; ++y, to += side * channels)
        std::copy_n(inner_.data() + static_cast<std::size_t>(y) * row, row, to);
}

void FittedRows::row(const std::uint8_t* pixels) {
    const int y = y_++ - first_row_;
    if (y >= 0 && y < rows_) resize_->add(pixels + first_byte_);
    if (fit_ == FitMode::Pad && y_ == height_) place_padded();
}

void fit_picture(const PixelView& picture, FitMode fit, std::int64_t index, int size, std::uint8_t* out,
                 std::uint8_t ground) {
    FittedRows rows(fit, index, size, out, ground);
    rows.begin(picture.width, picture.height, picture.channels);
    for (int y = 0; y < picture.height; ++y) rows.row(picture.data + picture.stride * static_cast<std::size_t>(y));
}

bool are_cut_otherwise(const TrainConfig& a, const TrainConfig& b) {
    return a.data_fit != b.data_fit || a.data_ground != b.data_ground;
}

}  // namespace headroom
