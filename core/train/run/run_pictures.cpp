// Opening, packing beforehand, counting.
#include "core/train/run/run_pictures.h"

#include "core/data/hold_out.h"
#include "core/memory/libtorch.h"
#include "core/train/run/pictures.h"

#include <algorithm>
#include <tuple>

namespace headroom {
namespace {

/// What decides how the same files are packed.
auto packing_of(auto& config) { return std::tie(config.image_size, config.data_fit, config.data_ground); }

/// Whether two configurations see the same packed pictures; what else decides them changes only with a new run.
bool same_pictures(const TrainConfig& a, const TrainConfig& b) { return packing_of(a) == packing_of(b); }

}  // namespace

Result<void> RunPictures::open(const TrainConfig& config, const ProgressFn& progress, const EmitFn& emit,
                               std::stop_token stop) {
    if (given_) {
        data_ = hold_out(given_, config.data_held_out);
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

at::Tensor RunPictures::batch(const TrainConfig& config, nn::FirstSample first, std::int64_t count,
                              at::MemoryFormat format) const {
    const PictureOrder order{data_, static_cast<std::uint64_t>(config.seed), config.data_mirror};
    const at::Device device = memory_.device();
    if (device.is_cpu()) return centred_pictures(gathered({order, first.number(), count}, device), format);
    if (there_) return there_->batch(order, first, count, format);
    return arriving(order, first.number(), count, config.batch_micro, format);
}

at::Tensor RunPictures::arriving(const PictureOrder& order, std::int64_t first, std::int64_t count, std::int64_t micro,
                                 at::MemoryFormat format) const {
    if (!arriving_) arriving_ = std::make_unique<Arriving>(memory_.memory(), memory_.device());
    Arriving& a = *arriving_;
    const PicturePiece asked{order, first, count};
    if (a.sent != asked) {
        a.sent.reset();
        a.inbox.send(a.ahead.take(asked, micro));
    }
    a.sent.reset();
    const at::Tensor out = centred_pictures(a.inbox.take(), format);
    a.inbox.have_read();
    // Those that come next travel while the device computes with these.
    const PicturePiece next = next_piece(asked, micro);
    if (const at::Tensor bytes = a.ahead.take_ready(next, micro); bytes.defined()) {
        a.inbox.send(bytes);
        a.sent = next;
    }
    return out;
}

bool RunPictures::should_be_there(const TrainConfig& config, std::optional<Bytes> need) const {
    if (memory_.on_cpu() || wanted_room_) return false;
    DeviceMemory& memory = memory_.memory();
    const RoleBytes live = memory.counts().live;
    return lies_there(config.data_on_device, bytes_of(*data_), need, memory.limit(), live.total() - live[Role::Other],
                      memory.figures());
}

Result<void> RunPictures::place(const TrainConfig& config, std::optional<Bytes> need, const ProgressFn& progress,
                                const EmitFn& emit, const std::stop_token& stop) {
    const bool should = should_be_there(config, need);
    if (should && there_ && there_->data() == data_) return {};
    if (should || there_) leave_device();
    if (!should) return {};
    try {
        auto there = DevicePictures::upload(data_, memory_.memory(), memory_.device(), progress, stop);
        if (!there) return there.error();
        there_ = std::move(*there);
        return {};
    } catch (const c10::OutOfMemoryError&) {
        // Told below: the exception must be gone before caches are given back.
    }
    wanted_room_ = true;
    (void)memory_.memory().release_cache();
    if (emit)
        emit(Warning{"data-on-host",
                     "the data set of " + to_text(bytes_of(*data_)) +
                         " found no room on the device and stays on the host",
                     "The run goes on with the same pictures. Raise the budget or set data.on_device to off."});
    return {};
}

Bytes RunPictures::leave_device() {
    const Bytes was = there_ ? there_->bytes() : Bytes{};
    there_.reset();
    arriving_.reset();
    return was;
}

Bytes RunPictures::make_room() {
    if (!there_) return {};
    wanted_room_ = true;
    return leave_device();
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

std::string RunPictures::fingerprint_as_of(const TrainConfig& then, const TrainConfig& now) const {
    if (!need_others(then, now)) return data_->fingerprint();
    TrainConfig as_then = now;
    packing_of(as_then) = packing_of(then);
    const auto found = fingerprint_as(as_then, *data_, {});
    return found ? *found : std::string();
}

void RunPictures::compare(const Trained& trained, const TrainConfig& then, const TrainConfig& now, const EmitFn& emit) {
    const bool others = trained.fingerprint != fingerprint_as_of(then, now);
    changed_ = trained.changed || others;
    if (!others || !emit) return;
    emit(Warning{std::string(kDataChanged), "the data set is not the one this run was trained on",
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
