// Files of networks that enlarge pictures: recognised by their tensors' names, read by the restricted reader, one tensor at a time.
#pragma once

#include "core/base/result.h"
#include "core/models/upscale/upscaler.h"

#include <memory>
#include <string>

namespace headroom {

struct LoadedUpscaler {
    std::shared_ptr<Upscaler> network;
    std::string words;  ///< "RRDB 4x, 23 blocks of 64 channels"
};

/// RRDB weights with the names of ESRGAN's first layout (model.0 ..), its second (RRDB_trunk ..) or BasicSR's and Real-ESRGAN's (conv_first ..),
/// also below params_ema, params or state_dict; or Headroom's own network of shapes. Blocks, widths, factor and pixel-unshuffle follow from
/// the shapes. Errors: NotFound, BadFile (another kind of network; the first tensor that is missing or of another shape).
Result<LoadedUpscaler> load_upscaler(const std::string& path);

}  // namespace headroom
