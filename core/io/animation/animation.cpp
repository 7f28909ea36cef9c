// Chooses the writer of an animation.
#include "core/io/animation/animation.h"

#include "core/io/animation/animation_frame.h"
#include "core/io/files/child_process.h"
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <utility>

namespace headroom {

std::vector<std::uint8_t> rgb_pixels(const ImageBuffer& frame) {
    if (frame.channels == 3) return *frame.pixels;
    std::vector<std::uint8_t> out;
    out.reserve(frame.pixels->size() * 3);
    for (const std::uint8_t grey : *frame.pixels) out.insert(out.end(), 3, grey);
    return out;
}

AnimationFrames::AnimationFrames(const ImageList& list) {
    if (list.empty() || std::any_of(list.begin(), list.end(), [](const ImageBuffer& f) { return f.empty(); })) return;
    *this = AnimationFrames(list.size(), list.front().width, list.front().height,
                            [list](std::size_t i) -> Result<ImageBuffer> { return list[i]; });
}

AnimationFrames::AnimationFrames(std::size_t count, int width, int height, Read read)
    : count_(count), width_(width), height_(height), read_(std::move(read)) {}

Result<ImageBuffer> AnimationFrames::read(std::size_t index) const {
    auto frame = read_(index);
    if (!frame || (frame->width == width_ && frame->height == height_)) return frame;
    return fit_on_white(*frame, width_, height_);
}

std::vector<AnimationFormat> animation_formats() {
    const bool ffmpeg = !find_program("ffmpeg").empty();
    return {{"gif", true, {}},
            {"webp", true, {}},
            {"mp4", ffmpeg,
             ffmpeg ? "" : "The program ffmpeg is not installed. Install the package ffmpeg, or choose GIF or WebP."}};
}

bool is_animation_format(std::string_view name) { return name == "gif" || name == "webp" || name == "mp4"; }

Result<void> write_animation(const std::string& path, const std::string& format, const AnimationFrames& frames,
                             double seconds_per_frame, std::stop_token stop) {
    if (frames.count() == 0) return make_error(ErrorCode::InvalidArgument, path + ": there are no pictures to write");
    if (!is_animation_format(format))
        return make_error(ErrorCode::InvalidArgument, "format: '" + format + "' is not one of gif, webp, mp4");
    if (!(seconds_per_frame >= 0.01 && seconds_per_frame <= 60))
        return make_error(ErrorCode::InvalidArgument, "seconds per frame: not between 0.01 and 60");
    if (format == "gif") return write_gif_frames(path, frames, seconds_per_frame);
    if (format == "webp") return write_webp(path, frames, seconds_per_frame);
    return write_mp4(path, frames, seconds_per_frame, stop);
}

}  // namespace headroom
