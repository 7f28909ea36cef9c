// Texts of any bytes (paths) in JSON, which holds UTF-8 only: what is no UTF-8 becomes "bytes:" and percent-encoding.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace headroom {

/// `bytes` as it is when it is UTF-8 and does not begin with "bytes:"; else "bytes:" and every byte outside printable ASCII, and
/// every '%', as "%" and two hexadecimal digits: "/data/caf\xE9" is "bytes:/data/caf%E9". decode_bytes gives it back exactly.
std::string encode_bytes(std::string_view bytes);

/// The bytes that `text` stands for; a text without the prefix stands for itself. Error: InvalidArgument when what follows the
/// prefix is not what encode_bytes writes, or holds a zero byte.
Result<std::string> decode_bytes(std::string_view text);

}  // namespace headroom
