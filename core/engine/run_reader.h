// Reads finished (or running) runs back: the list, one run's history. Tolerant: a damaged run is shown as such, never fatal.
#pragma once

#include "core/api/services.h"
#include "core/api/step_pieces.h"
#include "core/io/runs/run_history.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom {

/// The folder of a run named by it or by its name under `runs_root`. Error: NotFound.
Result<std::string> find_run_folder(const std::string& named, const std::string& runs_root);

/// Every run folder under `runs_root`, newest first. One that cannot be read has the state "damaged".
std::vector<RunInfo> list_run_folders(const std::string& runs_root);

/// Info, configuration, figures and marks of one run, a long run's figures thinned to what pictures show, or to `most_steps` of them; 0: none is read.
/// A missing history is an empty one. Error: NotFound, BadFile.
Result<RunHistory> read_run(const std::string& run_dir, std::size_t most_steps = HistoryStore::kMostShown);

/// All steps of one run, however many; a missing history has none. Errors: BadFile, Disk, as `take`.
Result<void> read_steps(const std::string& run_dir, const TakeSteps& take);

/// Whether `name`, at the top of a run's folder, is one of the run's own; anything else there belongs to the user and stays.
bool is_run_file(const std::string& name);

/// What deleting the run's own files frees.
Bytes run_folder_bytes(const std::string& run_dir);

/// Deletes the run's own files and, if nothing else lies there, its folder. Refuses a folder that is no run and a run that
/// is being trained. Error: NotFound, BadFile, InvalidArgument, Disk.
Result<void> delete_run_folder(const std::string& run_dir);

/// Deletes the run's own files and leaves the folder. Refuses and fails as delete_run_folder().
Result<void> empty_run_folder(const std::string& run_dir);

/// Replaces the latents that its user keeps: in its folder or, of a run on another machine, `host`, here. Errors: NotFound, BadFile (no run
/// folder), InvalidArgument, Disk.
Result<void> keep_favourites_of(const std::string& run_dir, const std::vector<Favourite>& favourites,
                                const std::string& host = {});
std::vector<Favourite> favourites_of(const std::string& run_dir, const std::string& host = {});

/// Replaces what its user wrote about a run, whoever trains it. Errors: NotFound, BadFile (no run folder), InvalidArgument, Disk.
Result<void> annotate_run_folder(const std::string& run_dir, const RunNotes& notes);

}  // namespace headroom
