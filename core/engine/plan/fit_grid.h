// The settings that "Make it fit" tries around what was asked, and what each of them is to the asked training, in words.
#pragma once

#include "core/api/planner.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// What is varied depends on what is allowed; the asked settings are among them. `fresh`: networks may still be chosen.
std::vector<TrainConfig> fit_grid(const FitRequest& request, bool fresh);

/// How near the plan is to what was asked, when it fits.
PlanGroup group_of(const TrainConfig& asked, const TrainConfig& plan);
/// "Same up to rounding", "Trains a 64² model; Batch norm sees 8 images".
std::string result_words(const TrainConfig& asked, const TrainConfig& plan);
/// Whether two plans train or paint the same picture with the same network, so that they differ in cost alone.
bool same_kind_of_plan(const TrainConfig& a, const TrainConfig& b);
/// "Micro-batch 8 x 4", "8 of 32 cuts at a time".
std::string pieces_words(const TrainConfig& plan);

}  // namespace headroom
