// WebP through libwebp; of an animation the first frame, as it stands on its canvas.
#include "core/io/pictures/image_decoders.h"

#include <cstddef>
#include <memory>

#include <webp/decode.h>
#include <webp/demux.h>

namespace headroom {
namespace {

Error damaged() { return make_error(ErrorCode::BadFile, "it is damaged or cut off"); }

struct AnimationDeleter {
    void operator()(WebPAnimDecoder* decoder) const { WebPAnimDecoderDelete(decoder); }
};

bool decode_first_frame(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& rgba) {
    const WebPData data{bytes.data(), bytes.size()};
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options)) return false;
    options.color_mode = MODE_RGBA;
    const std::unique_ptr<WebPAnimDecoder, AnimationDeleter> decoder(WebPAnimDecoderNew(&data, &options));
    WebPAnimInfo info;
    if (!decoder || !WebPAnimDecoderGetInfo(decoder.get(), &info)) return false;
    if (std::size_t{info.canvas_width} * info.canvas_height * 4 != rgba.size()) return false;
    std::uint8_t* frame = nullptr;  // owned by the decoder
    int timestamp = 0;
    if (!WebPAnimDecoderGetNext(decoder.get(), &frame, &timestamp)) return false;
    rgba.assign(frame, frame + rgba.size());
    return true;
}

}  // namespace

Result<RawPicture> decode_webp(std::span<const std::uint8_t> bytes, const ImageScan& scan) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes.data(), bytes.size(), &features) != VP8_STATUS_OK) return damaged();
    if (features.width != scan.width || features.height != scan.height) return damaged();
    const std::size_t count = static_cast<std::size_t>(scan.width) * static_cast<std::size_t>(scan.height);
    RawPicture picture{scan.width, scan.height, 3, {}};
    if (!features.has_alpha && !features.has_animation) {
        picture.pixels.resize(count * 3);
        if (!WebPDecodeRGBInto(bytes.data(), bytes.size(), picture.pixels.data(), count * 3, scan.width * 3))
            return damaged();
        return picture;
    }
    picture.pixels.resize(count * 4);
    const bool decoded = features.has_animation ? decode_first_frame(bytes, picture.pixels)
                                                : WebPDecodeRGBAInto(bytes.data(), bytes.size(), picture.pixels.data(),
                                                                     count * 4, scan.width * 4) != nullptr;
    if (!decoded) return damaged();
    picture.channels = 4;
    return picture;
}

}  // namespace headroom
