// The copy of a batch out of a packed data set.
#include "core/data/dataset.h"

#include <cstring>

namespace headroom {

void copy_mirrored(const std::uint8_t* from, int width, int height, int channels, std::uint8_t* out) {
    const int row_bytes = width * channels;
    for (int y = 0; y < height; ++y, from += row_bytes, out += row_bytes) {
        for (int x = 0; x < width; ++x)
            std::memcpy(out + x * channels, from + (width - 1 - x) * channels, static_cast<std::size_t>(channels));
    }
}

void gather_batch(const PackedDataset& data, const Sampler& sampler, bool mirror, std::int64_t first_position,
                  std::int64_t count, std::uint8_t* out) {
    const std::size_t bytes = static_cast<std::size_t>(data.size()) * data.size() * data.channels();
    for (std::int64_t i = 0; i < count; ++i, out += bytes) {
        const std::int64_t position = first_position + i;
        const std::uint8_t* image = data.image(sampler.index(position));
        if (mirror && sampler.mirrors(position)) {
            copy_mirrored(image, data.size(), data.size(), data.channels(), out);
        } else {
            std::memcpy(out, image, bytes);
        }
    }
}

}  // namespace headroom
