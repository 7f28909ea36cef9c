// Enlarging a picture file: by Lanczos, by the built-in network of shapes, or by a file of weights. Torch-free header.
#pragma once

#include "core/api/services.h"

namespace headroom {

/// As Services::upscale. Networks whose factor is another than asked for are applied until the picture is large enough, then Lanczos makes
/// the size exact. The PNG gets one more text, "Headroom upscale", that says what was done.
Result<UpscaleDone> upscale_picture(const UpscaleRequest& request, const ProgressFn& progress,
                                    const std::stop_token& stop);

}  // namespace headroom
