// Fixed-point weights of 22 bits, so that the bytes are the same everywhere.
#include "core/io/pictures/resample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace headroom {
namespace {

constexpr int kBits = 22;

using Samples = std::vector<std::uint8_t>;

double sinc(double x) {
    if (x == 0) return 1;
    x *= std::numbers::pi;
    return std::sin(x) / x;
}

double kernel(ResampleFilter filter, double x) {
    if (filter == ResampleFilter::Lanczos) return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0;
    x = std::fabs(x);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    return x < 2 ? ((-.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

/// The source samples of one output sample.
struct Window {
    int first = 0;
    std::vector<std::int32_t> weights;
};

std::vector<Window> windows(int from, int to, ResampleFilter filter) {
    const double scale = static_cast<double>(from) / to, widened = std::max(scale, 1.0);
    const double support = (filter == ResampleFilter::Lanczos ? 3.0 : 2.0) * widened;
    std::vector<Window> out(static_cast<std::size_t>(to));
    for (int i = 0; i < to; ++i) {
        const double centre = (i + .5) * scale;
        const int first = std::max(static_cast<int>(centre - support + .5), 0),
                  end = std::min(static_cast<int>(centre + support + .5), from);
        std::vector<double> weights;
        double sum = 0;
        for (int k = first; k < end; ++k) {
            weights.push_back(kernel(filter, (k - centre + .5) / widened));
            sum += weights.back();
        }
        Window& window = out[static_cast<std::size_t>(i)];
        window.first = first;
        for (const double w : weights)
            window.weights.push_back(static_cast<std::int32_t>(std::lround(w / sum * (1 << kBits))));
    }
    return out;
}

std::uint8_t rounded(std::int64_t sum) {
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>((sum + (1 << (kBits - 1))) >> kBits, 0, 255));
}

/// One line of samples `step` apart to another line.
void resample_line(const std::uint8_t* from, std::size_t step, const std::vector<Window>& windows, std::uint8_t* to,
                   std::size_t to_step) {
    for (const Window& window : windows) {
        const std::uint8_t* at = from + step * static_cast<std::size_t>(window.first);
        std::int64_t sum = 0;
        for (const std::int32_t weight : window.weights) {
            sum += std::int64_t{weight} * *at;
            at += step;
        }
        *to = rounded(sum);
        to += to_step;
    }
}

Samples across(const Samples& in, int width, int height, int channels, int to, ResampleFilter filter) {
    if (width == to) return in;
    const auto taps = windows(width, to, filter);
    const auto n = static_cast<std::size_t>(channels), rows = static_cast<std::size_t>(height),
               out_row = n * static_cast<std::size_t>(to);
    Samples out(out_row * rows);
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t c = 0; c < n; ++c)
            resample_line(in.data() + y * n * static_cast<std::size_t>(width) + c, n, taps,
                          out.data() + y * out_row + c, n);
    }
    return out;
}

Samples down(const Samples& in, int width, int height, int channels, int to, ResampleFilter filter) {
    if (height == to) return in;
    const auto taps = windows(height, to, filter);
    const std::size_t row = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
    Samples out(row * static_cast<std::size_t>(to));
    std::vector<std::int64_t> sums(row);
    for (std::size_t y = 0; y < taps.size(); ++y) {  // a row of sums at a time: memory is read along the rows
        std::fill(sums.begin(), sums.end(), 0);
        const std::uint8_t* from = in.data() + row * static_cast<std::size_t>(taps[y].first);
        for (const std::int32_t weight : taps[y].weights) {
            for (std::size_t x = 0; x < row; ++x) sums[x] += std::int64_t{weight} * from[x];
            from += row;
        }
        for (std::size_t x = 0; x < row; ++x) out[y * row + x] = rounded(sums[x]);
    }
    return out;
}

void weigh_by_alpha(Samples& rgba) {
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
        for (std::size_t c = 0; c < 3; ++c) {
            const unsigned product = rgba[i + c] * unsigned{rgba[i + 3]} + 128;
            rgba[i + c] = static_cast<std::uint8_t>(((product >> 8) + product) >> 8);
        }
    }
}

void unweigh(Samples& rgba) {
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
        const unsigned alpha = rgba[i + 3];
        if (alpha == 0 || alpha == 255) continue;
        for (std::size_t c = 0; c < 3; ++c)
            rgba[i + c] = static_cast<std::uint8_t>(std::min(255u, 255u * rgba[i + c] / alpha));
    }
}

}  // namespace

ImageBuffer resample(const ImageBuffer& image, int width, int height, ResampleFilter filter) {
    if (image.empty() || width < 1 || height < 1) return {};
    if (image.width == width && image.height == height) return image;
    Samples samples = *image.pixels;
    if (image.channels == 4) weigh_by_alpha(samples);
    samples = across(samples, image.width, image.height, image.channels, width, filter);
    samples = down(samples, width, image.height, image.channels, height, filter);
    if (image.channels == 4) unweigh(samples);
    return {width, height, image.channels, std::make_shared<const Samples>(std::move(samples))};
}

}  // namespace headroom
