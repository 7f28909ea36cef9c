// WheelIndex: where wheels are fetched from. This machine's pip knows: its settings name the index that its owner trusts, be it a mirror or a
// company's own. Headroom names none; what is fetched is known by its SHA-256 wherever it comes from.
#pragma once

#include "core/base/result.h"
#include "core/engine/setup/wheel_list.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace headroom {

/// The index's address: that of HEADROOM_WHEEL_INDEX, else what pip is set up with. Starts Python for half a second; uses no network.
/// Error Environment: there is no pip, or it is told to use no index.
Result<std::string> wheel_index();

/// "example.org" of "https://user:word@example.org/simple": what a person is asked about.
std::string host_of(const std::string& url);

/// The address of the file with the wheel's hash on an index page (HTML of the simple repository API), which was found at `page`; empty: it is
/// not there.
std::string wheel_on_page(std::string_view html, const std::string& page, const Wheel& wheel);

/// Asks the index for the wheel's address. Errors: Environment (no answer), NotFound (no such file), Cancelled.
Result<std::string> find_wheel(const std::string& index, const Wheel& wheel, std::stop_token stop);

}  // namespace headroom
