// GIF through giflib; of an animation the first frame, as it stands on its canvas.
#include "core/io/pictures/image_decoders.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gif_lib.h>

namespace headroom {
namespace {

Error damaged() { return make_error(ErrorCode::BadFile, "it is damaged or cut off"); }

struct Closer {
    void operator()(GifFileType* file) const { (void)DGifCloseFile(file, nullptr); }
};
using GifFile = std::unique_ptr<GifFileType, Closer>;

/// giflib's source of bytes: takes from the front of the span.
int take(GifFileType* file, GifByteType* to, int count) {
    auto& left = *static_cast<std::span<const std::uint8_t>*>(file->UserData);
    const std::size_t n = std::min(left.size(), static_cast<std::size_t>(std::max(count, 0)));
    std::copy_n(left.begin(), n, to);
    left = left.subspan(n);
    return static_cast<int>(n);
}

/// Goes to the first picture; the index of its transparent colour, or NO_TRANSPARENT_COLOR. Nothing: there is no whole one.
std::optional<int> find_picture(GifFileType* file) {
    int transparent = NO_TRANSPARENT_COLOR;
    for (GifRecordType record{}; DGifGetRecordType(file, &record) == GIF_OK;) {
        if (record == IMAGE_DESC_RECORD_TYPE)
            return DGifGetImageDesc(file) == GIF_OK ? std::optional(transparent) : std::nullopt;
        if (record != EXTENSION_RECORD_TYPE) break;
        int code = 0;
        GifByteType* block = nullptr;  // its first byte counts the others
        if (DGifGetExtension(file, &code, &block) == GIF_ERROR) break;
        GraphicsControlBlock control{};
        if (code == GRAPHICS_EXT_FUNC_CODE && block && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
            transparent = control.TransparentColor;
        while (block)
            if (DGifGetExtensionNext(file, &block) == GIF_ERROR) return std::nullopt;
    }
    return std::nullopt;
}

/// The rows of an interlaced picture in the order in which they are stored.
std::vector<int> stored_rows(int height, bool interlaced) {
    std::vector<int> rows;
    for (const auto& [from, step] : {std::pair(0, 8), std::pair(4, 8), std::pair(2, 4), std::pair(1, 2)})
        for (int y = from; interlaced && y < height; y += step) rows.push_back(y);
    for (int y = 0; !interlaced && y < height; ++y) rows.push_back(y);
    return rows;
}

}  // namespace

Result<void> decode_gif(std::span<const std::uint8_t> bytes, const ImageScan& scan, PictureRows& to) {
    int error = 0;
    const GifFile file(DGifOpen(&bytes, take, &error));
    if (!file || file->SWidth != scan.width || file->SHeight != scan.height) return damaged();
    const auto transparent = find_picture(file.get());
    if (!transparent) return damaged();
    const GifImageDesc& image = file->Image;
    const ColorMapObject* colours = image.ColorMap ? image.ColorMap : file->SColorMap;
    if (!colours || image.Left < 0 || image.Top < 0 || image.Width < 1 || image.Height < 1 ||
        image.Left + image.Width > scan.width || image.Top + image.Height > scan.height)
        return damaged();

    const auto width = static_cast<std::size_t>(scan.width);
    std::vector<std::uint8_t> rgba(4 * width * static_cast<std::size_t>(scan.height));  // the canvas is transparent
    std::vector<GifPixelType> line(static_cast<std::size_t>(image.Width));
    for (const int y : stored_rows(image.Height, image.Interlace)) {
        if (DGifGetLine(file.get(), line.data(), image.Width) == GIF_ERROR) return damaged();
        std::uint8_t* pixel =
            rgba.data() + 4 * (static_cast<std::size_t>(image.Top + y) * width + static_cast<std::size_t>(image.Left));
        for (const GifPixelType index : line) {
            if (index >= colours->ColorCount) return damaged();
            const GifColorType& colour = colours->Colors[index];
            const std::uint8_t opaque = index == *transparent ? 0 : 255;
            for (const std::uint8_t value : {colour.Red, colour.Green, colour.Blue, opaque}) *pixel++ = value;
        }
    }
    to.begin(scan.width, scan.height, 4);
    for (auto row = rgba.begin(); row != rgba.end(); row += static_cast<std::ptrdiff_t>(4 * width)) to.row(&*row);
    return {};
}

}  // namespace headroom
