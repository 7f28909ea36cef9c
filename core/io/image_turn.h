// What happens to a decoded picture: EXIF rotation and the wanted number of channels.
#pragma once

#include "core/io/image_decoders.h"

namespace headroom {

/// Applies EXIF orientation 1..8.
void turn_upright(RawPicture& picture, int orientation);

/// To 1 (luma) or 3 (equal) channels.
void convert_channels(RawPicture& picture, int channels);

}  // namespace headroom
