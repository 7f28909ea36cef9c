// What files call the tensors of networks that enlarge pictures: RRDB's in three ways of naming them, and those of the built-in network of shapes.
// No tensor library.
#pragma once

#include "core/io/tensors/tensor_stream.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// Widths of an RRDB network, all from its tensors' shapes.
struct RrdbShape {
    std::int64_t blocks = 23, width = 64, growth = 32;
    std::int64_t doublings = 2;  ///< nearest-neighbour doublings after the blocks
    std::int64_t unshuffle = 1;  ///< squares of this side are laid into channels first (Real-ESRGAN's 2x and 1x)
    bool operator==(const RrdbShape&) const = default;
};

/// BasicSR's (conv_first ..), which Real-ESRGAN has too, ESRGAN's second layout (RRDB_trunk ..) and its first (model.0 ..).
enum class RrdbNames { BasicSr, EsrganTrunk, EsrganModel };

/// What a file with `names` calls `canonical`, which is BasicSR's name: "body.3.rdb1.conv2.weight". Of `shape` blocks and doublings count: the first
/// layout numbers its layers.
std::string rrdb_name(RrdbNames names, const RrdbShape& shape, const std::string& canonical);

/// By these the built-in network of shapes (packaging/builtin/upscale_net.py) is known.
inline constexpr const char* kShapesFirst = "conv_in.weight";
inline constexpr const char* kShapesHead = "head2.weight";

/// By names that no other network has, whatever stands before them: a dense block of RRDB's, or both of the network of shapes.
bool seems_upscaler(const std::vector<TensorEntry>& entries);

}  // namespace headroom
