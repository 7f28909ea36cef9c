// ComputeMode: how a network trades memory for time. Handed down with every forward pass, so that one network can do both.
#pragma once

namespace headroom::nn {

struct ComputeMode {
    /// Operations on frozen weights keep only what their input's gradient needs, and cheap functions are computed again in the
    /// backward pass (light_ops.h). Off: PyTorch's own operations, to compare with.
    bool light = true;
    /// Segments (levels of a VQGAN, blocks of a CLIP) are computed again in the backward pass instead of kept.
    bool checkpoint = false;
};

}  // namespace headroom::nn
