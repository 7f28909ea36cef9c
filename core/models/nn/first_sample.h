// FirstSample: which sample of a run some random numbers begin at. Torch-free.
#pragma once

#include <cstdint>

namespace headroom::nn {

/// The number of the first of some samples. On a GPU a part of it may be read there: what is recorded once (a CUDA graph) then draws other
/// numbers each time that it is done again.
struct FirstSample {
    std::int64_t base = 0, after = 0;  ///< their sum
    const long long* there = nullptr;  ///< null, or `base` on the device

    // NOLINTNEXTLINE(google-explicit-constructor): a plain number is one
    FirstSample(std::int64_t number = 0) : base(number) {}
    FirstSample(std::int64_t number, const long long* on_device) : base(number), there(on_device) {}

    std::int64_t number() const { return base + after; }
    FirstSample operator+(std::int64_t samples) const {
        FirstSample out = *this;
        out.after += samples;
        return out;
    }
};

}  // namespace headroom::nn
