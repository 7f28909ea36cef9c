// What the readers of tensor files share: limits, owned memory, checked arithmetic, and a look for NaN.
#pragma once

#include "core/base/result.h"
#include "core/base/utf8.h"
#include "core/io/tensors/tensor_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Limits on files from strangers, far above what real weights need.
namespace tensor_limits {
inline constexpr std::uint64_t kFileBytes = 64ull << 30;
inline constexpr std::size_t kTensors = 100000;
inline constexpr std::size_t kDimensions = 8;
inline constexpr std::size_t kNameBytes = 1024;
}  // namespace tensor_limits

/// Owned memory, aligned to 64 bytes, not cleared.
class TensorBuffer {
public:
    /// Error: OutOfMemory when the machine has not that much to spare; `path` is for the message.
    static Result<TensorBuffer> allocate(std::uint64_t size, const std::string& path);

    std::span<std::byte> bytes() { return {data_.get(), size_}; }
    std::span<const std::byte> bytes() const { return {data_.get(), size_}; }

private:
    struct Free {
        void operator()(std::byte* p) const;
    };
    std::unique_ptr<std::byte, Free> data_;
    std::size_t size_ = 0;
};

/// Product of `shape` times `element`; nothing on overflow or a negative size.
std::optional<std::uint64_t> checked_bytes(std::span<const std::int64_t> shape, std::size_t element);

/// "3 x 64 x 4 x 4", "scalar".
std::string shape_text(std::span<const std::int64_t> shape);

/// A name as it may be shown: its first 80 bytes, on one line, as printable_line() writes it.
std::string shown_name(std::string_view name);

/// Adds a warning that names the tensors with NaN or infinite values, if there are any.
void warn_of_non_finite(TensorFile& file);

}  // namespace headroom
