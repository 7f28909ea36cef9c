// TensorStream: a weight file that is open but not loaded: its tensors by name, type and shape, read one at a time.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct TensorEntry {
    std::string name;
    DType dtype = DType::F32;
    std::vector<std::int64_t> shape;
    std::uint64_t bytes = 0;  ///< row-major and contiguous, whatever the file keeps
};

/// Everything that can be checked without reading the data has been checked when a stream opens. One thread at a time.
class TensorStream {
public:
    /// By content, whatever the extension. Errors: NotFound, BadFile (what is wrong, which tensor or record, what to do).
    static Result<TensorStream> open(const std::string& path);

    const std::string& path() const { return path_; }
    const std::string& container() const { return container_; }  ///< "safetensors", "zip", "torchscript", "legacy"
    const std::vector<TensorEntry>& entries() const { return entries_; }  ///< in stored order
    const std::map<std::string, std::string>& metadata() const { return metadata_; }
    const std::vector<std::string>& ignored() const { return ignored_; }  ///< objects of a pickle that are no tensors
    const std::vector<std::string>& warnings() const { return warnings_; }

    /// Reads one tensor, little-endian, into `out`, which has entries()[index].bytes. Takes no more memory than the data that the
    /// tensor shares with others (the last such piece is kept), so read in stored order. Errors: BadFile (a CRC that does not
    /// match, a file that was cut meanwhile), OutOfMemory.
    Result<void> read(std::size_t index, std::span<std::byte> out);

    /// How a container gives the bytes of one of its tensors.
    struct Source {
        virtual ~Source() = default;
        virtual Result<void> read(std::size_t index, std::span<std::byte> out) = 0;
    };
    /// For the readers of the containers.
    struct Parts {
        std::string container;
        std::vector<TensorEntry> entries;
        std::map<std::string, std::string> metadata;
        std::vector<std::string> ignored, warnings;
        std::unique_ptr<Source> source;
    };

private:
    std::string path_, container_;
    std::vector<TensorEntry> entries_;
    std::map<std::string, std::string> metadata_;
    std::vector<std::string> ignored_, warnings_;
    std::unique_ptr<Source> source_;
};

/// The two kinds of containers behind TensorStream::open.
Result<TensorStream::Parts> open_safetensors_parts(const std::string& path);
Result<TensorStream::Parts> open_torch_parts(const std::string& path);

}  // namespace headroom
