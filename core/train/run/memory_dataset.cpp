// Synthetic pictures: an 8 x 8 grid of random colours, enlarged bilinearly, plus noise.
#include "core/train/run/memory_dataset.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

MemoryDataset::MemoryDataset(std::int64_t count, int size, int channels, std::uint64_t seed)
    : count_(count), size_(size), channels_(channels), seed_(seed) {
    pixels_.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(size * size * channels));
    auto* out = pixels_.data();
    for (std::int64_t n = 0; n < count; ++n) {
        RandomStream random(seed, RandomPurpose::Scene, static_cast<std::uint64_t>(n));
        std::array<double, 64 * 3> low{};
        for (double& v : low) v = random.uniform();
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                const double fy = std::clamp((y + 0.5) * 8 / size - 0.5, 0.0, 7.0),
                             fx = std::clamp((x + 0.5) * 8 / size - 0.5, 0.0, 7.0);
                const int y0 = std::min(6, static_cast<int>(fy)), x0 = std::min(6, static_cast<int>(fx));
                const double ty = fy - y0, tx = fx - x0;
                for (int c = 0; c < channels; ++c) {
                    const auto at = [&](int yy, int xx) {
                        return low[static_cast<std::size_t>((yy * 8 + xx) * 3 + c)];
                    };
                    const double v = (at(y0, x0) * (1 - tx) + at(y0, x0 + 1) * tx) * (1 - ty) +
                                     (at(y0 + 1, x0) * (1 - tx) + at(y0 + 1, x0 + 1) * tx) * ty;
                    *out++ = static_cast<std::uint8_t>(std::clamp(v * 255 + (random.uniform() - 0.5) * 24, 0.0, 255.0));
                }
            }
        }
    }
}

const std::uint8_t* MemoryDataset::image(std::int64_t index) const {
    return pixels_.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(size_ * size_ * channels_);
}

std::string MemoryDataset::fingerprint() const {
    return "memory-" + std::to_string(count_) + "-" + std::to_string(size_) + "-" + std::to_string(channels_) + "-" +
           std::to_string(seed_);
}

}  // namespace headroom
