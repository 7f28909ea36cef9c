// The JSON header of a safetensors file, parsed strictly: no duplicate keys, exact integers, nothing unexpected.
#pragma once

#include "core/base/result.h"
#include "core/io/tensors/tensor_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct SafetensorsEntry {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::vector<std::uint64_t> offsets;  ///< begin and end within the data
};

struct SafetensorsHeader {
    std::vector<SafetensorsEntry> entries;  ///< in the order of the header
    std::map<std::string, std::string> metadata;
};

/// `path` is for messages. Error: BadFile.
Result<SafetensorsHeader> parse_safetensors_header(std::string_view json, const std::string& path);

}  // namespace headroom
