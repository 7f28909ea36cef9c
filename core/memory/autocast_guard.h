// AutocastGuard: one autocast region, as Python's `with torch.autocast(...)`. LibTorch has no guard of its own.
// Leaving the outermost region clears the weight-cast cache, so that no cast outlives an optimiser step.
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/core/ScalarType.h>

namespace headroom {

class AutocastGuard {
public:
    /// `enabled` false: a region in which autocast is off.
    AutocastGuard(c10::DeviceType device, bool enabled, c10::ScalarType dtype);
    ~AutocastGuard();
    AutocastGuard(const AutocastGuard&) = delete;
    AutocastGuard& operator=(const AutocastGuard&) = delete;

private:
    c10::DeviceType device_;
    bool before_;
    c10::ScalarType dtype_before_;
};

}  // namespace headroom
