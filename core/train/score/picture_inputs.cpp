// Resizing, rule by rule.
#include "core/train/score/picture_inputs.h"

#include "core/io/pictures/resample.h"
#include "core/memory/libtorch.h"
#include "core/models/score/inception.h"
#include "core/train/tensor_bridge.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::int64_t kInceptionSide = InceptionFeatures::kSide;

/// Bytes as floats, (1, 3, H, W).
at::Tensor colours_in_bytes(const ImageBuffer& picture) {
    return bytes_of(picture).to(at::kFloat).expand({-1, 3, -1, -1});
}

/// Of one axis: sample i lies at i * from / to, between its neighbours below and above.
struct Corner {
    at::Tensor below, above, share;
};

Corner corner_axis(std::int64_t from, std::int64_t to) {
    const at::Tensor place =
        at::arange(to, at::kFloat) * static_cast<float>(static_cast<double>(from) / static_cast<double>(to));
    const at::Tensor below = place.to(at::kLong);
    return {below, (below + 1).clamp_max(from - 1), place - below.to(at::kFloat)};
}

/// TensorFlow 1's resize_bilinear without aligned corners.
at::Tensor from_the_corner(const at::Tensor& x) {
    const Corner across = corner_axis(x.size(3), kInceptionSide), down = corner_axis(x.size(2), kInceptionSide);
    const auto between = [](const at::Tensor& a, const at::Tensor& b, const at::Tensor& share) {
        return a + (b - a) * share;
    };
    const at::Tensor rows = between(x.index_select(3, across.below), x.index_select(3, across.above), across.share);
    return between(rows.index_select(2, down.below), rows.index_select(2, down.above), down.share.unsqueeze(1));
}

at::Tensor by_pillow(const ImageBuffer& picture, std::int64_t side) {
    const auto s = static_cast<int>(side);
    const std::vector<float> pixels = resample_floats(picture, s, s, ResampleFilter::Bicubic);
    at::Tensor rows = at::empty({side, side, picture.channels}, at::kFloat);
    std::copy(pixels.begin(), pixels.end(), rows.mutable_data_ptr<float>());
    return rows.permute({2, 0, 1}).unsqueeze(0).expand({-1, 3, -1, -1}).clamp(0, 255);
}

}  // namespace

at::Tensor inception_input(const ImageBuffer& picture, InceptionResize resize) {
    switch (resize) {
        case InceptionResize::PytorchFid:
            return at::upsample_bilinear2d(colours_in_bytes(picture) / 255, {kInceptionSide, kInceptionSide}, false) *
                       2 -
                   1;
        case InceptionResize::TorchFidelity: return (from_the_corner(colours_in_bytes(picture)) - 128) / 128;
        case InceptionResize::CleanFid: break;
    }
    return (by_pillow(picture, kInceptionSide) - 128) / 128;
}

at::Tensor square_input(const ImageBuffer& picture, std::int64_t side) {
    return by_pillow(picture, side).div_(127.5).sub_(1);
}

}  // namespace headroom
