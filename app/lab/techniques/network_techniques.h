// What each way to save memory is worth for VQGAN and CLIP with random weights, measured: bytes from the counting allocator, which
// has to be installed (CPU). The PyTorch peer of the same rows is tests/bench/techniques_peer.py. Torch-free header.
#pragma once

#include "app/lab/techniques/technique_row.h"

#include <vector>

namespace headroom {

struct NetworkBenchOptions {
    int side = 128;      ///< of pictures that the VQGAN decodes; a multiple of 16
    int cuts = 8;        ///< pictures that the CLIP reads
    int chunk = 2;       ///< of cuts at a time where they are chunked
    int repeats = 3;     ///< of every step; the fastest counts. 1: for bytes alone
    bool small = false;  ///< reduced networks, for tests
};

/// In the order of a table. Networks are made when the first technique that needs them is measured, and shared. `measure` throws
/// c10::Error, out of memory included. One thread at a time.
std::vector<Technique> network_techniques(const NetworkBenchOptions& options);

}  // namespace headroom
