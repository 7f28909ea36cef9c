// ZipWriter: an archive of stored records, each aligned to 64 bytes as PyTorch wants them, with zip64 records where sizes or
// places do not fit into 32 bits. Source of the layout: PKWARE APPNOTE 6.3.9, sections 4.3 and 4.5.3.
#pragma once

#include "core/io/files/atomic_file.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace headroom {

/// From where on the wide fields are used: sizes and places in bytes, and a number of records. Tests lower them.
struct ZipLimits {
    std::uint64_t bytes = 0xffffffff;
    std::uint64_t records = 0xffff;
};

/// `value` as little-endian bytes at the end of `out`.
template <class T> void append_little(std::string& out, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
}

class ZipWriter {
public:
    explicit ZipWriter(const WriteFn& write, const ZipLimits& limits = {}) : write_(write), limits_(limits) {}

    /// `name` in UTF-8. Error: that of the write function.
    Result<void> add(const std::string& name, std::span<const std::byte> data);
    Result<void> add(const std::string& name, const std::string& text) {
        return add(name, std::as_bytes(std::span(text.data(), text.size())));
    }
    /// Writes the directory; nothing may be added afterwards.
    Result<void> finish();

private:
    Result<void> out(const std::string& text);

    const WriteFn& write_;
    ZipLimits limits_;
    std::uint64_t at_ = 0;
    std::uint64_t records_ = 0;
    std::string directory_;
};

}  // namespace headroom
