// Roof: what this machine computes and moves at most, as measured: the roofline that an operation is held against.
// Williams, Waterman, Patterson, "Roofline: An Insightful Visual Performance Model for Multicore Architectures", 2009.
#pragma once

#include "core/memory/where/work.h"

namespace headroom {

struct Roof {
    double fp32_flops = 0, bf16_flops = 0;  ///< a second, of large products
    double fp32_bytes = 0, bf16_bytes = 0;  ///< a second, read and written by a copy that no cache holds

    /// The least that `work` takes here. What a cache holds may be moved faster.
    double seconds(const Work& work) const;
};

/// With the calling thread's number of threads, in a second or two and some 200 MiB. Throws c10::Error.
Roof measure_roof();

/// How many times as fast products are in bf16 as in fp32, with the calling thread's number of threads: measured in about a tenth of a second. Where
/// there are no bf16 kernels 0, at once. Throws c10::Error.
double bf16_speed();

}  // namespace headroom
