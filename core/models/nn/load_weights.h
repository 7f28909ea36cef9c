// From a weight file into a network, tensor by tensor, by canonical names.
#pragma once

#include "core/io/weights/weight_file.h"
#include "core/memory/libtorch.h"

namespace headroom::nn {

/// Fills every parameter and buffer of `network` (a Vqgan or ClipModel made for `file.map()`) from the file; what the network does
/// not have (a dropped encoder, counters) is left in the file. Holds at most one tensor of the file besides. Errors: as
/// WeightFile::read_floats and read_token_rows; BadFile naming a tensor that the file lacks or has in another shape. After an
/// error the network's values are of no use.
Result<void> load_weights(WeightFile& file, const torch::nn::Module& network);

}  // namespace headroom::nn
