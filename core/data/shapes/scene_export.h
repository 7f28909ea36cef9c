// Shapes with what they show, written for training on captions: packed pictures, and a line of labels and captions for each.
#pragma once

#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace headroom::shapes {

/// Scenes `first` to `first` + `count` - 1 of `variety`.
struct SceneRange {
    Variety variety = Variety::Centred;
    std::int64_t first = 0, count = 0;
};

/// Writes a safetensors file with `images`, uint8 (count, size, size, 3). Holds all of it in memory. Errors: OutOfMemory, Disk,
/// Cancelled.
Result<void> write_packed_scenes(const std::string& path, const SceneRange& scenes, int size,
                                 const ProgressFn& progress, std::stop_token stop);

/// Writes a JSON object a line: index, solid, colour, floor, background, large, place, and `wordings` captions, those of the seeds
/// 0, 1, … . Errors: Disk, Cancelled.
Result<void> write_scene_captions(const std::string& path, const SceneRange& scenes, int wordings,
                                  std::stop_token stop);

}  // namespace headroom::shapes
