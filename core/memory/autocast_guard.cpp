// Autocast regions.
#include "core/memory/autocast_guard.h"

#include <ATen/autocast_mode.h>

namespace headroom {

AutocastGuard::AutocastGuard(c10::DeviceType device, bool enabled, c10::ScalarType dtype)
    : device_(device),
      before_(at::autocast::is_autocast_enabled(device)),
      dtype_before_(at::autocast::get_autocast_dtype(device)) {
    at::autocast::set_autocast_enabled(device_, enabled);
    if (enabled) at::autocast::set_autocast_dtype(device_, dtype);
    at::autocast::increment_nesting();
}

AutocastGuard::~AutocastGuard() {
    if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
    at::autocast::set_autocast_dtype(device_, dtype_before_);
    at::autocast::set_autocast_enabled(device_, before_);
}

}  // namespace headroom
