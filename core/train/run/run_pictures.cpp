// Opening, packing beforehand, counting.
#include "core/train/run/run_pictures.h"

#include "core/train/run/pictures.h"

#include <algorithm>

namespace headroom {
namespace {

/// Whether two configurations see the same packed pictures; what else decides them changes only with a new run.
bool same_pictures(const TrainConfig& a, const TrainConfig& b) {
    return a.image_size == b.image_size && a.data_fit == b.data_fit;
}

}  // namespace

Result<void> RunPictures::open(const TrainConfig& config, const ProgressFn& progress, const EmitFn& emit,
                               std::stop_token stop) {
    if (given_) {
        data_ = given_;
    } else if (auto ready = take_ready(config)) {
        data_ = std::move(ready);
    } else {
        auto data = open_dataset(config, cache_dir_, progress, std::move(stop));
        if (!data) return data.error();
        data_ = std::move(*data);
    }
    sampler_.emplace(data_->count(), static_cast<std::uint64_t>(config.seed));
    if (!data_->rejected().empty() && emit) {
        const RejectedFile& first = data_->rejected().front();
        emit(Warning{"skipped-files",
                     std::to_string(data_->rejected().size()) + " files were skipped, the first is " + first.path +
                         ": " + first.reason,
                     "The data set inspector lists all of them."});
    }
    return {};
}

at::Tensor RunPictures::bytes(const TrainConfig& config, std::int64_t first, std::int64_t count,
                              at::Device device) const {
    const PictureOrder order{data_, static_cast<std::uint64_t>(config.seed), config.data_mirror};
    if (device.is_cpu()) return gathered(order, first, count, device);
    if (!ahead_) ahead_ = std::make_unique<PicturesAhead>(device);
    return ahead_->take(order, first, count, config.batch_micro);
}

bool RunPictures::need_others(const TrainConfig& next, const TrainConfig& now) const {
    return !given_ && !same_pictures(next, now);
}

Result<void> RunPictures::make_ready(const TrainConfig& next, const ProgressFn& progress, std::stop_token stop) {
    auto data = open_dataset(next, cache_dir_, progress, std::move(stop));
    if (!data) return data.error();
    const std::lock_guard lock(mutex_);
    ready_ = std::move(*data);
    ready_for_ = next;
    return {};
}

std::shared_ptr<const PackedDataset> RunPictures::take_ready(const TrainConfig& config) {
    const std::lock_guard lock(mutex_);
    auto ready = std::exchange(ready_, nullptr);
    return ready && same_pictures(config, ready_for_) ? ready : nullptr;
}

void RunPictures::compare(const std::string& fingerprint, const EmitFn& emit) const {
    if (fingerprint == data_->fingerprint() || !emit) return;
    emit(Warning{"data-changed", "the data set is not the one this run was trained on",
                 "The run goes on with the new pictures; it is no exact continuation."});
}

bool RunPictures::reached_limit(const TrainConfig& config, std::int64_t steps, std::int64_t images) const {
    if (config.steps > 0 && steps >= config.steps) return true;
    if (config.images > 0 && images >= config.images) return true;
    return config.epochs > 0 && position >= config.epochs * data_->count();
}

ImageList RunPictures::real(std::int64_t first, std::int64_t count) const {
    ImageList out;
    for (std::int64_t i = 0; i < std::min(count, data_->count()); ++i)
        out.push_back(picture_of(*data_, (first + i) % data_->count()));
    return out;
}

}  // namespace headroom
