// Exporter: writes what a run made into files of the user's choice. One file per call, atomic; blocks.
#pragma once

#include "core/api/services.h"
#include "core/engine/backend.h"

#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// The formats of a kind of export, the default first; some depend on programs of this machine.
std::vector<ExportFormat> export_formats(ExportKind kind);

/// Runs one export. Formats: Grid png; Timelapse gif, webp or mp4; Checkpoint safetensors or pth (the generator goes to `target`, the
/// discriminator beside it, see discriminator_path); Metrics csv, json or svg; Config json. An empty format is taken from
/// the target's extension, else the kind's first one. Errors: InvalidArgument, NotFound, BadFile,
/// Environment (no ffmpeg for mp4), Disk, Cancelled.
Result<ExportDone> export_from_run(const ExportRequest& request, Backend& backend, const ProgressFn& progress,
                                   std::stop_token stop);

/// "…/netG.pth" -> "…/netD.pth"; "…/cats.pth" -> "…/cats-netD.pth".
std::string discriminator_path(const std::string& generator_path);

}  // namespace headroom
