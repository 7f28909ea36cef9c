// Fixture pictures: see fixture_pictures.h. A sphere, a box or a cone before a wall, lit from the upper left.
#include "tests/support/fixture_pictures.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace headroom::fixture {
namespace {

using Rgb = std::array<double, 3>;

Rgb hue(double h, double saturation, double value) {
    Rgb out{};
    for (int i = 0; i < 3; ++i) {
        const double k = std::fmod(h * 6.0 + (i == 0 ? 5.0 : i == 1 ? 3.0 : 1.0), 6.0);
        out[static_cast<std::size_t>(i)] = value - value * saturation * std::clamp(std::min(k, 4.0 - k), 0.0, 1.0);
    }
    return out;
}

constexpr int kMostPixels = 1 << 21;  // of a set that are drawn: large pictures repeat, so that no test waits for them

/// Brightness of a solid at (x, y) in its own frame (radius 1), or a negative number outside it.
double shade(int kind, double x, double y) {
    const double r = std::sqrt(x * x + y * y);
    if (kind == 0) return r < 1 ? std::max(0.25, (-0.5 * x - 0.6 * y + 0.62 * std::sqrt(1 - r * r))) : -1.0;
    if (kind == 1) {
        if (std::abs(x) > 0.85 || y < -0.8 || y > 0.9) return -1.0;
        if (y < -0.45 + 0.2 * std::abs(x)) return 1.0;
        return x < 0.25 ? 0.72 : 0.45;
    }
    if (kind == 2) {
        if (y < -1 || y > 0.9 || std::abs(x) > (y + 1) * 0.48) return -1.0;
        return 0.75 - 0.45 * x / ((y + 1) * 0.48 + 1e-6);
    }
    if (std::abs(x) > 0.62 || y < -0.9 || y > 0.9) return -1.0;
    return y < -0.68 ? 0.95 : 0.8 - 0.5 * std::abs(x + 0.2);
}

/// solid(), drawn once for all stages of a training: the newest are kept, as many as a set draws.
ImageBuffer kept_solid(std::int64_t index, int size) {
    static std::mutex mutex;
    static std::map<std::pair<std::int64_t, int>, ImageBuffer> kept;
    static int pixels = 0;
    if (size * size > kMostPixels) return solid(index, size);
    const std::lock_guard lock(mutex);
    if (const auto found = kept.find({index, size}); found != kept.end()) return found->second;
    if (pixels + size * size > kMostPixels) {
        kept.clear();
        pixels = 0;
    }
    pixels += size * size;
    return kept[{index, size}] = solid(index, size);
}

}  // namespace

ImageBuffer solid(std::int64_t index, int size) {
    RandomStream random(7, RandomPurpose::Scene, static_cast<std::uint64_t>(index));
    const Rgb wall = hue(random.uniform(), 0.35, 0.48), ground = hue(random.uniform(), 0.4, 0.72),
              body = hue(random.uniform(), 0.85, 0.92);
    const int kind = static_cast<int>(random.below(4));
    const double horizon = random.uniform(0.4, 0.6), radius = random.uniform(0.2, 0.3);
    const double cx = random.uniform(0.44, 0.56), cy = random.uniform(0.46, 0.54);
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(static_cast<std::size_t>(size) *
                                                              static_cast<std::size_t>(size) * 3);
    std::vector<double> edge(static_cast<std::size_t>(size));
    for (int col = 0; col < size; ++col)
        edge[static_cast<std::size_t>(col)] = horizon + 0.03 * std::sin(6 * ((col + 0.5) / size) + horizon * 40);
    std::size_t at = 0;
    for (int row = 0; row < size; ++row) {
        for (int col = 0; col < size; ++col) {
            const double x = (col + 0.5) / size, y = (row + 0.5) / size;
            Rgb c = y < edge[static_cast<std::size_t>(col)] ? wall : ground;
            const double dx = (x - cx - 0.5 * radius) / (1.25 * radius),
                         dy = (y - cy - 0.92 * radius) / (0.28 * radius);
            if (dx * dx + dy * dy < 1)
                for (double& v : c) v *= 0.62;
            const double s = shade(kind, (x - cx) / radius, (y - cy) / radius);
            for (std::size_t i = 0; i < 3; ++i) {
                const double v = s < 0 ? c[i] : std::min(1.0, body[i] * (0.25 + 0.85 * s));
                (*pixels)[at++] = static_cast<std::uint8_t>(std::clamp(v, 0.0, 1.0) * 255.0 + 0.5);
            }
        }
    }
    return {size, size, 3, pixels};
}

ImageList samples(std::int64_t first, int count, int size, double share, double grain) {
    ImageList out;
    const double clear = std::clamp(share, 0.0, 1.0), noise = (1 - clear) * 90 + grain;
    const int most = std::max(1, kMostPixels / std::max(1, size * size));
    for (int i = 0; i < count; ++i) {
        if (i >= most) {
            out.push_back(out[static_cast<std::size_t>(i - most)]);
            continue;
        }
        // Each set has pixels of its own, as those of an engine.
        auto pixels = std::make_shared<std::vector<std::uint8_t>>(*kept_solid(first + i, size).pixels);
        if (noise > 0) {
            RandomStream random(11, RandomPurpose::Latent, static_cast<std::uint64_t>(first + i));
            for (std::uint8_t& p : *pixels) {
                const double v = 128 + (p - 128) * (0.25 + 0.75 * clear) + (random.uniform() - 0.5) * noise;
                p = static_cast<std::uint8_t>(std::clamp(v, 0.0, 255.0));
            }
        }
        out.push_back({size, size, 3, std::move(pixels)});
    }
    return out;
}

}  // namespace headroom::fixture
