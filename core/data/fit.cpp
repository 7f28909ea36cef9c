// Cropping is a view; only the resize touches pixels.
#include "core/data/fit.h"

#include "core/base/random.h"

#include <algorithm>

namespace headroom {
namespace {

// Fixed: the packed pictures do not depend on a run's seed.
constexpr std::uint64_t kCropSeed = 1;

}  // namespace

void fit_picture(const PixelView& picture, FitMode fit, std::int64_t index, int size, std::uint8_t* out) {
    PixelView view = picture;
    if (fit != FitMode::Stretch) {
        const int side = std::min(picture.width, picture.height);
        int x = (picture.width - side) / 2, y = (picture.height - side) / 2;
        if (fit == FitMode::RandomCrop) {
            RandomStream random(kCropSeed, RandomPurpose::Crop, static_cast<std::uint64_t>(index));
            x = static_cast<int>(random.below(static_cast<std::uint64_t>(picture.width - side) + 1));
            y = static_cast<int>(random.below(static_cast<std::uint64_t>(picture.height - side) + 1));
        }
        view.data += picture.stride * static_cast<std::size_t>(y) +
                     static_cast<std::size_t>(x) * static_cast<std::size_t>(picture.channels);
        view.width = view.height = side;
    }
    resize_pixels(view, size, size, out);
}

}  // namespace headroom
