// What a painting begins with.
#pragma once

#include "core/train/vqgan_clip/painting_networks.h"

namespace headroom {

/// The latent that `config.own<ImagineConfig>().start` asks for, (1, C, rows, columns); a folder's pictures are the trainer's. `networks`
/// were loaded for a start: with the encoder where it needs one. Errors: as read_picture and read_start_library. May throw c10::Error.
/// `emit`, where there is one, hears which picture of the library was chosen.
Result<at::Tensor> start_latent(const PaintingNetworks& networks, const TrainConfig& config, const EmitFn& emit);

}  // namespace headroom
