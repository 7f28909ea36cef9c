// Between tensor files, pictures (core/io) and tensors.
#pragma once

#include "core/api/image_buffer.h"
#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"

#include <ATen/core/TensorBody.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// A copy of a stored tensor on the CPU.
at::Tensor to_tensor(const TensorView& view);

/// Tensors copied into memory of their own, contiguous, so that training may go on while they are written.
struct TensorCopies {
    std::vector<TensorView> views;
    std::shared_ptr<const void> storage;
};
/// `pinned`: into page-locked memory where the system has it, from which a GPU reads back fastest.
TensorCopies copy_tensors(const NamedTensors& tensors, bool pinned = false);

/// What keeps `views` from being `targets` by name and shape, in words; nothing when they are.
std::optional<std::string> first_difference(const NamedTensors& targets, const std::vector<TensorView>& views);

/// Copies `views` into `targets` by name. All or nothing: every target must be there with its shape.
/// Error: BadFile with the first missing, extra or mis-shaped name; `what` names the file or part.
Result<void> load_into(const NamedTensors& targets, const std::vector<TensorView>& views, const std::string& what);

/// An 8-bit picture as bytes (1, channels, H, W), interleaved as they are, on the CPU.
at::Tensor bytes_of(const ImageBuffer& image);
/// Bytes (n, channels, H, W) in any layout -> 8-bit pictures.
ImageList images_of(const at::Tensor& bytes);

/// 8-bit picture -> (1, channels, H, W) in [0, 1] on the CPU, and the first picture of a batch back (rounded).
at::Tensor tensor_of(const ImageBuffer& image);
ImageBuffer image_of(const at::Tensor& picture);

}  // namespace headroom
