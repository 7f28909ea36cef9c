// A data set by the places of its pictures in another one.
#include "core/data/hold_out.h"

#include "core/base/some_indices.h"
#include "core/config/numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace headroom {
namespace {

constexpr std::uint64_t kHeldOutSeed = 1717;

class PicturesAt final : public PackedDataset {
public:
    PicturesAt(std::shared_ptr<const PackedDataset> all, std::vector<std::int64_t> at, std::string fingerprint,
               std::shared_ptr<const PackedDataset> held_out)
        : all_(std::move(all)),
          at_(std::move(at)),
          fingerprint_(std::move(fingerprint)),
          held_out_(std::move(held_out)) {}

    std::int64_t count() const override { return std::ssize(at_); }
    int size() const override { return all_->size(); }
    int channels() const override { return all_->channels(); }
    const std::uint8_t* image(std::int64_t index) const override {
        return all_->image(at_[static_cast<std::size_t>(index)]);
    }
    std::string name() const override { return all_->name(); }
    std::string kind() const override { return all_->kind(); }
    std::string fingerprint() const override { return fingerprint_; }
    const std::vector<RejectedFile>& rejected() const override { return all_->rejected(); }
    std::shared_ptr<const PackedDataset> held_out() const override { return held_out_; }

private:
    std::shared_ptr<const PackedDataset> all_;
    std::vector<std::int64_t> at_;
    std::string fingerprint_;
    std::shared_ptr<const PackedDataset> held_out_;
};

}  // namespace

std::int64_t held_out_of(std::int64_t count, double percent) {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(count) * percent / 100));
}

std::string held_out_fingerprint(const std::string& all, double percent) {
    return all + ", " + number_text(percent) + " % held out";
}

std::shared_ptr<const PackedDataset> hold_out(std::shared_ptr<const PackedDataset> all, double percent) {
    const std::int64_t wanted = held_out_of(all->count(), percent);
    if (wanted <= 0) return all;
    std::vector<std::int64_t> out = some_indices(all->count(), wanted, kHeldOutSeed), kept;
    for (std::int64_t i = 0; i < all->count(); ++i)
        if (!std::binary_search(out.begin(), out.end(), i)) kept.push_back(i);
    const std::string fingerprint = all->fingerprint();
    auto others = std::make_shared<PicturesAt>(all, std::move(out), fingerprint + ", those held out", nullptr);
    return std::make_shared<PicturesAt>(std::move(all), std::move(kept), held_out_fingerprint(fingerprint, percent),
                                        std::move(others));
}

}  // namespace headroom
