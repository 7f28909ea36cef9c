// ParamSchema: the table of all parameters and what follows from it: look-up, validation, patches. Thread-safe (constant).
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The rows of all kinds of runs, each key once, as the first kind that has it says it.
std::span<const ParamRow> schema_rows();

/// The rows that a run of `kind` has, in form order, in the words and with the defaults of that kind.
std::span<const ParamRow> schema_rows(ModelKind kind);

/// Whether a run of `kind` has this parameter.
bool belongs_to(const ParamRow& row, ModelKind kind);

/// The defaults of a kind of run: those of the rows, but for what suits it better.
TrainConfig default_config(ModelKind kind);

/// The row for `key`, or nullptr.
const ParamRow* find_param(std::string_view key);

/// The row for `key` as a run of `kind` has it; another kind's where that kind has none; nullptr for no setting at all.
const ParamRow* find_param(std::string_view key, ModelKind kind);

/// The names that a Set's value holds, in its order.
std::vector<std::string> set_members(std::string_view value);

/// Reads a value as a person writes it ("64", "2e-4", "on", "bf16", "6GiB") for `row`. Error: InvalidArgument with a
/// message that starts with the key and names the allowed range, e.g. "batch.micro: 0 is not between 1 and 4096".
Result<ParamValue> parse_param(const ParamRow& row, std::string_view text);

/// Checks one value against its row (type, range, choice, power of two). Same errors as parse_param.
Result<void> check_param(const ParamRow& row, const ParamValue& value);

/// Checks what single rows cannot: combinations (WGAN-GP with batch norm in D, fp16 on the CPU, grid larger than ...).
/// `device_is_cpu`: what "auto" resolves to. Returns every problem found.
std::vector<ParamError> check_config(const TrainConfig& config, bool device_is_cpu);
/// What sound settings ask for and may never get, in one sentence; empty: nothing.
std::string doubt_in(const TrainConfig& config);
/// Sets back what a stored run has and a new one is refused: tf32 and fp16 become fp32 on the CPU, which computes at least as exactly;
/// scores by Inception's features without its weights, of which none was ever taken, are no longer asked for. Returns the keys that were changed.
std::vector<std::string> set_back_refused(TrainConfig& config, bool device_is_cpu);

/// `config` with `patch` applied. All or nothing. Error: unknown key, bad value.
Result<TrainConfig> with_patch(const TrainConfig& config, const ParamPatch& patch);

/// Keys whose values differ between two configurations, with the new values.
ParamPatch difference(const TrainConfig& from, const TrainConfig& to);

/// The strictest policy among the keys of `patch`.
Policy policy_of(const ParamPatch& patch);

}  // namespace headroom
