// File names in words: names are bytes, and messages are UTF-8 on one line.
#pragma once

#include <string>
#include <string_view>

namespace headroom {

/// `name` with control characters and bytes that are no UTF-8 written as \xNN.
std::string printable(std::string_view name);

}  // namespace headroom
