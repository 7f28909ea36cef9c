// PicturesAt: a data set by the places of its pictures in another one.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Of pictures, in a data set or a source.
using Places = std::vector<std::int64_t>;

class PicturesAt : public PackedDataset {
public:
    PicturesAt(std::shared_ptr<const PackedDataset> all, std::string fingerprint)
        : all_(std::move(all)), fingerprint_(std::move(fingerprint)) {}

    std::int64_t count() const override { return std::ssize(at()); }
    int size() const override { return all_->size(); }
    int channels() const override { return all_->channels(); }
    const std::uint8_t* image(std::int64_t index) const override {
        return all_->image(at()[static_cast<std::size_t>(index)]);
    }
    std::string name() const override { return all_->name(); }
    std::string kind() const override { return all_->kind(); }
    std::string fingerprint() const override { return fingerprint_; }
    const std::vector<RejectedFile>& rejected() const override { return all_->rejected(); }
    SkippedPictures skipped() const override { return all_->skipped(); }

protected:
    virtual const Places& at() const = 0;
    const PackedDataset& whole() const { return *all_; }

private:
    std::shared_ptr<const PackedDataset> all_;
    std::string fingerprint_;
};

}  // namespace headroom
