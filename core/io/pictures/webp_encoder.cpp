// Animated WebP through libwebp's animation encoder.
#include "core/io/animation/animation.h"

#include "core/io/animation/animation_frame.h"
#include "core/io/files/atomic_file.h"

#include <cmath>
#include <memory>
#include <span>

#include <webp/encode.h>
#include <webp/mux.h>

namespace headroom {
namespace {

struct EncoderDeleter {
    void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};
using Encoder = std::unique_ptr<WebPAnimEncoder, EncoderDeleter>;

/// A libwebp picture that frees what it holds.
struct Picture {
    WebPPicture raw{};
    bool sound = WebPPictureInit(&raw) != 0;
    ~Picture() { WebPPictureFree(&raw); }
    Picture() = default;
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
};

bool add_frame(WebPAnimEncoder* encoder, const std::vector<std::uint8_t>& rgb, int width, int height, int milliseconds,
               const WebPConfig& config) {
    Picture picture;
    if (!picture.sound) return false;
    picture.raw.use_argb = 1;
    picture.raw.width = width;
    picture.raw.height = height;
    return WebPPictureImportRGB(&picture.raw, rgb.data(), width * 3) &&
           WebPAnimEncoderAdd(encoder, &picture.raw, milliseconds, &config);
}

}  // namespace

Result<void> write_webp(const std::string& path, const AnimationFrames& frames, double seconds_per_frame) {
    if (frames.count() == 0) return make_error(ErrorCode::InvalidArgument, path + ": there are no pictures to write");
    const int width = frames.width(), height = frames.height();
    if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
        return make_error(ErrorCode::InvalidArgument, path + ": a WebP picture is at most 16383 pixels a side",
                          "Choose fewer pictures a row, or another format.");
    }
    WebPAnimEncoderOptions options;
    WebPConfig config;
    if (!WebPAnimEncoderOptionsInit(&options) || !WebPConfigPreset(&config, WEBP_PRESET_PICTURE, 90)) {
        return make_error(ErrorCode::Environment, "the WebP library does not fit this program",
                          "Install the package libwebp-dev again and rebuild.");
    }
    options.anim_params.loop_count = 0;  // for ever
    const Encoder encoder(WebPAnimEncoderNew(width, height, &options));
    const auto failed = [&] {
        return make_error(ErrorCode::OutOfMemory, path + ": the animation could not be encoded",
                          "Choose fewer or smaller pictures.", encoder ? WebPAnimEncoderGetError(encoder.get()) : "");
    };
    if (!encoder) return failed();
    const auto at = [&](std::size_t frame) {
        return static_cast<int>(std::lround(static_cast<double>(frame) * seconds_per_frame * 1000.0));
    };
    for (std::size_t i = 0; i < frames.count(); ++i) {
        const auto frame = frames.read(i);
        if (!frame) return frame.error();
        if (!add_frame(encoder.get(), rgb_pixels(*frame), width, height, at(i), config)) return failed();
    }
    WebPData file;
    WebPDataInit(&file);
    const std::unique_ptr<WebPData, decltype(&WebPDataClear)> guard(&file, &WebPDataClear);
    if (!WebPAnimEncoderAdd(encoder.get(), nullptr, at(frames.count()), nullptr) ||
        !WebPAnimEncoderAssemble(encoder.get(), &file))
        return failed();
    return write_file_atomic(path, std::as_bytes(std::span(file.bytes, file.size)));
}

}  // namespace headroom
