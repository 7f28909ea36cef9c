// RunNotes on disk: <run>/notes.json, what the user wrote about a run. Apart from run.json, which the run itself rewrites.
#pragma once

#include "core/api/latent.h"
#include "core/api/services.h"
#include "core/base/result.h"

#include <string>

namespace headroom {

/// Spaces around and between the words of tags tidied, each tag once, empty ones left out. Error: InvalidArgument, naming the
/// tag that is too long or holds a comma or control characters, or what there is too much of.
Result<RunNotes> tidied(RunNotes notes);

/// None where there are none or they cannot be read.
RunNotes load_notes(const std::string& run_dir);

/// Atomic. A file that cannot be read is kept as notes.json.damaged. Errors: as tidied; Disk.
Result<void> save_notes(const std::string& run_dir, const RunNotes& notes);

/// <run>/favourites.json: latents that the user keeps; one without a truncation has 1. None where there are none or they cannot be read.
std::vector<Favourite> load_favourites(const std::string& run_dir);
/// Atomic. Errors: InvalidArgument (more than 1,000), Disk.
Result<void> save_favourites(const std::string& run_dir, const std::vector<Favourite>& favourites);

}  // namespace headroom
