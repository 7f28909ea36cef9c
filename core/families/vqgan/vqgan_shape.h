// Between the settings of a VQGAN that is to be trained and the shape of its networks.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"
#include "core/api/vqgan_config.h"
#include "core/base/result.h"

#include <vector>

namespace headroom {

/// The network that `config` asks for. Error InvalidArgument, beginning with the key: a list that is none, widths that are no multiples of 32.
Result<VqganConfig> vqgan_shape(const TrainConfig& config);

/// The settings that ask for `shape`.
ParamPatch settings_of(const VqganConfig& shape);

/// Everything about a VQGAN run's settings that single rows cannot say; added to `problems`.
void check_vqgan(const TrainConfig& config, std::vector<ParamError>& problems);

}  // namespace headroom
