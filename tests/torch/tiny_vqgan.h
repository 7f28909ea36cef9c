// The smallest VQGAN of two levels with attention, for tests of what a training step computes.
#pragma once

#include "core/models/vqgan/vqgan.h"

namespace headroom::test {

/// For pictures of 16 x 16, two times smaller inside.
inline VqganConfig tiny_vqgan(std::int64_t codes) {
    VqganConfig c;
    c.base = 32;
    c.multipliers = {1, 1};
    c.blocks = 1;
    c.attention = {8};
    c.resolution = 16;
    c.z_channels = 8;
    c.codes = codes;
    c.code_width = 8;
    return c;
}

}  // namespace headroom::test
