// The thread that gathers, and what it is asked for.
#include "core/train/run/pictures_ahead.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"

#include <algorithm>
#include <utility>

namespace headroom {

at::Tensor gathered(const PictureOrder& order, std::int64_t first, std::int64_t count, at::Device device) {
    const PackedDataset& data = *order.data;
    at::Tensor bytes = host_buffer({count, data.size(), data.size(), data.channels()}, at::kByte, device);
    gather_batch(data, Sampler(data.count(), order.seed), order.seed, order.mirror, first, count,
                 bytes.mutable_data_ptr<std::uint8_t>());
    return bytes;
}

PicturesAhead::PicturesAhead(at::Device device)
    : device_(device), thread_([this](const std::stop_token& stop) { run(stop); }) {}

at::Tensor PicturesAhead::take(const PictureOrder& order, std::int64_t first, std::int64_t count, std::int64_t micro) {
    const Piece asked{order, first, count};
    at::Tensor bytes;
    {
        std::unique_lock lock(mutex_);
        // What is half done is waited for: to begin again would take longer.
        changed_.wait(lock, [&] { return under_way_ != asked; });
        while (!ready_.empty() && !bytes.defined()) {
            if (ready_.front().piece == asked) bytes = std::move(ready_.front().bytes);
            ready_.pop_front();
        }
        if (bytes.defined()) ++found_;
        want_after(asked, micro);
    }
    changed_.notify_all();
    return bytes.defined() ? bytes : gathered(order, first, count, device_);
}

void PicturesAhead::want_after(const Piece& piece, std::int64_t micro) {
    wanted_.clear();
    const Sampler order(piece.order.data->count(), piece.order.seed);
    Piece next = piece;
    for (std::size_t i = 0; i < kAhead; ++i) {
        next.first += next.count;
        next.count = std::min(micro, order.left_in_epoch(next.first));
        const bool there = std::any_of(ready_.begin(), ready_.end(), [&](const Ready& r) { return r.piece == next; });
        if (!there && under_way_ != next) wanted_.push_back(next);
    }
}

void PicturesAhead::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !wanted_.empty(); })) {
        under_way_ = std::move(wanted_.front());
        wanted_.pop_front();
        const Piece piece = *under_way_;
        lock.unlock();
        at::Tensor bytes;
        try {
            bytes = gathered(piece.order, piece.first, piece.count, device_);
        } catch (const c10::Error&) {
            // Whoever asks for them gathers them, and meets the same error where it can be told.
        }
        lock.lock();
        ready_.push_back({piece, std::move(bytes)});
        under_way_.reset();
        changed_.notify_all();
    }
}

}  // namespace headroom
