// Rows, stages, limits.
#include "core/families/growth.h"

#include "core/config/row_builders.h"

#include <algorithm>
#include <bit>
#include <string>

namespace headroom {

std::vector<ParamRow> growth_rows(std::int64_t largest, std::string_view how_long) {
    using namespace rows;
    return {
        bind<&TrainConfig::grow_to>(advanced(integer(
            "image.grow_to", "Grow to", "Memory", {0, static_cast<double>(largest), 2, true}, "px", Policy::NextStep,
            "The resolution doubles during the run until it is this. 0: it stays as it is.",
            "Each stage takes four times the memory of the one before. Before the start the forecast is of the stage that takes most, in a run of the present one."))),
        bind<&TrainConfig::grow_after>(advanced(integer("image.grow_after", "Grow after", "Memory", {100, 1e9, 1000},
                                                        "images", Policy::NextStep, how_long)))};
}

std::optional<PlannedChange> planned_growth(const TrainConfig& config, std::int64_t smallest) {
    if (config.image_size >= config.grow_to) return std::nullopt;
    std::int64_t stage = 1;
    for (std::int64_t side = config.image_size; side > smallest; side /= 2) ++stage;
    return PlannedChange{
        {{"image.size", config.image_size * 2}}, stage * config.grow_after, {{"image.grow_to", std::int64_t{0}}}};
}

void check_growth(const TrainConfig& config, std::int64_t smallest, std::int64_t largest,
                  std::vector<ParamError>& problems) {
    const std::int64_t side = config.grow_to;
    if (side == 0 || (side >= smallest && side <= largest && std::has_single_bit(static_cast<std::uint64_t>(side))))
        return;
    problems.push_back({"image.grow_to", "image.grow_to: " + std::to_string(side) +
                                             " px is neither 0 nor a power of two from " + std::to_string(smallest) +
                                             " to " + std::to_string(largest)});
}

std::int64_t grown_side(const TrainConfig& config) { return std::max(config.image_size, config.grow_to); }

void set_grown_side(TrainConfig& config, std::int64_t side) {
    config.grow_to = config.image_size < side ? side : 0;
    config.image_size = std::min(config.image_size, side);
}

}  // namespace headroom
