// From an inert pickle tree to named, contiguous tensors.
#pragma once

#include "core/base/result.h"
#include "core/io/pickle_tree.h"
#include "core/io/tensor_buffer.h"
#include "core/io/tensor_file.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// Everything that keeps a loaded file's bytes alive. A deque: buffers stay where they are when more come.
struct TorchBuffers {
    std::deque<TensorBuffer> buffers;
};

/// "FloatStorage" -> F32; nothing for kinds that are not read.
std::optional<DType> dtype_of_storage(std::string_view type);

/// Gives the bytes of a whole storage, at least count * element size of them. Called once per tensor; the source caches.
using StorageSource = std::function<Result<std::span<const std::byte>>(const PickleStorage& storage, DType dtype)>;

struct TorchOptions {
    std::string path;             ///< for messages
    std::uint64_t file_size = 0;  ///< bounds what strided views may be copied to
    bool is_program = false;      ///< TorchScript: the states of its classes are walked like dictionaries
};

/// Walks dictionaries and lists from the root (names joined with "."), checks every tensor against its storage and makes
/// strided ones contiguous. Fills tensors and ignored of `file`. Error: BadFile.
Result<void> take_tensors(const PickleTree& tree, const TorchOptions& options, const StorageSource& source, TorchBuffers& buffers, TensorFile& file);

}  // namespace headroom
