// bench techniques: what each way to save memory is worth, as a table. Torch-free header.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

struct TechniquesOptions {
    std::string only;                    ///< techniques whose name holds this; empty: all
    int repeats = 3;                     ///< of every step; the fastest counts
    std::int64_t size = 64, batch = 64;  ///< of the DCGAN; a batch that 4 divides
    bool small = false;  ///< reduced networks: the shape of the table in seconds, its figures mean little
};

/// Measures on the CPU and hands out one JSON object per technique. Error OutOfMemory names the technique that did not fit.
Result<void> run_techniques_bench(const TechniquesOptions& options, const std::function<void(const std::string&)>& line,
                                  ProgressFn progress, std::stop_token stop);

}  // namespace headroom
