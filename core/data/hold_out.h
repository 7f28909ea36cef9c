// Held-out pictures: some of a data set that are never trained on, so that what a network has learnt by heart can be told from what it has understood.
#pragma once

#include "core/data/dataset.h"

#include <cstdint>
#include <memory>

namespace headroom {

/// How many of `count` pictures `percent` per cent are, rounded down.
std::int64_t held_out_of(std::int64_t count, double percent);

/// `all` less `percent` per cent of its pictures (0 to 50), which are its held_out(); `all` itself where that is none. Which ones depends on
/// how many there are, and on neither size nor seed. What repeats a picture that stays, byte for byte or, in data sets of up to 20,000 pictures
/// and 2^28 pixels, by its looks at this size, is not among the held_out(), as it was seen; who first asks how many these are waits until that
/// has been looked for.
std::shared_ptr<const PackedDataset> hold_out(std::shared_ptr<const PackedDataset> all, double percent);

}  // namespace headroom
