// The thread that gathers, and what it is asked for.
#include "core/train/run/pictures_ahead.h"

#include "core/memory/libtorch.h"
#include "core/memory/upload.h"

#include <algorithm>
#include <utility>

namespace headroom {

PicturePiece next_piece(const PicturePiece& piece, std::int64_t micro) {
    const std::int64_t first = piece.first + piece.count;
    const Sampler order(piece.order.data->count(), piece.order.seed);
    return {piece.order, first, std::min(micro, order.left_in_epoch(first))};
}

at::Tensor gathered(const PicturePiece& piece, at::Device device) {
    const PackedDataset& data = *piece.order.data;
    at::Tensor bytes = host_buffer({piece.count, data.size(), data.size(), data.channels()}, at::kByte, device);
    gather_batch(data, Sampler(data.count(), piece.order.seed), piece.order.mirror, piece.first, piece.count,
                 bytes.mutable_data_ptr<std::uint8_t>());
    return bytes;
}

PicturesAhead::PicturesAhead(at::Device device)
    : device_(device), thread_([this](const std::stop_token& stop) { run(stop); }) {}

at::Tensor PicturesAhead::find(const PicturePiece& piece) {
    at::Tensor bytes;
    while (!ready_.empty() && !bytes.defined()) {
        if (ready_.front().piece == piece) bytes = std::move(ready_.front().bytes);
        ready_.pop_front();
    }
    if (bytes.defined()) ++found_;
    return bytes;
}

at::Tensor PicturesAhead::take(const PicturePiece& piece, std::int64_t micro) {
    at::Tensor bytes;
    {
        std::unique_lock lock(mutex_);
        // What is half done is waited for: to begin again would take longer.
        changed_.wait(lock, [&] { return under_way_ != piece; });
        bytes = find(piece);
        want_after(piece, micro);
    }
    changed_.notify_all();
    return bytes.defined() ? bytes : gathered(piece, device_);
}

at::Tensor PicturesAhead::take_ready(const PicturePiece& piece, std::int64_t micro) {
    at::Tensor bytes;
    {
        const std::lock_guard lock(mutex_);
        const auto is_it = [&](const Ready& r) { return r.piece == piece && r.bytes.defined(); };
        if (std::none_of(ready_.begin(), ready_.end(), is_it)) return {};
        bytes = find(piece);
        want_after(piece, micro);
    }
    changed_.notify_all();
    return bytes;
}

void PicturesAhead::want_after(const PicturePiece& piece, std::int64_t micro) {
    wanted_.clear();
    PicturePiece next = piece;
    for (std::size_t i = 0; i < kAhead; ++i) {
        next = next_piece(next, micro);
        const bool there = std::any_of(ready_.begin(), ready_.end(), [&](const Ready& r) { return r.piece == next; });
        if (!there && under_way_ != next) wanted_.push_back(next);
    }
}

void PicturesAhead::run(const std::stop_token& stop) {
    // A thread begins on the first GPU, where page-locked memory would make a context.
    const c10::DeviceGuard guard(device_);
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !wanted_.empty(); })) {
        under_way_ = std::move(wanted_.front());
        wanted_.pop_front();
        const PicturePiece piece = *under_way_;
        lock.unlock();
        at::Tensor bytes;
        try {
            bytes = gathered(piece, device_);
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
