// MemoryDataset: pictures held in memory, for benches and tests.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

class MemoryDataset final : public PackedDataset {
public:
    /// Smooth coloured blobs with a little noise, the same for the same seed.
    MemoryDataset(std::int64_t count, int size, int channels, std::uint64_t seed);

    std::int64_t count() const override { return count_; }
    int size() const override { return size_; }
    int channels() const override { return channels_; }
    const std::uint8_t* image(std::int64_t index) const override;
    std::string name() const override { return "Synthetic"; }
    std::string kind() const override { return "memory"; }
    std::string fingerprint() const override;
    const std::vector<RejectedFile>& rejected() const override { return rejected_; }

private:
    std::int64_t count_;
    int size_, channels_;
    std::uint64_t seed_;
    std::vector<std::uint8_t> pixels_;
    std::vector<RejectedFile> rejected_;
};

}  // namespace headroom
