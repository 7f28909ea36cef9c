// The case `trace` of VQGAN-CLIP: its networks, its three prompts and its given cuts, ready to be stepped.
#pragma once

#include "app/lab/parity/network_replay.h"
#include "core/models/clip/clip.h"
#include "core/models/vqgan/vqgan.h"
#include "core/models/vqgan_clip/paint_step.h"

#include <memory>

namespace headroom {

struct TraceCase {
    nlohmann::json record;
    TensorMap inputs;
    std::shared_ptr<Vqgan> vqgan;
    std::shared_ptr<ClipModel> clip;
    std::unique_ptr<imagine::CutSource> cuts;  ///< the case's crops and noise
    imagine::Judge judge;                      ///< of `clip` and `cuts`
    at::Tensor z;                              ///< the start, with a gradient

    /// Errors: NotFound, BadFile.
    static Result<std::unique_ptr<TraceCase>> read(const std::string& case_dir, const ReplayWay& way);
    /// All steps, from the present `z` on.
    TensorMap run(std::int64_t chunk);
};

}  // namespace headroom
