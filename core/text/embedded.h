// Tables that are part of the program: resources/text, unpacked. Internal to core/text.
#pragma once

#include <string>

namespace headroom {

/// The merges of CLIP's byte-pair encoding, "left right" a line, most important first.
std::string embedded_merges();
/// HTML's named character references, "name codepoint [codepoint]" a line.
std::string embedded_entities();

}  // namespace headroom
