// Exporter: writes what a run made into files of the user's choice. One file per call, or several that belong together, atomic; blocks.
#pragma once

#include "core/api/services.h"
#include "core/engine/backend.h"

#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// The formats of a kind of export, the default first; some depend on programs of this machine.
std::vector<ExportFormat> export_formats(ExportKind kind);

/// Whether `request.target` can be written: its folder is there, it is no folder and none of the run's own files.
Result<void> check_export_target(const ExportRequest& request);

/// Runs one export. Formats: Grid png; Timelapse and Walk gif, webp or mp4; Checkpoint safetensors or pth (the family's first weight file goes to `target`,
/// the others beside it, see path_beside); Model safetensors (see model_export.h); Onnx onnx; Metrics csv, json, svg or tfevents; Config json; Run zip. An empty format is taken from
/// the target's extension, else the kind's first one. Errors: InvalidArgument, NotFound, BadFile,
/// Environment (no ffmpeg for mp4), Disk, Cancelled.
Result<ExportDone> export_from_run(const ExportRequest& request, Backend& backend, const ProgressFn& progress,
                                   std::stop_token stop);

}  // namespace headroom
