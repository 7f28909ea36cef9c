// A packed data set by the places of what stays. What could not be read was not packed, so places there are not those in the source.
#include "core/data/skip_pictures.h"

#include "core/data/dataset_facts.h"
#include "core/data/pictures_at.h"
#include "core/io/files/sha256.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>

namespace headroom {
namespace {

class NotSkipped final : public PicturesAt {
public:
    NotSkipped(std::shared_ptr<const PackedDataset> all, std::string fingerprint, Places stay, SkippedPictures skipped)
        : PicturesAt(std::move(all), std::move(fingerprint)), stay_(std::move(stay)), skipped_(skipped) {}

    SkippedPictures skipped() const override { return skipped_; }

protected:
    const Places& at() const override { return stay_; }

private:
    Places stay_;
    SkippedPictures skipped_;
};

bool skips(const TrainConfig& config) { return config.data_skip_duplicates || config.data_skip_empty; }

/// The places in `source` of what the settings skip, and none of what they do not.
Result<DataLook> to_skip(const ImageSource& source, const TrainConfig& config, const ProgressFn& progress,
                         std::stop_token stop) {
    if (!skips(config)) return DataLook{};
    auto look = look_at_all(source, config.data_workers, progress, std::move(stop));
    if (!look) return look;
    // Without it other pictures would be skipped than with it.
    if (look->away) return *look->away;
    if (!config.data_skip_duplicates) look->repeated.clear();
    if (!config.data_skip_empty) look->empty.clear();
    return look;
}

}  // namespace

Result<SkippedPictures> skipped_of(const ImageSource& source, const TrainConfig& config, const ProgressFn& progress,
                                   std::stop_token stop) {
    const auto look = to_skip(source, config, progress, std::move(stop));
    if (!look) return look.error();
    return SkippedPictures{std::ssize(look->repeated), std::ssize(look->empty)};
}

Result<std::shared_ptr<const PackedDataset>> skip_pictures(std::shared_ptr<const PackedDataset> all,
                                                           const ImageSource& source, const TrainConfig& config,
                                                           const ProgressFn& progress, std::stop_token stop) {
    const auto look = to_skip(source, config, progress, std::move(stop));
    if (!look) return look.error();
    if (look->repeated.empty() && look->empty.empty()) return all;
    std::unordered_set<std::string> rejected;
    for (const RejectedFile& file : all->rejected()) rejected.insert(file.path);
    Places stay;
    SkippedPictures skipped;
    Sha256 places;
    std::int64_t place = 0;  // in the packed data set
    for (std::int64_t i = 0; i < source.count(); ++i) {
        if (!rejected.empty() && rejected.contains(source.path(i))) continue;
        const bool repeats = std::binary_search(look->repeated.begin(), look->repeated.end(), i);
        const bool empty = std::binary_search(look->empty.begin(), look->empty.end(), i);
        skipped.duplicates += repeats ? 1 : 0;
        skipped.empty += empty ? 1 : 0;
        if (repeats || empty)
            places.update(std::as_bytes(std::span(&place, 1)));
        else
            stay.push_back(place);
        ++place;
    }
    if (place != all->count())
        return make_error(ErrorCode::BadFile,
                          "'" + all->name() +
                              "' holds files whose printable names are the same, and some of them are broken.",
                          "Rename or remove these.");
    if (stay.empty()) return check_left(skipped, 0, config.effective_batch()).error();
    std::string fingerprint =
        all->fingerprint() + ", " + std::to_string(skipped.count()) + " skipped, " + places.hex().substr(0, 16);
    return std::shared_ptr<const PackedDataset>(
        std::make_shared<NotSkipped>(std::move(all), std::move(fingerprint), std::move(stay), skipped));
}

Result<void> check_left(const SkippedPictures& skipped, std::int64_t left, std::int64_t batch) {
    if (skipped.count() == 0 || left >= batch) return {};
    const std::string setting = skipped.duplicates >= skipped.empty ? "data.skip_duplicates" : "data.skip_empty";
    return make_error(ErrorCode::InvalidArgument,
                      setting + ": skips " + std::to_string(skipped.count()) + " pictures and leaves " +
                          std::to_string(left) + " to train on, fewer than the batch of " + std::to_string(batch),
                      "Switch it off, make the batch smaller (batch.micro, batch.accumulate) or add pictures.");
}

}  // namespace headroom
