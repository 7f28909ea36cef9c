// From an inert pickle tree to named tensors over storages, checked but not read.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/tensors/tensor_file.h"
#include "core/io/torch_files/pickle_tree.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A tensor of a PyTorch file: a view into a storage. Offset, strides and counts in elements; lies within the storage's count.
struct TorchEntry {
    std::string name;
    DType dtype = DType::F32;
    std::vector<std::int64_t> shape, strides;
    std::int64_t offset = 0;
    std::uint64_t bytes = 0;  ///< of the tensor, contiguous
    bool contiguous = true;
    std::string storage;  ///< key
    std::int64_t storage_count = 0;
};

/// Where the storages of an opened file are read from.
class TorchStorages {
public:
    virtual ~TorchStorages() = default;
    /// Bytes of the storage of `entry` in the file, at least storage_count elements of them; nothing is read. Error: BadFile.
    virtual Result<std::uint64_t> size_of(const TorchEntry& entry) const = 0;
    /// The whole storage into `out`, which has size_of() bytes; checked by CRC where the container has one. Error: BadFile.
    virtual Result<void> read(const TorchEntry& entry, std::span<std::byte> out) const = 0;
};

/// An opened PyTorch file, nothing of its data read yet.
struct TorchIndex {
    std::string path;
    std::string container;  ///< "zip", "torchscript", "legacy"
    std::uint64_t file_size = 0;
    std::vector<TorchEntry> entries;
    std::vector<std::string> ignored, warnings;
    std::unique_ptr<TorchStorages> storages;
};

/// "FloatStorage" -> F32; nothing for kinds that are not read.
std::optional<DType> dtype_of_storage(std::string_view type);

struct TorchOptions {
    std::string path;             ///< for messages
    std::uint64_t file_size = 0;  ///< bounds what strided views may be copied to
    bool is_program = false;      ///< TorchScript: the states of its classes are walked like dictionaries
};

/// Walks dictionaries and lists from the root (names joined with "."), checks every tensor against its storage's figures.
/// Fills entries, ignored and warnings of `index`. Error: BadFile.
Result<void> list_tensors(const PickleTree& tree, const TorchOptions& options, TorchIndex& index);

/// Copies a tensor out of its whole storage into row-major order. `out` has entry.bytes.
void gather(const TorchEntry& entry, std::span<const std::byte> storage, std::span<std::byte> out);

}  // namespace headroom
