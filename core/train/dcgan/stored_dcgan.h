// A DCGAN's generator in stored weights: of a checkpoint, or a state dict of the classic example.
#pragma once

#include "core/io/runs/run_folder.h"
#include "core/train/gan/stored_generator.h"

namespace headroom {

/// Error BadFile naming `where`: no generator of a DCGAN is there, or one whose pictures cannot be shown.
Result<StoredGenerator> stored_dcgan(std::shared_ptr<const CheckpointContent> content, bool ema,
                                     const std::string& where);

}  // namespace headroom
