// Pictures in and out of text to image, and what happens to them between: start pictures, moves, overlays.
#pragma once

#include "core/api/image_buffer.h"
#include "core/base/result.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/train/tensor_bridge.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <string>

namespace headroom {

/// The picture at `path` as (1, 3, height, width): its middle, cut to that shape, then resized. `stretch`: all of it, squeezed, as the
/// original scripts do. Errors: as decode_image.
Result<at::Tensor> read_picture(const std::string& path, std::int64_t width, std::int64_t height, bool stretch);

/// Uniform noise, or ramps of colour whose ends are drawn: (1, 3, height, width) in [0, 1]. The same for the same seed.
at::Tensor noise_picture(std::uint64_t seed, std::int64_t width, std::int64_t height);
at::Tensor gradient_picture(std::uint64_t seed, std::int64_t width, std::int64_t height);

/// One frame of the settings' motion: enlarged and turned about the middle, then shifted; what leaves comes in on the other side,
/// what turning and shrinking bare is mirrored.
at::Tensor moved(const at::Tensor& picture, const ImagineConfig& config);

/// The middle of the picture at `path` as (1, 4, height, width): colours and how opaque they are, 1 throughout without transparency.
/// Errors: as decode_image.
Result<at::Tensor> read_overlay(const std::string& path, std::int64_t width, std::int64_t height);
/// `overlay` (1, 4, H, W) on `picture` (1, 3, H, W), as opaque as it is times `cover`.
at::Tensor overlaid(const at::Tensor& picture, const at::Tensor& overlay, double cover);

}  // namespace headroom
