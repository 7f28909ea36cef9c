// The activation of a CLIP whose file does not say it.
#pragma once

#include "core/io/weights/weight_file.h"

#include <string>

namespace headroom {

/// Answers for the file of a CLIP which activation its network has where neither the file nor a configuration does. A sentence for
/// the user that says so; empty: there was nothing to answer.
std::string assume_activation(WeightFile& file);

}  // namespace headroom
