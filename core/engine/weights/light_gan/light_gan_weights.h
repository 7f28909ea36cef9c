// Weights that the training of a Light GAN begins with: another run's, a checkpoint's, or a model_N.pt of lightweight-gan.
#pragma once

#include "core/api/param.h"
#include "core/base/result.h"
#include "core/families/light_gan/light_gan_shape.h"
#include "core/io/runs/run_folder.h"
#include "core/io/tensors/tensor_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

class WeightFile;

/// What families that begin with these files call them (StartingWeights::files).
inline constexpr std::string_view kLightGanFiles = "light-gan";

/// Whether tensors are named as lightweight-gan's trainer names them (G., D., GE., within GAN or not), or are those of a generator alone.
bool seems_light_gan(const std::vector<TensorView>& tensors);

/// Whether one is among them.
bool has_discriminator(const std::vector<TensorView>& light_gan);

/// Their networks. Error BadFile, as recognise_light_gan() of the shapes.
Result<LightGanShape> recognise_light_gan(const std::vector<TensorView>& tensors);

/// The settings that the networks in `file` ask for (settings_of() of their shape). Empty: it holds no Light GAN that Headroom trains.
ParamPatch settings_of_light_gan(const WeightFile& file);

/// The networks of such a file as a checkpoint's parts "generator", "discriminator" and "ema"; `config` holds the settings of their shapes.
/// Errors: NotFound; BadFile (damaged, another network, an option that Headroom lacks).
Result<CheckpointContent> read_light_gan_file(const std::string& path);

/// `named` as a checkpoint, of a run its newest sound one. `warnings`: what was left out, and damaged checkpoints. Errors: as above.
Result<CheckpointContent> read_light_gan_weights(const std::string& named, std::vector<std::string>* warnings);

}  // namespace headroom
