// Reading picture files with bare reasons in the errors ("it is cut off"), for lists that name the file themselves.
#pragma once

#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/picture_rows.h"

namespace headroom {

/// As read_image_header(); the Error's message is the reason alone.
Result<ImageHeader> scan_picture_file(const std::string& path);

/// As decode_image(), row by row into `to`, whose rows are to be thrown away on an error; a JPEG by 2, 4 or 8 smaller where `least_side`
/// is above 0 and both its sides stay at least so long. The Error's message is the reason alone. `ground`: the level of what lies behind transparent
/// pixels where alpha is not asked for. Returns what the header says, whose sides are those of the file.
Result<ImageHeader> read_picture_file(const std::string& path, int channels, int least_side, PictureRows& to,
                                      std::uint8_t ground = 255);

}  // namespace headroom
