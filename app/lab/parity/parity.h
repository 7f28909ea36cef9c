// Parity: replays a numerical case (weights, inputs, expected figures) and compares. Torch-free header.
#pragma once

#include "core/base/enum_names.h"
#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// What a case is of. Optimisers: those of text to image's latent; Tokenizer: CLIP's.
enum class ParityKind { Dcgan, LightGan, Vqgan, VqganTrain, Clip, VqganClip, Cutouts, Optimisers, Tokenizer };
template <> struct EnumNames<ParityKind> {
    static constexpr std::array<std::string_view, 9> names{
        "dcgan", "light-gan", "vqgan", "vqgan-train", "clip", "vqgan-clip", "cutouts", "optimisers", "tokenizer"};
};

/// A figure of a case: how far it is from what is expected.
struct ParityFigure {
    std::string what;
    double difference = 0, allowed = 0;
};

struct ParityOutcome {
    bool within = false;           ///< all figures lie within the case's tolerances
    std::string first_difference;  ///< in words; empty when within
    std::string report_json;       ///< one JSON object
    std::size_t figures = 0;       ///< compared
    ParityFigure worst{};          ///< that with the largest part of what it is allowed
};

/// Replays the DCGAN case in `case_dir` and writes what was computed under the expectations' file and key names to `out_dir`.
/// `device`: as in the setting `device`. `slack`: factor on the case's tolerances, which are those of PyTorch on the CPU.
Result<ParityOutcome> run_dcgan_parity(const std::string& case_dir, const std::string& out_dir,
                                       const std::string& device = "cpu", double slack = 1.0);

/// The same for a case of any kind, on the CPU: all that its files state, in float32 and float64. `out_dir` (empty: nothing is
/// written) must exist. Errors: NotFound, BadFile, Disk.
Result<ParityOutcome> run_parity(ParityKind kind, const std::string& case_dir, const std::string& out_dir);

/// A case in a folder of cases.
struct ParityCase {
    std::string name;    ///< "vqgan/vq": its folder in the folder of cases; "tokenizer": its file
    std::string folder;  ///< what run_parity takes
    Result<ParityKind> kind{
        ParityKind::Dcgan};  ///< or why it cannot be replayed: BadFile, or NotFound for what is missing
};

/// The cases under `folder` by name, whatever they are of: those that peer_dcgan_parity.py, make_light_gan.py and peer_vqgan_clip_parity.py write. Of
/// the last one's, those that are missing beside others are listed too. Error: NotFound when there is none at all.
Result<std::vector<ParityCase>> find_parity_cases(const std::string& folder);

}  // namespace headroom
