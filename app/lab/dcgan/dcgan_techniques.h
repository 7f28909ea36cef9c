// What each way to save memory is worth for a DCGAN, measured: bytes from the counting allocator, which has to be installed
// (CPU). The PyTorch peer of the same rows is tests/bench/techniques_peer_dcgan.py. Torch-free header.
#pragma once

#include "app/lab/techniques/technique_row.h"

#include <cstdint>
#include <vector>

namespace headroom {

struct DcganBenchOptions {
    std::int64_t size = 64, batch = 64;  ///< a batch that 4 divides
    std::int64_t width = 64;
    int repeats = 3;  ///< of every step; the fastest counts. 1: for bytes alone
};

/// In the order of a table. Throws c10::Error (out of memory included) from `measure`. One thread at a time.
std::vector<Technique> dcgan_techniques(const DcganBenchOptions& options);

}  // namespace headroom
