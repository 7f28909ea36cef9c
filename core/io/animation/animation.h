// Animations out: GIF, WebP, and MP4 through the ffmpeg program where it is installed.
#pragma once

#include "core/api/image_buffer.h"
#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <initializer_list>
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

/// The pictures of an animation: a list, or read one by one as they are written, so that a long film is never held whole.
class AnimationFrames {
public:
    using Read = std::function<Result<ImageBuffer>(std::size_t index)>;

    AnimationFrames() = default;
    AnimationFrames(const ImageList& list);
    AnimationFrames(std::initializer_list<ImageBuffer> list) : AnimationFrames(ImageList(list)) {}
    /// `read` may be called for the same picture twice.
    AnimationFrames(std::size_t count, int width, int height, Read read);

    std::size_t count() const { return count_; }
    /// Pixels; what read() gives has this size.
    int width() const { return width_; }
    int height() const { return height_; }
    /// RGB or grey. One of another shape stands in the middle of white, as large as it fits. Errors: as the reader given.
    Result<ImageBuffer> read(std::size_t index) const;

private:
    std::size_t count_ = 0;
    int width_ = 0, height_ = 0;
    Read read_;
};

/// Writes `frames` to `path` atomically, looping where the format can. `seconds_per_frame`: 0.01 to 60.
/// Blocks. Error: InvalidArgument (no frames, unknown format), Environment (no ffmpeg), Disk, Cancelled (between MP4 frames),
/// and as the frames' reader.
Result<void> write_animation(const std::string& path, const std::string& format, const AnimationFrames& frames,
                             double seconds_per_frame, std::stop_token stop = {});

/// GIF, as write_gif of core/io/pictures/image_codec.h. Errors: InvalidArgument, Disk, as the frames' reader.
Result<void> write_gif_frames(const std::string& path, const AnimationFrames& frames, double seconds_per_frame);

/// WebP (lossy, quality 90), looping. Error: InvalidArgument (none, or larger than 16383 px), Disk.
Result<void> write_webp(const std::string& path, const AnimationFrames& frames, double seconds_per_frame);

/// H.264, or MPEG-4 where ffmpeg has no encoder for it, in yuv420p of BT.709; odd sides are padded by a line. `program` is found in PATH and
/// started with its arguments as a vector, without a shell; it sees the frames and the file to write, nothing else.
/// Error: Environment (not installed, cannot encode), Disk, Cancelled.
Result<void> write_mp4(const std::string& path, const AnimationFrames& frames, double seconds_per_frame,
                       std::stop_token stop = {}, const std::string& program = "ffmpeg");

}  // namespace headroom
