// ZipReader: the records of a zip archive from a stranger. Names are keys, never paths; nothing is unpacked to disk.
// Source of the layout: PKWARE APPNOTE 6.3.9, sections 4.3 and 4.5.3 (zip64).
#pragma once

#include "core/base/file_handle.h"
#include "core/base/result.h"
#include "core/io/tensors/tensor_buffer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headroom {

struct ZipRecord {
    std::string name;
    std::uint64_t size = 0;         ///< of the content
    std::uint64_t stored_size = 0;  ///< in the archive
    std::uint64_t local_header = 0;
    std::uint64_t data_begin = 0;
    std::uint32_t crc = 0;
    std::uint16_t method = 0, flags = 0;
};

class ZipReader {
public:
    /// Reads and checks the directory: limits, names, duplicates, encryption, overlaps, agreement with the local headers.
    static Result<ZipReader> open(const std::string& path);

    const std::vector<ZipRecord>& records() const { return records_; }
    const ZipRecord* find(std::string_view name) const;
    /// The content, unpacked if need be, at most `limit` bytes, its CRC-32 checked.
    Result<TensorBuffer> read(const ZipRecord& record, std::uint64_t limit) const;
    /// The same into `out`, which has the record's size.
    Result<void> read_into(const ZipRecord& record, std::span<std::byte> out) const;
    std::uint64_t file_size() const { return file_size_; }

private:
    Error damaged(const std::string& what) const;
    Result<void> read_directory();
    Result<void> check_local_headers();
    Result<void> inflate_record(const ZipRecord& record, std::span<std::byte> out) const;

    std::string path_;
    FileHandle file_;
    std::uint64_t file_size_ = 0;
    std::uint64_t directory_begin_ = 0;
    std::vector<ZipRecord> records_;
    std::unordered_map<std::string, std::size_t> by_name_;
};

}  // namespace headroom
