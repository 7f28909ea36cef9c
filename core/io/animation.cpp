// Chooses the writer of an animation.
#include "core/io/animation.h"

#include "core/io/animation_frame.h"
#include "core/io/child_process.h"
#include "core/io/image_codec.h"

#include <algorithm>

namespace headroom {

std::vector<std::uint8_t> rgb_pixels(const ImageBuffer& frame, int width, int height) {
    const bool fits = frame.width == width && frame.height == height;
    const ImageBuffer fitted = fits ? frame : resize_image(frame, width, height);
    if (fitted.channels == 3) return *fitted.pixels;
    std::vector<std::uint8_t> out;
    out.reserve(fitted.pixels->size() * 3);
    for (const std::uint8_t grey : *fitted.pixels) out.insert(out.end(), 3, grey);
    return out;
}

std::vector<AnimationFormat> animation_formats() {
    const bool ffmpeg = !find_program("ffmpeg").empty();
    return {{"gif", true, {}},
            {"webp", true, {}},
            {"mp4", ffmpeg,
             ffmpeg ? "" : "The program ffmpeg is not installed. Install the package ffmpeg, or choose GIF or WebP."}};
}

bool is_animation_format(std::string_view name) { return name == "gif" || name == "webp" || name == "mp4"; }

Result<void> write_animation(const std::string& path, const std::string& format, const ImageList& frames,
                             double seconds_per_frame, std::stop_token stop) {
    if (frames.empty() || std::any_of(frames.begin(), frames.end(), [](const ImageBuffer& f) { return f.empty(); })) {
        return make_error(ErrorCode::InvalidArgument, path + ": there are no pictures to write");
    }
    if (!is_animation_format(format))
        return make_error(ErrorCode::InvalidArgument, "format: '" + format + "' is not one of gif, webp, mp4");
    if (!(seconds_per_frame >= 0.01 && seconds_per_frame <= 60))
        return make_error(ErrorCode::InvalidArgument, "seconds per frame: not between 0.01 and 60");
    if (format == "gif") return write_gif(path, frames, seconds_per_frame);
    if (format == "webp") return write_webp(path, frames, seconds_per_frame);
    return write_mp4(path, frames, seconds_per_frame, stop);
}

}  // namespace headroom
