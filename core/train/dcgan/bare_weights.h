// Bare weights: networks of weight files (netG, netD) put into those of a new run, whose shapes they must have.
#pragma once

#include "core/engine/weights/dcgan_shape.h"
#include "core/train/dcgan/gan_networks.h"

#include <vector>

namespace headroom {

/// True when the parts come from weight files rather than from a checkpoint.
bool are_bare(const std::vector<CheckpointPart>& parts);

/// Copies the parts "generator" (into the average too) and "discriminator"; a network without a part keeps its fresh weights.
/// Error: BadFile naming file and tensor, what it has and what `config` wants, and the settings that would fit. Nothing is
/// copied from a file that does not fit.
Result<void> load_bare(GanNetworks& nets, const std::vector<CheckpointPart>& parts, const TrainConfig& config);

/// The spec of a network that has exactly this shape; of the other network it says nothing.
DcganSpec spec_of(const DcganShape& shape);

}  // namespace headroom
