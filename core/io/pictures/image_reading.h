// Reading picture files with bare reasons in the errors ("it is cut off"), for lists that name the file themselves.
#pragma once

#include "core/io/pictures/image_codec.h"

namespace headroom {

/// As read_image_header() and decode_image(); the Error's message is the reason alone.
Result<ImageHeader> scan_picture_file(const std::string& path);
Result<ImageBuffer> load_picture_file(const std::string& path, int channels);

}  // namespace headroom
