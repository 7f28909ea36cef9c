// WebP through libwebp; of an animation the first frame, as it stands on its canvas.
#include "core/io/pictures/image_decoders.h"

#include <cstddef>
#include <memory>
#include <vector>

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

Result<void> decode_webp(std::span<const std::uint8_t> bytes, const ImageScan& scan, PictureRows& to) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes.data(), bytes.size(), &features) != VP8_STATUS_OK) return damaged();
    if (features.width != scan.width || features.height != scan.height) return damaged();
    const int channels = features.has_alpha || features.has_animation ? 4 : 3, stride = scan.width * channels;
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(stride) * static_cast<std::size_t>(scan.height));
    const auto decode_into = channels == 4 ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
    const bool decoded = features.has_animation
                             ? decode_first_frame(bytes, pixels)
                             : decode_into(bytes.data(), bytes.size(), pixels.data(), pixels.size(), stride) != nullptr;
    if (!decoded) return damaged();
    to.begin(scan.width, scan.height, channels);
    for (auto row = pixels.begin(); row != pixels.end(); row += stride) to.row(&*row);
    return {};
}

}  // namespace headroom
