// Start pictures, moves and overlays.
#include "core/train/vqgan_clip/painted_picture.h"

#include "core/base/random.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample.h"
#include "core/memory/libtorch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom {
namespace {

/// The middle of `image` in the shape width : height.
ImageBuffer middle(const ImageBuffer& image, std::int64_t width, std::int64_t height) {
    const double scale = std::min(static_cast<double>(image.width) / static_cast<double>(width),
                                  static_cast<double>(image.height) / static_cast<double>(height));
    const int w = std::clamp(static_cast<int>(std::lround(scale * static_cast<double>(width))), 1, image.width);
    const int h = std::clamp(static_cast<int>(std::lround(scale * static_cast<double>(height))), 1, image.height);
    if (w == image.width && h == image.height) return image;
    const std::size_t x = static_cast<std::size_t>((image.width - w) / 2),
                      y = static_cast<std::size_t>((image.height - h) / 2);
    const auto channels = static_cast<std::size_t>(image.channels);
    auto pixels = std::make_shared<std::vector<std::uint8_t>>();
    pixels->reserve(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * channels);
    for (std::size_t row = 0; row < static_cast<std::size_t>(h); ++row) {
        const auto* from = image.pixels->data() + (y + row) * image.row_bytes() + x * channels;
        pixels->insert(pixels->end(), from, from + static_cast<std::size_t>(w) * channels);
    }
    return {w, h, image.channels, std::move(pixels)};
}

}  // namespace

Result<at::Tensor> read_picture(const std::string& path, std::int64_t width, std::int64_t height, bool stretch) {
    auto image = decode_image(path);
    if (!image) return image.error();
    return tensor_of(resize_image(stretch ? *image : middle(*image, width, height), static_cast<int>(width),
                                  static_cast<int>(height)));
}

Result<at::Tensor> read_overlay(const std::string& path, std::int64_t width, std::int64_t height) {
    auto image = decode_image(path, 4);
    if (!image) return image.error();
    return tensor_of(resample(middle(*image, width, height), static_cast<int>(width), static_cast<int>(height),
                              ResampleFilter::Lanczos));
}

at::Tensor noise_picture(std::uint64_t seed, std::int64_t width, std::int64_t height) {
    at::Tensor out = at::empty({1, 3, height, width});
    RandomStream random(seed, RandomPurpose::Scene, 1);
    for (float *at = out.mutable_data_ptr<float>(), *end = at + out.numel(); at != end; ++at)
        *at = static_cast<float>(random.below(255)) / 255.0f;
    return out;
}

at::Tensor gradient_picture(std::uint64_t seed, std::int64_t width, std::int64_t height) {
    // Red across, green down, blue down from one random end to another: nerdyrodent's ranges.
    RandomStream random(seed, RandomPurpose::Scene, 2);
    const auto between = [&](int low, int high) {
        return static_cast<double>(low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1)))) /
               255.0;
    };
    const double red = between(1, 254), green = between(2, 254), blue_from = between(0, 254), blue_to = between(3, 127);
    const at::Tensor across = at::linspace(0, red, width).expand({height, width});
    const at::Tensor down = at::linspace(0, green, height).unsqueeze(1).expand({height, width});
    const at::Tensor blue = at::linspace(blue_from, blue_to, height).unsqueeze(1).expand({height, width});
    return at::stack({across, down, blue}).unsqueeze(0).contiguous();
}

at::Tensor moved(const at::Tensor& picture, const ImagineConfig& config) {
    at::Tensor out = picture;
    if (config.motion_zoom != 1.0 || config.motion_turn != 0.0) {
        const double angle = config.motion_turn * std::numbers::pi / 180.0, scale = 1.0 / config.motion_zoom;
        const double wide = static_cast<double>(picture.size(3)) / static_cast<double>(picture.size(2));
        const double c = std::cos(angle) * scale, s = std::sin(angle) * scale;
        // From where each pixel comes, in coordinates from -1 to 1 along both sides.
        const at::Tensor matrix = at::tensor({c, s / wide, 0.0, -s * wide, c, 0.0}, at::kDouble)
                                      .view({1, 2, 3})
                                      .to(picture.scalar_type())
                                      .to(picture.device());
        const at::Tensor grid = at::affine_grid_generator(matrix, picture.sizes(), false);
        out = at::grid_sampler_2d(out, grid, 2 /* bicubic */, 2 /* mirrored */, false).clamp(0, 1);
    }
    return config.motion_x == 0 && config.motion_y == 0 ? out
                                                        : at::roll(out, {config.motion_y, config.motion_x}, {2, 3});
}

at::Tensor overlaid(const at::Tensor& picture, const at::Tensor& overlay, double cover) {
    const at::Tensor on = overlay.to(picture.device(), picture.scalar_type());
    return at::lerp(picture, on.narrow(1, 0, 3), on.narrow(1, 3, 1) * cover);
}

}  // namespace headroom
