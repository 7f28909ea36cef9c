// A Light GAN's generator in stored weights: of a checkpoint, or of a file of lightweight-gan.
#pragma once

#include "core/io/runs/run_folder.h"
#include "core/train/gan/stored_generator.h"

namespace headroom {

/// Error BadFile naming `where`: no generator of a Light GAN is there.
Result<StoredGenerator> stored_light_gan(std::shared_ptr<const CheckpointContent> content, bool ema,
                                         const std::string& where);

}  // namespace headroom
