// Animations out: GIF, WebP, and MP4 through the ffmpeg program where it is installed.
#pragma once

#include "core/api/image_buffer.h"
#include "core/base/result.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A kind of animation file, named as its extension.
struct AnimationFormat {
    std::string name;  ///< "gif", "webp", "mp4"
    bool available = true;
    std::string note;  ///< why not available and what to do; empty otherwise
};

/// Every format, the most widely readable first. Looks for ffmpeg in PATH anew each time.
std::vector<AnimationFormat> animation_formats();
/// True for the name of a format, available or not.
bool is_animation_format(std::string_view name);

/// Writes `frames` (made the size of the first) to `path` atomically, looping where the format can. `seconds_per_frame`: 0.01 to 60.
/// Blocks. Error: InvalidArgument (no frames, unknown format), Environment (no ffmpeg), Disk, Cancelled (between MP4 frames).
Result<void> write_animation(const std::string& path, const std::string& format, const ImageList& frames,
                             double seconds_per_frame, std::stop_token stop = {});

/// WebP (lossy, quality 90), looping. Error: InvalidArgument (none, or larger than 16383 px), Disk.
Result<void> write_webp(const std::string& path, const ImageList& frames, double seconds_per_frame);

/// H.264, or MPEG-4 where ffmpeg has no encoder for it, in yuv420p; odd sides are padded by a line. `program` is found in PATH and
/// started with its arguments as a vector, without a shell; it sees the frames and the file to write, nothing else.
/// Error: Environment (not installed, cannot encode), Disk, Cancelled.
Result<void> write_mp4(const std::string& path, const ImageList& frames, double seconds_per_frame,
                       std::stop_token stop = {}, const std::string& program = "ffmpeg");

}  // namespace headroom
