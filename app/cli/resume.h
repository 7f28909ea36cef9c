// --resume, for every verb that begins runs.
#pragma once

#include "app/cli/verbs.h"
#include "core/api/train_config.h"

#include <string>

namespace headroom::cli {

/// The run that is continued: "--resume RUN", or "--out RUN --resume"; "" when the run is new. Errors: InvalidArgument, NotFound.
Result<std::string> resumed_run(const Args& args, const Services& services);

/// The settings of the checkpoint that will be continued, with `patch` laid over; null when nothing changes. Errors: a run of another
/// `kind`, a setting that needs a new run, what reading the run can meet.
Result<ConfigSnapshot> resumed_config(const std::string& run, const ParamPatch& patch, ModelKind kind,
                                      Console& console);

}  // namespace headroom::cli
