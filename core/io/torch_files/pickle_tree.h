// PickleTree: the inert content of a pickle. Nodes live in one arena and refer to each other by index, so that shared and
// even circular values cost nothing and nothing is ever destroyed recursively. No class is looked up, nothing is called.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

using PickleId = std::uint32_t;
inline constexpr PickleId kNoPickle = 0xffffffff;

enum class PickleKind : std::uint8_t {
    None,
    Bool,
    Int,
    BigInt,
    Float,
    Text,
    Bytes,
    List,
    Tuple,
    Set,
    Dict,     ///< children: key, value, key, value, ...
    Global,   ///< a class or function, by name only
    Storage,  ///< index into storages
    Tensor,   ///< index into tensors
    Opaque,   ///< an object that was not made: `index` of its class in globals, `state` in opaques
};

struct PickleNode {
    PickleKind kind = PickleKind::None;
    std::uint32_t index = 0;   ///< into lists, texts, globals, storages, tensors or opaques
    std::int64_t integer = 0;  ///< Int, Bool
};

/// A typed array somewhere in the file.
struct PickleStorage {
    std::string_view type;  ///< "FloatStorage"
    std::string_view key;
    std::int64_t count = 0;  ///< elements
    bool is_view = false;    ///< legacy files: part of another storage
    std::int64_t view_offset = 0;
};

/// A tensor over a storage: offset and strides in elements.
struct PickleTensor {
    PickleId storage = kNoPickle;
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape, strides;
};

struct PickleGlobal {
    std::string_view module, name;
};
struct PickleOpaque {
    std::uint32_t global = 0;
    PickleId state = kNoPickle;
};

struct PickleTree {
    std::vector<PickleNode> nodes;
    std::vector<std::vector<PickleId>> lists;
    std::vector<std::string_view> texts;
    std::vector<PickleGlobal> globals;
    std::vector<PickleStorage> storages;
    std::vector<PickleTensor> tensors;
    std::vector<PickleOpaque> opaques;
    PickleId root = kNoPickle;

    const PickleNode& at(PickleId id) const { return nodes[id]; }
    const std::vector<PickleId>& children(PickleId id) const { return lists[nodes[id].index]; }
    std::string_view text(PickleId id) const { return texts[nodes[id].index]; }
    bool is(PickleId id, PickleKind kind) const { return nodes[id].kind == kind; }
    /// "module.Class" of a Global or Opaque node.
    std::string class_name(PickleId id) const;
};

}  // namespace headroom
