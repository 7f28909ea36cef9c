// What happens to a decoded picture: EXIF rotation and the requested number of channels.
#pragma once

#include "core/io/pictures/image_decoders.h"

namespace headroom {

/// Applies EXIF orientation 1..8.
void turn_upright(RawPicture& picture, int orientation);

/// To 1 (luma), 3 (grey: equal) or 4 (opaque where there was no alpha) channels; alpha that goes is composited on white.
void convert_channels(RawPicture& picture, int channels);

}  // namespace headroom
