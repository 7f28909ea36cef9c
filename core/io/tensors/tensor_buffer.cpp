// Memory, arithmetic and checks for tensor files.
#include "core/io/tensors/tensor_buffer.h"

#include "core/base/units.h"
#include "core/base/utf8.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>

namespace headroom {
namespace {

static_assert(std::endian::native == std::endian::little, "tensor files are little-endian and used in place");

/// Memory that can be had without pushing others out; 0: unknown.
std::uint64_t available_memory() {
    std::FILE* file = std::fopen("/proc/meminfo", "re");
    if (!file) return 0;
    char line[128];
    unsigned long long kib = 0;
    while (std::fgets(line, sizeof line, file)) {
        if (std::sscanf(line, "MemAvailable: %llu kB", &kib) == 1) break;
    }
    std::fclose(file);
    return static_cast<std::uint64_t>(kib) * 1024;
}

template <class Word> bool any_exponent_full(std::span<const std::byte> data, Word mask) {
    bool found = false;
    for (std::size_t at = 0; at + sizeof(Word) <= data.size(); at += sizeof(Word)) {
        Word word;
        std::memcpy(&word, data.data() + at, sizeof word);
        found |= (word & mask) == mask;
    }
    return found;
}

bool has_non_finite(const TensorView& tensor) {
    switch (tensor.dtype) {
        case DType::F64: return any_exponent_full<std::uint64_t>(tensor.data, 0x7ff0000000000000ull);
        case DType::F32: return any_exponent_full<std::uint32_t>(tensor.data, 0x7f800000u);
        case DType::F16: return any_exponent_full<std::uint16_t>(tensor.data, 0x7c00u);
        case DType::BF16: return any_exponent_full<std::uint16_t>(tensor.data, 0x7f80u);
        default: return false;
    }
}

}  // namespace

void TensorBuffer::Free::operator()(std::byte* p) const { ::operator delete(p, std::align_val_t(64)); }

Result<TensorBuffer> TensorBuffer::allocate(std::uint64_t size, const std::string& path) {
    const auto too_much = [&](std::uint64_t free) {
        return make_error(
            ErrorCode::OutOfMemory,
            path + " needs " + to_text(Bytes{static_cast<std::int64_t>(size)}) + " of memory" +
                (free ? ", " + to_text(Bytes{static_cast<std::int64_t>(free)}) + " are free" : std::string()),
            "Close other programs or use a smaller file.");
    };
    // Small amounts are not worth asking the system about.
    constexpr std::uint64_t worth_asking = 64u << 20;
    if (size > worth_asking) {
        const std::uint64_t free = available_memory();
        if (size > tensor_limits::kFileBytes || (free != 0 && size > free - free / 5)) return too_much(free);
    }
    TensorBuffer buffer;
    buffer.data_.reset(static_cast<std::byte*>(
        ::operator new(static_cast<std::size_t>(size) + 1, std::align_val_t(64), std::nothrow)));
    if (!buffer.data_) return too_much(0);
    buffer.size_ = static_cast<std::size_t>(size);
    return buffer;
}

std::optional<std::uint64_t> checked_bytes(std::span<const std::int64_t> shape, std::size_t element) {
    std::uint64_t total = element;
    for (const std::int64_t side : shape) {
        if (side < 0 || __builtin_mul_overflow(total, static_cast<std::uint64_t>(side), &total)) return std::nullopt;
    }
    if (total > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return total;
}

std::string shape_text(std::span<const std::int64_t> shape) {
    if (shape.empty()) return "scalar";
    std::string text;
    for (const std::int64_t side : shape) text += (text.empty() ? "" : " x ") + std::to_string(side);
    return text;
}

std::string shown_name(std::string_view name) {
    if (name.size() <= 80) return printable_line(name);
    std::string_view out = name.substr(0, 80);
    // A cut inside a character would leave half of it.
    if (is_clean_utf8(name)) {
        while (!is_clean_utf8(out)) out.remove_suffix(1);
    }
    return printable_line(out) + "...";
}

void warn_of_non_finite(TensorFile& file) {
    constexpr std::size_t shown = 20;
    std::size_t count = 0;
    std::string names;
    for (const TensorView& tensor : file.tensors) {
        if (!has_non_finite(tensor)) continue;
        if (++count <= shown) names += (names.empty() ? "" : ", ") + shown_name(tensor.name);
    }
    if (count == 0) return;
    file.warnings.push_back(std::to_string(count) + (count == 1 ? " tensor holds" : " tensors hold") +
                            " NaN or infinite values: " + names + (count > shown ? ", ..." : ""));
}

}  // namespace headroom
