// Features of real pictures, kept in the user's cache: whoever looks at the same ones with the same network again, in this process or another, reads
// what was found. Torch-free header.
#pragma once

#include "core/models/score/pace.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace headroom {

/// Where count * width numbers go.
using RoomForFeatures = std::function<float*(std::int64_t width)>;

/// Reads the features of `count` pictures that are kept as `of`, all that decides them in words, into `room`, which is asked for once: in pieces that
/// take no longer than looking at some pictures, each told to `pace`. False: there are none, or they are damaged, and what stands in the room is
/// nothing. Throws what `room` and `pace` throw.
bool read_kept_features(const std::string& of, std::int64_t count, const RoomForFeatures& room, const Pace& pace);

/// Keeps those of `count` pictures, one after the other. Two processes may do this at once. Where the cache takes no file, `stop` is asked for, or they
/// are more than all of the cache may be, nothing is kept. Features that nobody asked for in a long time go, and what is too much (bounded_cache.h).
void keep_features(const std::string& of, std::int64_t count, std::span<const float> numbers,
                   const std::stop_token& stop);

}  // namespace headroom
