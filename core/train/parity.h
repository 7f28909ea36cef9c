// Parity: replays a numerical case (weights, inputs, expected figures) and compares. Torch-free header.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"

#include <array>
#include <string>
#include <string_view>

namespace headroom {

/// What a case is of.
enum class ParityKind { Dcgan, Vqgan, Clip, VqganClip };
template <> struct EnumNames<ParityKind> {
    static constexpr std::array<std::string_view, 4> names{"dcgan", "vqgan", "clip", "vqgan-clip"};
};

struct ParityOutcome {
    bool within = false;             ///< all figures lie within the case's tolerances
    std::string first_difference;    ///< in words; empty when within
    std::string report_json;         ///< one JSON object
};

/// Replays the DCGAN case in `case_dir` and writes what was computed under the expectations' file and key names to `out_dir`.
/// `device`: as in the setting `device`. `slack`: factor on the case's tolerances, which are those of PyTorch on the CPU.
Result<ParityOutcome> run_dcgan_parity(const std::string& case_dir, const std::string& out_dir, const std::string& device = "cpu", double slack = 1.0);

/// The same for a case of any kind, on the CPU. `out_dir` (empty: nothing is written) must exist. Errors: NotFound, BadFile, Disk.
Result<ParityOutcome> run_parity(ParityKind kind, const std::string& case_dir, const std::string& out_dir);

}  // namespace headroom
