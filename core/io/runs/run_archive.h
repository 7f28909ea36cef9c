// A whole run as one archive: a ZIP that any program opens, with the run folder's files as they are and a list of their hashes.
//
//   run.json, config.json, notes.json, favourites.json, starting-weights.json, history.db, log.txt, oom-*.json, checkpoints/..., samples/...,
//   frames/...
//   headroom-run.json   {"format":"headroom-run-archive-1","name":...,"files":[{"path":...,"bytes":...,"sha256":...}]}
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <functional>
#include <stop_token>
#include <string>

namespace headroom {

/// As ProgressFn of the services.
using ArchiveProgress = std::function<void(const std::string& what, double fraction)>;

/// Writes the run in `run_dir` to `target`, atomically; also of a run that is under way: the history as it is at that moment, and the checkpoints
/// that were whole when it began. Weights and pictures are stored, not packed again. Errors: NotFound, BadFile (no run folder), Disk, Cancelled.
Result<void> write_run_archive(const std::string& run_dir, const std::string& target, const ArchiveProgress& progress,
                               std::stop_token stop);

/// Unpacks an archive into a new folder under `runs_root` and returns it. Every file is compared with its hash before the folder gets its name;
/// nothing is left of an archive that is damaged, holds other files than it lists, or names files outside of it. One that was unpacked and packed
/// anew, by whichever program, is as good. Errors: NotFound, BadFile, Disk, Cancelled.
Result<std::string> open_run_archive(const std::string& archive, const std::string& runs_root,
                                     const ArchiveProgress& progress, std::stop_token stop);

}  // namespace headroom
