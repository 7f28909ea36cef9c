// Enlarging a picture file: by Lanczos, by the built-in network of shapes, or by a file of weights. Torch-free header.
#pragma once

#include "core/api/services.h"

namespace headroom {

/// As Services::upscale. Networks whose factor is another than asked for are applied until the picture is large enough, then Lanczos makes
/// the size exact. The PNG gets one more text, "Headroom upscale", that says what was done.
/// An empty target: nothing is written, and the answer is what it would take: a network is run once on a small tile. OutOfMemory then says
/// that not even the smallest tile has room.
Result<UpscaleDone> upscale_picture(const UpscaleRequest& request, const ProgressFn& progress,
                                    const std::stop_token& stop);

}  // namespace headroom
