// The stand-in device for tests: how it is set up between them.
#pragma once

#include "core/base/units.h"

#include <cstdint>

namespace headroom::stand_in {

/// The n-th allocation on the device from now on is refused, counted from 1; 0: none.
void refuse_nth(std::int64_t n);
/// Other programs hold so much of the device.
void set_others(Bytes bytes);
/// What is in the queue now ends with an error that leaves the device unusable; whoever waits next hears of it.
void lose();
/// A device that was lost is there again.
void recover();

}  // namespace headroom::stand_in
