// RunPictures: the pictures that a run trains on: opened, packed beforehand for a change to come, and how far the run has read.
// What DcganTrainer and VqganTrainer share. On the worker's thread but for make_ready().
#pragma once

#include "core/data/dataset.h"
#include "core/engine/backend.h"
#include "core/memory/copies_beside.h"
#include "core/train/run/device_pictures.h"
#include "core/train/run/pictures_ahead.h"
#include "core/train/run/run_memory.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace headroom {

class RunPictures {
public:
    /// `cache_dir`: where they are packed; empty: the user's cache. `memory`: of the run, which outlives this.
    RunPictures(std::string cache_dir, const RunMemory& memory) : cache_dir_(std::move(cache_dir)), memory_(memory) {}

    /// For tests and benches: pictures from memory, whatever the settings say.
    void give(std::shared_ptr<const PackedDataset> data) { given_ = std::move(data); }
    /// Those of `config`, packed now where make_ready() has not done it. A Warning names files that were skipped. Errors: as
    /// open_dataset; then nothing has changed.
    Result<void> open(const TrainConfig& config, const ProgressFn& progress, const EmitFn& emit, std::stop_token stop);
    /// Whether `next` needs pictures that are packed otherwise than those of `now`.
    bool need_others(const TrainConfig& next, const TrainConfig& now) const;
    /// Packs the pictures of `next` and keeps them for open(). On any thread.
    Result<void> make_ready(const TrainConfig& next, const ProgressFn& progress, std::stop_token stop);

    const PackedDataset& data() const { return *data_; }
    const Sampler& sampler() const { return *sampler_; }
    /// The pictures at positions first .. first + count - 1, (count, channels, side, side) in [-1, 1] on the run's device, laid out as `format`;
    /// Preserve: channels last. From the data set on the device, else gathered beforehand where they come in order and copied beside the
    /// device's work: the same bits. Throws c10::Error.
    at::Tensor batch(const TrainConfig& config, nn::FirstSample first, std::int64_t count,
                     at::MemoryFormat format) const;

    /// On a GPU, in its turn: the data set goes there, stays or leaves, as the settings and what there is room for say. `need`: of the steps'
    /// tensors at their peak, where it is known. What had no room, a Warning says, and the run goes on without. Throws c10::Error of a device that
    /// has failed. Error: Cancelled.
    Result<void> place(const TrainConfig& config, std::optional<Bytes> need, const ProgressFn& progress,
                       const EmitFn& emit, const std::stop_token& stop);
    /// The data set and all else of the pictures leaves the device. Returns the data set's bytes there.
    Bytes leave_device();
    /// Likewise for want of memory: it does not come back before forget_want().
    Bytes make_room();
    void forget_want() { wanted_room_ = false; }
    bool on_device() const { return there_ != nullptr; }
    /// What open() changes, to undo it.
    using Opened = std::pair<std::shared_ptr<const PackedDataset>, std::optional<Sampler>>;
    Opened opened() const { return {data_, sampler_}; }
    void put_back(Opened before) { std::tie(data_, sampler_) = std::move(before); }
    /// What a checkpoint says of the pictures it was trained on.
    struct Trained {
        std::string fingerprint;
        bool changed = false;  ///< have_changed() when it was made
    };
    /// A run that now has the settings `now` goes on from what it was with the settings `then`: in a checkpoint, or before a change. Warns when its
    /// pictures were others, of which the run has seen some then.
    void compare(const Trained& trained, const TrainConfig& then, const TrainConfig& now, const EmitFn& emit);
    /// Whether the run has ever gone on with other pictures.
    bool have_changed() const { return changed_; }

    std::int64_t left_in_epoch() const { return sampler_->left_in_epoch(position); }
    /// Pictures of a window that begins at `at`: it never crosses an epoch's end, the last one of an epoch is short and is stepped.
    std::int64_t window(const TrainConfig& config, std::int64_t at) const {
        return std::min(config.effective_batch(), sampler_->left_in_epoch(at));
    }
    double epoch() const { return static_cast<double>(position) / static_cast<double>(data_->count()); }
    void restart_epoch() { position -= position % data_->count(); }
    /// Whether a limit of the settings is reached after so many steps and images.
    bool reached_limit(const TrainConfig& config, std::int64_t steps, std::int64_t images) const;
    /// Pictures as they are, `count` at most, from number `first` on.
    ImageList real(std::int64_t first, std::int64_t count) const;

    std::int64_t position = 0;  ///< pictures consumed since the run began

private:
    /// What make_ready() has packed, when it is for `config`; null otherwise.
    std::shared_ptr<const PackedDataset> take_ready(const TrainConfig& config);
    /// Their fingerprint, had they been packed as `then` says; "": not known.
    std::string fingerprint_as_of(const TrainConfig& then, const TrainConfig& now) const;
    /// Whether a data set that is not there yet, or is, should be.
    bool should_be_there(const TrainConfig& config, std::optional<Bytes> need) const;
    at::Tensor arriving(const PictureOrder& order, std::int64_t first, std::int64_t count, std::int64_t micro,
                        at::MemoryFormat format) const;

    /// What comes to a GPU batch after batch.
    struct Arriving {
        Arriving(DeviceMemory& memory, at::Device device) : ahead(device), inbox(memory, device) {}
        PicturesAhead ahead;
        Inbox inbox;
        std::optional<PicturePiece> sent;  ///< what is in the inbox or on its way there
    };

    std::string cache_dir_;
    const RunMemory& memory_;
    std::shared_ptr<const PackedDataset> data_, given_;
    std::optional<Sampler> sampler_;
    std::unique_ptr<DevicePictures> there_;       ///< the data set on the device; null: it stays on the host
    mutable std::unique_ptr<Arriving> arriving_;  ///< of a GPU; null: none has been asked for yet
    bool wanted_room_ = false;                    ///< it has left for want of memory
    bool changed_ = false;                        ///< the run has seen others before
    std::mutex mutex_;                            ///< of what follows
    std::shared_ptr<const PackedDataset> ready_;
    TrainConfig ready_for_;
};

}  // namespace headroom
