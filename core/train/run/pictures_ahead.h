// PicturesAhead: the next micro-batches of a run on a GPU, gathered on a thread of their own into page-locked buffers while the host gives
// the GPU its work. What is gathered is a function of the position alone, so whether it was there beforehand changes no number.
#pragma once

#include "core/data/dataset.h"

#include <ATen/core/TensorBody.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace headroom {

/// Where pictures come from, and in which order.
struct PictureOrder {
    std::shared_ptr<const PackedDataset> data;
    std::uint64_t seed = 1;
    bool mirror = false;
    bool operator==(const PictureOrder&) const = default;
};

/// Some that follow each other.
struct PicturePiece {
    PictureOrder order;
    std::int64_t first = 0, count = 0;  ///< positions first .. first + count - 1
    bool operator==(const PicturePiece&) const = default;
};
/// What comes after `piece`: `micro` pictures, none beyond an epoch's end.
PicturePiece next_piece(const PicturePiece& piece, std::int64_t micro);

/// Bytes (count, side, side, channels), uint8, in a host_buffer() of `device`. Throws c10::Error.
at::Tensor gathered(const PicturePiece& piece, at::Device device);

class PicturesAhead {
public:
    /// So many micro-batches are ready beforehand: one that is being copied, one that comes next.
    static constexpr std::size_t kAhead = 2;

    explicit PicturesAhead(at::Device device);
    PicturesAhead(const PicturesAhead&) = delete;
    PicturesAhead& operator=(const PicturesAhead&) = delete;

    /// As gathered(). Those that come next are gathered from now on, as next_piece() says. Throws c10::Error.
    at::Tensor take(const PicturePiece& piece, std::int64_t micro);
    /// The same of what is ready; undefined, and nothing else has changed, where it is not.
    at::Tensor take_ready(const PicturePiece& piece, std::int64_t micro);
    /// For tests: how often was ready what take() and take_ready() were asked for.
    std::int64_t found() const { return found_; }

private:
    struct Ready {
        PicturePiece piece;
        at::Tensor bytes;  ///< undefined: there was no memory for it
    };
    void run(const std::stop_token& stop);
    /// What follows `piece`, in wanted_. The lock is held.
    void want_after(const PicturePiece& piece, std::int64_t micro);
    /// Its bytes where they are ready; those that lie before it are let go of. The lock is held.
    at::Tensor find(const PicturePiece& piece);

    at::Device device_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<PicturePiece> wanted_;
    std::optional<PicturePiece> under_way_;
    std::deque<Ready> ready_;
    std::int64_t found_ = 0;
    std::jthread thread_;  ///< last: it uses all of the above
};

}  // namespace headroom
