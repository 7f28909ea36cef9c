// BytePictures: a small data set in memory, of any bytes or those that a test writes.
#pragma once

#include "core/base/random.h"
#include "core/data/dataset.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace headroom::test {

class BytePictures final : public PackedDataset {
public:
    /// Of bytes that `seed` draws.
    BytePictures(std::int64_t count, int size, int channels, std::uint64_t seed)
        : count_(count), size_(size), channels_(channels), bytes_(static_cast<std::size_t>(count) * area()) {
        RandomStream random(seed, RandomPurpose::Scene, 0);
        for (std::uint8_t& byte : bytes_) byte = static_cast<std::uint8_t>(random.below(256));
    }

    std::int64_t count() const override { return count_; }
    int size() const override { return size_; }
    int channels() const override { return channels_; }
    const std::uint8_t* image(std::int64_t index) const override {
        return bytes_.data() + static_cast<std::size_t>(index) * area();
    }
    std::uint8_t* change(std::int64_t index) { return bytes_.data() + static_cast<std::size_t>(index) * area(); }
    /// Bytes of a picture.
    std::size_t area() const { return static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_ * channels_); }
    std::string name() const override { return "bytes"; }
    std::string kind() const override { return "memory"; }
    std::string fingerprint() const override { return "0"; }
    const std::vector<RejectedFile>& rejected() const override { return rejected_; }

private:
    std::int64_t count_;
    int size_, channels_;
    std::vector<std::uint8_t> bytes_;
    std::vector<RejectedFile> rejected_;
};

}  // namespace headroom::test
