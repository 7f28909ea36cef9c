// A sample by the weights of a stored run, as its trainer draws it. Torch-free header.
#pragma once

#include "core/engine/backend.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace headroom {

using DrawFn = std::function<Result<ImageList>(const std::string& device)>;
/// `draw` where `request.device` says (GenerateRequest): where that is left to the run, on its device `of_run` or on the CPU, and `progress` is
/// told why. A run of this process keeps its GPU to itself: what is drawn there would take its turn and its room.
Result<ImageList> draw_where_there_is_room(const GenerateRequest& request, const std::string& of_run,
                                           const ProgressFn& progress, const DrawFn& draw);

class RunTrainer;

/// The trainer of a stored run with its networks, for what they say rather than for steps, on `device` ("cpu", "cuda:0"). Its pictures are
/// opened. Its warnings go to `progress`. Errors: as Trainer::prepare.
Result<std::unique_ptr<RunTrainer>> trainer_of_stored(const CheckpointContent& content, const std::string& device,
                                                      const ProgressFn& progress, const std::stop_token& stop);

/// `request.count` pictures, as samples of a run of that family show them: a VQGAN's are those of its data set above their
/// reconstructions, spread over it or drawn by `request.seed`. For families without random latents. Errors: BadFile;
/// InvalidArgument (a walk, or a truncation); as open_dataset; OutOfMemory.
Result<ImageList> sample_from_stored(const CheckpointContent& content, const GenerateRequest& request,
                                     const ProgressFn& progress, std::stop_token stop);

}  // namespace headroom
