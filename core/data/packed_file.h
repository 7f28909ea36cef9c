// PackedFile: the cache file of a data set, memory-mapped. Layout: pixels of every picture from offset 0, a JSON description,
// then a fixed tail (magic, length and SHA-256 of the description), so that it can be written in one pass.
#pragma once

#include "core/data/dataset.h"

#include <atomic>
#include <cstddef>
#include <span>

namespace headroom {

/// What the description of a packed file says.
struct PackedInfo {
    std::string kind, fingerprint;
    std::int64_t count = 0;
    int size = 0, channels = 0;
    std::vector<RejectedFile> rejected;

    std::size_t image_bytes() const {
        return static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * static_cast<std::size_t>(channels);
    }
};

/// The bytes that follow the pixels.
std::string packed_ending(const PackedInfo& info);

class PackedFile final : public PackedDataset {
public:
    /// Maps and validates `path`. Errors: NotFound, BadFile (damaged, cut off, of another version).
    static Result<std::shared_ptr<const PackedFile>> open(const std::string& path, std::string name);
    ~PackedFile() override;
    PackedFile(const PackedFile&) = delete;
    PackedFile& operator=(const PackedFile&) = delete;

    std::int64_t count() const override { return info_.count; }
    int size() const override { return info_.size; }
    int channels() const override { return info_.channels; }
    /// Now and then lets go of the pages that were read, so that a data set never counts as this process's memory; the system
    /// keeps them as its own cache. Any thread.
    const std::uint8_t* image(std::int64_t index) const override;
    std::string name() const override { return name_; }
    std::string kind() const override { return info_.kind; }
    std::string fingerprint() const override { return info_.fingerprint; }
    const std::vector<RejectedFile>& rejected() const override { return info_.rejected; }

private:
    PackedFile() = default;

    std::string name_;
    PackedInfo info_;
    const std::uint8_t* pixels_ = nullptr;  ///< start of the mapping
    std::size_t mapped_ = 0;
    mutable std::atomic<std::size_t> read_{0};  ///< bytes since pages were let go of
};

}  // namespace headroom
