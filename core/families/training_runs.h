// What runs that train on a data set have in common: their names, descriptions and losses.
#pragma once

#include "core/families/family.h"

#include <string>

namespace headroom {

/// "shapes-64", "animals-128".
std::string name_by_data(const TrainConfig& config);
/// Square pictures of image.size.
void describe_training(const TrainConfig& config, RunInfo& info);
/// "Loss": G and D.
CurvePlot adversarial_losses();
/// "D output": of real and of made pictures.
CurvePlot discriminator_outputs();

}  // namespace headroom
