// Recognisers of the kinds of networks, and what they share. Internal to core/io/weights.
#pragma once

#include "core/io/weights/name_table.h"
#include "core/io/weights/weight_map.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Where a canonical tensor is looked for.
struct SourceNames {
    std::vector<std::string> names;
    bool transposed = false;
};
using NameRule = std::function<SourceNames(const std::string& canonical)>;

/// False: no such network here. Otherwise `map` has kind, layout, prefix, architecture, tensors, missing and misshaped.
bool recognise_vqgan(const NameTable& table, WeightMap& map, std::set<std::size_t>& used);
bool recognise_clip(const NameTable& table, const std::string& container, WeightMap& map, std::set<std::size_t>& used);
bool recognise_inception(const NameTable& table, WeightMap& map, std::set<std::size_t>& used);

/// Looks up every expected tensor by `rule` and fills tensors, missing and misshaped.
void fill_map(const NameTable& table, const std::vector<ExpectedTensor>& expected, const NameRule& rule, WeightMap& map,
              std::set<std::size_t>& used);

}  // namespace headroom
