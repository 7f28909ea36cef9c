// Between tensor files (core/io) and tensors.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"

#include <ATen/core/TensorBody.h>

#include <memory>
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

/// Copies `views` into `targets` by name. All or nothing: every target must be there with its shape.
/// Error: BadFile with the first missing, extra or mis-shaped name; `what` names the file or part.
Result<void> load_into(const NamedTensors& targets, const std::vector<TensorView>& views, const std::string& what);

}  // namespace headroom
