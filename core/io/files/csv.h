// Metrics as text for spreadsheets and scripts: CSV and JSON. Always in the C locale; column names are stable.
#pragma once

#include "core/api/event.h"
#include "core/api/services.h"
#include "core/api/step_pieces.h"
#include "core/io/files/atomic_file.h"

#include <span>

namespace headroom {

/// One row a step under "step,images,epoch,elapsed_seconds,loss_g,loss_d,d_real,d_fake,grad_norm_g,grad_norm_d,
/// images_per_second,step_seconds,scale_g,scale_d,threads,memory_live,memory_peak,memory_budget,memory_others"
/// (bytes for memory; a figure that does not apply is empty). Asks for the steps twice. Errors: as `steps` and `write`.
Result<void> write_metrics_csv(const StepPieces& steps, const WriteFn& write);

/// {"steps":[{"step":...,"memory":{"live":...}}],"marks":[{"step":...,"kind":...}]} with the names of the step event of the
/// command line; one object per line; a figure that does not apply is null. Likewise "scores", where there are any.
/// Errors: as `steps` and `write`.
Result<void> write_metrics_json(const StepPieces& steps, std::span<const HistoryMark> marks,
                                std::span<const ScoresDone> scores, const WriteFn& write);

}  // namespace headroom
