// Parity: replays a numerical case (weights, inputs, expected figures) and compares. Torch-free header.
#pragma once

#include "core/base/result.h"

#include <string>

namespace headroom {

struct ParityOutcome {
    bool within = false;             ///< all figures lie within the case's tolerances
    std::string first_difference;    ///< in words; empty when within
    std::string report_json;         ///< one JSON object
};

/// Replays the DCGAN case in `case_dir` and writes what was computed under the expectations' file and key names to `out_dir`.
/// `device`: as in the setting `device`. `slack`: factor on the case's tolerances, which are those of PyTorch on the CPU.
Result<ParityOutcome> run_dcgan_parity(const std::string& case_dir, const std::string& out_dir, const std::string& device = "cpu", double slack = 1.0);

}  // namespace headroom
