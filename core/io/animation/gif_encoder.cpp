// Writes an animated GIF frame by frame, each with its own palette.
#include "core/io/animation/animation.h"
#include "core/io/files/atomic_file.h"
#include "core/io/animation/gif_lzw.h"
#include "core/io/animation/gif_palette.h"
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace headroom {
namespace {

using ByteVector = std::vector<std::uint8_t>;

void append(ByteVector& out, std::string_view text) { out.insert(out.end(), text.begin(), text.end()); }

void append16(ByteVector& out, int value) {
    out.push_back(static_cast<std::uint8_t>(value & 0xFF));
    out.push_back(static_cast<std::uint8_t>(value >> 8 & 0xFF));
}

ByteVector gif_start(int width, int height) {
    ByteVector out;
    append(out, "GIF89a");
    append16(out, width);
    append16(out, height);
    append(out, std::string_view("\x70\0\0", 3));                                // no global palette
    append(out, std::string_view("\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0", 19));  // repeat for ever
    return out;
}

ByteVector gif_frame(const ImageBuffer& frame, int hundredths) {
    const IndexedFrame indexed = index_colours(frame);
    ByteVector out;
    append(out, std::string_view("\x21\xF9\x04\x04", 4));  // the frame stays until the next covers it
    append16(out, hundredths);
    append(out, std::string_view("\0\0\x2C\0\0\0\0", 7));
    append16(out, frame.width);
    append16(out, frame.height);
    out.push_back(0x87);  // its own palette of 256
    out.insert(out.end(), indexed.palette.begin(), indexed.palette.end());
    append_gif_lzw(indexed.indices, out);
    return out;
}

}  // namespace

Result<void> write_gif(const std::string& path, const ImageList& frames, double seconds_per_frame) { return write_gif_frames(path, frames, seconds_per_frame); }

Result<void> write_gif_frames(const std::string& path, const AnimationFrames& frames, double seconds_per_frame) {
    if (frames.count() == 0) return make_error(ErrorCode::InvalidArgument, "There are no pictures to write as GIF.");
    if (frames.width() > 65535 || frames.height() > 65535)
        return make_error(ErrorCode::InvalidArgument, "A GIF is at most 65,535 pixels a side.");
    // Players treat less than 2/100 s as "unset" and slow down.
    const double hundredths =
        std::isfinite(seconds_per_frame) ? std::clamp(std::round(seconds_per_frame * 100.0), 2.0, 65535.0) : 10.0;
    return write_stream_atomic(path, 0, [&](const WriteFn& write) -> Result<void> {
        const auto put = [&](const ByteVector& bytes) { return write(std::as_bytes(std::span(bytes))); };
        if (auto done = put(gif_start(frames.width(), frames.height())); !done) return done;
        for (std::size_t i = 0; i < frames.count(); ++i) {
            const auto frame = frames.read(i);
            if (!frame) return frame.error();
            if (auto done = put(gif_frame(*frame, static_cast<int>(hundredths))); !done) return done;
        }
        return put({0x3B});
    });
}

}  // namespace headroom
