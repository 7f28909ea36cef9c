// Writes an animated GIF through giflib, frame by frame, each with its own palette.
#include "core/io/animation/animation.h"
#include "core/io/animation/gif_palette.h"
#include "core/io/files/atomic_file.h"
#include "core/io/pictures/image_codec.h"

#include <gif_lib.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headroom {
namespace {

using GifBytes = std::vector<GifByteType>;

struct FreeColours {
    void operator()(ColorMapObject* colours) const { GifFreeMapObject(colours); }
};

/// What giflib has put out since the last flush, for its own writes are of a few bytes each.
class GifWriter {
public:
    explicit GifWriter(const WriteFn& write) : write_(write), gif_(EGifOpen(&bytes_, &keep, &error_)) {}
    ~GifWriter() { close(); }
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    Result<void> begin(int width, int height) {
        if (!gif_) return flush(false);
        EGifSetGifVersion(gif_, /*gif89=*/true);
        return flush(EGifPutScreenDesc(gif_, width, height, 8, 0, nullptr) &&
                     EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE) &&
                     EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0") &&
                     EGifPutExtensionBlock(gif_, 3, "\x01\0\0") &&  // repeat for ever
                     EGifPutExtensionTrailer(gif_));
    }

    Result<void> add(const ImageBuffer& frame, int hundredths) {
        IndexedFrame indexed = index_colours(frame);
        GifColorType palette[256];
        for (std::size_t i = 0; i < std::size(palette); ++i)
            palette[i] = {indexed.palette[3 * i], indexed.palette[3 * i + 1], indexed.palette[3 * i + 2]};
        const std::unique_ptr<ColorMapObject, FreeColours> colours(GifMakeMapObject(256, palette));
        const GraphicsControlBlock control{DISPOSE_DO_NOT, false, hundredths,
                                           NO_TRANSPARENT_COLOR};  // it stays until the next covers it
        GifByteType bytes[4];
        bool done = colours && EGifGCBToExtension(&control, bytes) &&
                    EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) &&
                    EGifPutImageDesc(gif_, 0, 0, frame.width, frame.height, false, colours.get());
        for (int y = 0; done && y < frame.height; ++y)
            done = EGifPutLine(
                gif_, indexed.indices.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.width),
                frame.width);
        return flush(done);
    }

    Result<void> end() { return flush(close()); }

private:
    static int keep(GifFileType* gif, const GifByteType* bytes, int count) {
        auto& kept = *static_cast<GifBytes*>(gif->UserData);
        kept.insert(kept.end(), bytes, bytes + count);
        return count;
    }

    bool close() { return !gif_ || EGifCloseFile(std::exchange(gif_, nullptr), &error_); }

    Result<void> flush(bool done) {
        if (!done) {
            const char* const words = GifErrorString(gif_ ? gif_->Error : error_);
            return make_error(ErrorCode::Internal,
                              std::string("giflib cannot write the GIF: ") + (words ? words : "no reason given"));
        }
        auto written = write_(std::as_bytes(std::span(bytes_)));
        bytes_.clear();
        return written;
    }

    const WriteFn& write_;
    GifBytes bytes_;
    int error_ = 0;
    GifFileType* gif_;
};

}  // namespace

Result<void> write_gif(const std::string& path, const ImageList& frames, double seconds_per_frame) {
    return write_gif_frames(path, frames, seconds_per_frame);
}

Result<void> write_gif_frames(const std::string& path, const AnimationFrames& frames, double seconds_per_frame) {
    if (frames.count() == 0) return make_error(ErrorCode::InvalidArgument, "There are no pictures to write as GIF.");
    if (frames.width() > 65535 || frames.height() > 65535)
        return make_error(ErrorCode::InvalidArgument, "A GIF is at most 65,535 pixels a side.");
    // Players treat less than 2/100 s as "unset" and slow down. What rounding takes of one frame the next ones give back.
    const double hundredths =
        std::isfinite(seconds_per_frame) ? std::clamp(seconds_per_frame * 100.0, 2.0, 65535.0) : 10.0;
    return write_stream_atomic(path, 0, [&](const WriteFn& write) -> Result<void> {
        GifWriter gif(write);
        auto done = gif.begin(frames.width(), frames.height());
        const auto begin_of = [&](std::size_t i) { return std::round(static_cast<double>(i) * hundredths); };
        for (std::size_t i = 0; done && i < frames.count(); ++i) {
            const auto frame = frames.read(i);
            const double shown = std::clamp(begin_of(i + 1) - begin_of(i), 2.0, 65535.0);
            done = frame ? gif.add(*frame, static_cast<int>(shown)) : Result<void>(frame.error());
        }
        return done ? gif.end() : done;
    });
}

}  // namespace headroom
