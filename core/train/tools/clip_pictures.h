// Pictures as CLIP looks at them: loading the side of it that sees, preparing what it is shown.
#pragma once

#include "core/api/image_buffer.h"
#include "core/base/result.h"
#include "core/io/weights/architecture.h"
#include "core/train/vqgan_clip/painters.h"

#include <string>

namespace headroom {

/// The weights at `path`, of a list (lists.h) its first file, which alone is looked through; "" for those of the built-in CLIP. Error NotFound:
/// Headroom was installed without its own models.
Result<std::string> clip_file(const std::string& path);
/// What the weights at `path` are the weights of. Errors: as WeightFile::open.
Result<ClipArchitecture> clip_architecture(const std::string& path);
/// What is said of a CLIP beside its weights and decides its features of pictures, in words.
std::string said_beside(const ClipArchitecture& clip);
/// One side of it, on the device.
Result<LoadedClip> load_clip_side(const std::string& path, ClipSide side, at::Device device);

/// A picture (grey or RGB) as the model was trained on it: (1, 3, side, side), its middle, normalised, on the CPU. Bicubic, as open_clip does.
at::Tensor clip_input(const ImageBuffer& image, std::int64_t side, const ClipArchitecture& clip);

}  // namespace headroom
