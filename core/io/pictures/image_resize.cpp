// A separable resize: rows first, into floats, then columns.
#include "core/io/pictures/image_resize.h"

#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace headroom {
namespace {

/// Weights of the source samples that make one output sample.
struct Tap {
    int first = 0, count = 0;
    std::size_t weights = 0;
};
struct Axis {
    std::vector<Tap> taps;
    std::vector<float> weights;
};

double catmull_rom(double x) {
    x = std::fabs(x);
    if (x < 1) return 1.5 * x * x * x - 2.5 * x * x + 1;
    return x < 2 ? -.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0;
}

void add_area_tap(Axis& axis, int from, double begin, double end) {
    const int first = static_cast<int>(begin);
    const int last = std::min(from, static_cast<int>(std::ceil(end)));
    axis.taps.push_back({first, last - first, axis.weights.size()});
    for (int i = first; i < last; ++i) {
        const double covered = std::min(end, i + 1.0) - std::max(begin, static_cast<double>(i));
        axis.weights.push_back(static_cast<float>(covered / (end - begin)));
    }
}

void add_bicubic_tap(Axis& axis, int from, double centre) {
    const int middle = static_cast<int>(std::floor(centre));
    const int first = std::clamp(middle - 1, 0, from - 1), last = std::clamp(middle + 2, 0, from - 1);
    const std::size_t start = axis.weights.size();
    axis.taps.push_back({first, last - first + 1, start});
    axis.weights.resize(start + static_cast<std::size_t>(last - first + 1), 0.0f);
    for (int i = middle - 1; i <= middle + 2; ++i) {  // beyond the edge the last sample is repeated
        const int clamped = std::clamp(i, first, last);
        axis.weights[start + static_cast<std::size_t>(clamped - first)] += static_cast<float>(catmull_rom(centre - i));
    }
}

Axis make_axis(int from, int to) {
    Axis axis;
    axis.taps.reserve(static_cast<std::size_t>(to));
    const double scale = static_cast<double>(from) / to;
    for (int i = 0; i < to; ++i) {
        if (to <= from) {
            add_area_tap(axis, from, i * scale, (i + 1) * scale);
        } else {
            add_bicubic_tap(axis, from, (i + .5) * scale - .5);
        }
    }
    return axis;
}

template <int Channels> void resize_row(const std::uint8_t* row, const Axis& axis, float* out) {
    for (const Tap& tap : axis.taps) {
        float sum[Channels] = {};
        const std::uint8_t* pixel = row + static_cast<std::size_t>(tap.first) * Channels;
        for (int i = 0; i < tap.count; ++i, pixel += Channels) {
            const float weight = axis.weights[tap.weights + static_cast<std::size_t>(i)];
            for (int c = 0; c < Channels; ++c) sum[c] += weight * pixel[c];
        }
        for (int c = 0; c < Channels; ++c) *out++ = sum[c];
    }
}

}  // namespace

void resize_pixels(const PixelView& from, int width, int height, std::uint8_t* out) {
    const std::size_t row_samples = static_cast<std::size_t>(width) * static_cast<std::size_t>(from.channels);
    if (from.width == width && from.height == height) {
        for (int y = 0; y < height; ++y)
            std::memcpy(out + row_samples * static_cast<std::size_t>(y),
                        from.data + from.stride * static_cast<std::size_t>(y), row_samples);
        return;
    }
    const Axis across = make_axis(from.width, width), down = make_axis(from.height, height);
    std::vector<float> rows(row_samples * static_cast<std::size_t>(from.height)), sum(row_samples);
    for (int y = 0; y < from.height; ++y) {
        const std::uint8_t* source = from.data + from.stride * static_cast<std::size_t>(y);
        float* target = &rows[row_samples * static_cast<std::size_t>(y)];
        from.channels == 3 ? resize_row<3>(source, across, target) : resize_row<1>(source, across, target);
    }
    for (const Tap& tap : down.taps) {
        std::fill(sum.begin(), sum.end(), 0.0f);
        for (int i = 0; i < tap.count; ++i) {
            const float weight = down.weights[tap.weights + static_cast<std::size_t>(i)];
            const float* row = &rows[row_samples * static_cast<std::size_t>(tap.first + i)];
            for (std::size_t x = 0; x < row_samples; ++x) sum[x] += weight * row[x];
        }
        for (const float value : sum) *out++ = static_cast<std::uint8_t>(std::clamp(value + .5f, 0.0f, 255.0f));
    }
}

ImageBuffer resize_image(const ImageBuffer& image, int width, int height) {
    if (image.empty() || width < 1 || height < 1) return {};
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(image.channels));
    resize_pixels({image.pixels->data(), image.width, image.height, image.channels, image.row_bytes()}, width, height,
                  pixels->data());
    return {width, height, image.channels, std::move(pixels)};
}

}  // namespace headroom
