// Exporter: writes what a run made into files of the user's choice. One file per call, atomic; blocks.
#pragma once

#include "core/api/services.h"
#include "core/engine/backend.h"

#include <stop_token>
#include <string>

namespace headroom {

/// Runs one export. Formats: Grid png; Timelapse gif; Checkpoint safetensors or pth (the generator goes to `target`, the
/// discriminator beside it, see discriminator_path); Metrics csv, json or svg; Config json. An empty format is taken from
/// the target's extension, else the kind's first one. Errors: InvalidArgument, NotFound, BadFile, Disk, Cancelled.
Result<ExportDone> export_from_run(const ExportRequest& request, Backend& backend, const ProgressFn& progress, std::stop_token stop);

/// "…/netG.pth" -> "…/netD.pth"; "…/cats.pth" -> "…/cats-netD.pth".
std::string discriminator_path(const std::string& generator_path);

/// Run folder, checkpoint folder or nothing of the kind: the checkpoint folder to read; `progress` hears of damaged ones that
/// were passed over. Error: NotFound, BadFile.
Result<std::string> checkpoint_of(const std::string& run_or_checkpoint, const ProgressFn& progress = {});

}  // namespace headroom
