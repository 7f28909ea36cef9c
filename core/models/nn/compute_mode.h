// ComputeMode: how a network trades memory for time. Handed down with every forward pass, so that one network can do both.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headroom::nn {

struct ComputeMode {
    /// Operations on frozen weights keep only what their input's gradient needs, and cheap functions are recomputed in the
    /// backward pass (light_ops.h). Off: PyTorch's own operations, to compare with.
    bool light = true;
    /// Bit i: segment i, in the order of computing (levels of a VQGAN, blocks of a CLIP), is recomputed in the backward pass
    /// instead of kept. Bit 63 stands for all from there on.
    std::uint64_t again = 0;

    static constexpr std::uint64_t kAll = ~std::uint64_t{0};
    bool computes_again(std::size_t segment) const { return (again >> (segment < 63 ? segment : 63) & 1) != 0; }
};

}  // namespace headroom::nn
