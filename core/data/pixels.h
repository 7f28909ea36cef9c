// The mean colour of a picture, for reports.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace headroom {

/// Mean of red, green and blue, 0..255; a grey picture counts as three equal channels.
inline std::array<double, 3> mean_rgb(const std::uint8_t* pixels, std::size_t count, int channels) {
    std::array<std::uint64_t, 3> sum{};
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t c = 0; c < 3; ++c)
            sum[c] += pixels[i * static_cast<std::size_t>(channels) + (channels == 3 ? c : 0)];
    }
    const double scale = count == 0 ? 0.0 : 1.0 / static_cast<double>(count);
    return {static_cast<double>(sum[0]) * scale, static_cast<double>(sum[1]) * scale,
            static_cast<double>(sum[2]) * scale};
}

}  // namespace headroom
