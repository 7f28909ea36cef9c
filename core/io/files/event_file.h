// Metrics as TensorBoard reads them: an event file, TFRecords of Event messages with the figures of each step as scalars. TensorBoard takes any file with
// "tfevents" in its name. Format: tensorflow/core/lib/io/record_writer.h, tensorflow/core/util/event.proto, framework/summary.proto.
#pragma once

#include "core/api/event.h"
#include "core/api/step_pieces.h"
#include "core/io/files/atomic_file.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace headroom {

/// Writes the file: its version, then one event a step, at the time when the step was made as far as that is known: `created_unix_ms` of the run and
/// the seconds that it took. Tags are the names of the tables' columns (csv.h), memory as "memory/peak" in bytes, scores as "score/kid"; a figure that does not apply is left
/// out. Errors: as `steps` and `write`.
Result<void> write_event_file(const StepPieces& steps, std::int64_t created_unix_ms, std::span<const ScoresDone> scores,
                              const WriteFn& write);

/// CRC-32C (Castagnoli), as TFRecords have it, before masking.
std::uint32_t crc32c(std::string_view bytes);

}  // namespace headroom
