// The stand-in device for tests: how it is set up between them.
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::stand_in {

/// The n-th allocation on the device from now on is refused, counted from 1; 0: none. And `again` times more, the n-th within phases of a step
/// from the refusal before on.
void refuse_nth(std::int64_t n, int again = 0);
/// Every n-th allocation finds room only once what is kept for reuse was given back; 0: none. In programs also by the environment's
/// HEADROOM_STAND_IN_EMPTIES.
void empty_each(std::int64_t n);
/// Other programs hold so much of the device.
void set_others(Bytes bytes);
/// Copies beside the device's work are made as soon as they may be, or as late as they may be (to begin with): either is what a GPU might do.
void hurry_copies(bool on);
/// What is in the queue now ends with an error that leaves the device unusable; whoever waits next hears of it.
void lose();
/// Whether the device has kernels of Headroom's own, as it has to begin with. Without them its bits are LibTorch's on the CPU.
void offer_kernels(bool on);
/// How often the kernel of this name was launched so far.
std::int64_t launches_of(const std::string& kernel);
/// A device that was lost is there again.
void recover();
/// What graphs were asked for since the last call, in order: "capture", "replay 3", "drop 3".
std::vector<std::string> take_graph_calls();
/// What the next capture is answered.
void refuse_capture(const std::string& problem);

}  // namespace headroom::stand_in
