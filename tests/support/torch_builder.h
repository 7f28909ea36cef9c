// Builders of pickles and zip archives, good and hostile, for tests of the readers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::test {

/// Pickle instructions by hand; begins with protocol 2.
class Pickle {
public:
    Pickle& raw(const std::string& bytes);
    Pickle& text(const std::string& value);
    Pickle& number(std::int64_t value);
    Pickle& global(const std::string& module, const std::string& name);
    /// A tensor over the storage `key` of `count` elements.
    Pickle& tensor(const std::string& type, const std::string& key, std::int64_t count, std::int64_t offset,
                   const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides);
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_{"\x80\x02", 2};
};

/// A zip archive record by record. The public fields act on the records added after they are set.
class ZipBuilder {
public:
    std::uint16_t flags = 0, method = 0;
    std::optional<std::uint32_t> claimed_size;  ///< instead of the true unpacked size
    bool zip64 = false;                         ///< write zip64 fields and end records

    void add(const std::string& name, const std::string& content);
    void add_deflated(const std::string& name, const std::string& content);
    /// Another directory entry for the bytes of the last record.
    void repeat_last(const std::string& name);
    std::string finish() const;

private:
    struct Entry {
        std::string name;
        std::uint32_t crc, stored, size;
        std::uint16_t flags, method;
        std::uint32_t header;
    };
    void append(const std::string& name, const std::string& stored, std::uint32_t crc, std::uint32_t size,
                std::uint16_t how);

    std::string bytes_;
    std::vector<Entry> entries_;
};

}  // namespace headroom::test
