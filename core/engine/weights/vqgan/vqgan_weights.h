// Weights that the training of a VQGAN begins with: another run's, a checkpoint's, or a weight file of any kind that
// `weights inspect` recognises, with the discriminator that a training checkpoint has beside.
#pragma once

#include "core/api/param.h"
#include "core/api/services.h"
#include "core/base/result.h"
#include "core/io/runs/run_folder.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

class WeightFile;

/// What families that begin with these files call them (StartingWeights::files).
inline constexpr std::string_view kVqganFiles = "vqgan";

/// `named` as a checkpoint: part "vqgan" under taming's names and, where there is one, "discriminator"; `config` holds the settings of
/// their shapes (net.*, d.layers, width.d, norm.d). Of a run its newest sound checkpoint. `warnings`: what was left out, and
/// damaged checkpoints. Errors: NotFound; BadFile (damaged, another network, no encoder, tensors that are missing).
Result<CheckpointContent> read_vqgan_weights(const std::string& named, std::vector<std::string>* warnings = nullptr);

/// The settings that the networks in `file` ask for: net.*, of Gumbel codes codebook.*, and of a discriminator that Headroom has width.d,
/// d.layers and norm.d. Empty: it holds no VQGAN that Headroom trains.
ParamPatch settings_of_vqgan(const WeightFile& file);

}  // namespace headroom
