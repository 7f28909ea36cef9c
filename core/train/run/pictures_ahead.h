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

/// Bytes (count, side, side, channels), uint8, of the pictures at positions first .. first + count - 1, in a host_buffer() of `device`.
at::Tensor gathered(const PictureOrder& order, std::int64_t first, std::int64_t count, at::Device device);

class PicturesAhead {
public:
    /// So many micro-batches are ready beforehand: one that is being copied, one that comes next.
    static constexpr std::size_t kAhead = 2;

    explicit PicturesAhead(at::Device device);
    PicturesAhead(const PicturesAhead&) = delete;
    PicturesAhead& operator=(const PicturesAhead&) = delete;

    /// As gathered(). Those that come next are gathered from now on: `micro` pictures each, none beyond an epoch's end. Throws c10::Error.
    at::Tensor take(const PictureOrder& order, std::int64_t first, std::int64_t count, std::int64_t micro);
    /// For tests: how often take() found what it was asked for.
    std::int64_t found() const { return found_; }

private:
    struct Piece {
        PictureOrder order;
        std::int64_t first = 0, count = 0;
        bool operator==(const Piece&) const = default;
    };
    struct Ready {
        Piece piece;
        at::Tensor bytes;  ///< undefined: there was no memory for it
    };
    void run(const std::stop_token& stop);
    /// What follows `piece`, in wanted_. The lock is held.
    void want_after(const Piece& piece, std::int64_t micro);

    at::Device device_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Piece> wanted_;
    std::optional<Piece> under_way_;
    std::deque<Ready> ready_;
    std::int64_t found_ = 0;
    std::jthread thread_;  ///< last: it uses all of the above
};

}  // namespace headroom
