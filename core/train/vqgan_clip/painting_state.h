// PaintingState: what a text-to-image run needs to go on exactly, as its checkpoints hold it.
#pragma once

#include "core/api/vqgan_config.h"
#include "core/engine/backend.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/models/vqgan_clip/latent_optimiser.h"

#include <ATen/core/TensorBody.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <optional>

namespace headroom {

struct PaintingState {
    std::int64_t step = 0;
    double elapsed = 0;                                ///< seconds
    at::Tensor z, start;                               ///< (1, C, H, W), float32
    std::optional<imagine::OptimiserState> optimiser;  ///< none: it begins anew
    std::size_t phrase = 0;                            ///< of the story
    bool held = true;                                  ///< as ImagineTrainer's
    std::int64_t scene = -1;                           ///< likewise
    std::int64_t oom_survived = 0;
    nlohmann::json folder;  ///< of FrameWalk; null: the run paints no folder

    /// A copy in host memory. May throw c10::Error.
    std::shared_ptr<const CheckpointContent> copy(const TrainConfig& config, double score) const;
    /// The state in `content` on `device`, for a run that goes on with `config` and a VQGAN of this code width and factor. Error BadFile: it
    /// is not one of text to image, or of another VQGAN, or lacks a part.
    static Result<PaintingState> read(const CheckpointContent& content, const ImagineConfig& config,
                                      const VqganConfig& vqgan, at::Device device);
};

/// Pixels of the picture to a cell of the latent in a checkpoint of a painting, rounded down; 0: it has none that could be read.
std::int64_t pixels_per_cell(const CheckpointContent& content);

}  // namespace headroom
