// Growth: a run that doubles its resolution by itself, for the families whose networks can.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"
#include "core/families/family.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace headroom {

/// The rows image.grow_to, up to `largest` px, and image.grow_after, in the family's words: they name its smallest side.
std::vector<ParamRow> growth_rows(std::int64_t largest, std::string_view how_long);

/// The next doubling; none: the pictures are as large as asked for. Stages are counted from `smallest` px, wherever the run began, so that one
/// that is gone on with grows at the same step.
std::optional<PlannedChange> planned_growth(const TrainConfig& config, std::int64_t smallest);

/// Adds what is wrong with the side that is grown to.
void check_growth(const TrainConfig& config, std::int64_t smallest, std::int64_t largest,
                  std::vector<ParamError>& problems);

/// The side that a run ends with, and the same to set: it begins no larger.
std::int64_t grown_side(const TrainConfig& config);
void set_grown_side(TrainConfig& config, std::int64_t side);

}  // namespace headroom
