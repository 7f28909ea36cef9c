// The random numbers that kornia 0.5.4 drew for the case `cutouts`, as this program's draws.
#pragma once

#include "app/lab/parity/network_replay.h"
#include "core/models/vqgan_clip/cut_draws.h"

namespace headroom {

/// An augmentation and its draws.
struct KorniaStep {
    imagine::CutStep step;
    imagine::StepDraws draws;
};

/// The codes of the cases: "Ji", "Af_pooling", ...
const std::vector<std::string>& kornia_codes();

/// The augmentation `code` from `params` (params.safetensors). Throws c10::Error that names a tensor which is missing or of another shape.
KorniaStep kornia_step(const std::string& code, const TensorMap& params);

/// Boxes (n, 3) of x, y, size.
std::vector<imagine::CutBox> square_boxes(const at::Tensor& boxes);

}  // namespace headroom
