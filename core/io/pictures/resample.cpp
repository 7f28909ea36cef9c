// One separable resampler for both rules: rows first, then columns.
#include "core/io/pictures/resample.h"

#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample_kernels.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace headroom {
namespace {

constexpr int kBits = 22;  ///< of Pillow's fixed-point weights

/// The source samples of one output sample.
template <class Weight> struct Window {
    int first = 0;
    std::vector<Weight> weights;
};
template <class Weight> using Axis = std::vector<Window<Weight>>;

Axis<std::int32_t> pillow_axis(int from, int to, ResampleFilter filter) {
    const bool lanczos = filter == ResampleFilter::Lanczos;
    const double scale = static_cast<double>(from) / to, widened = std::max(scale, 1.0);
    const double support = (lanczos ? 3.0 : 2.0) * widened;
    Axis<std::int32_t> axis;
    for (int i = 0; i < to; ++i) {
        const double centre = (i + .5) * scale;
        const int first = std::max(static_cast<int>(centre - support + .5), 0),
                  end = std::min(static_cast<int>(centre + support + .5), from);
        std::vector<double> weights;
        double sum = 0;
        for (int k = first; k < end; ++k) {
            const double x = (k - centre + .5) / widened;
            weights.push_back(lanczos ? lanczos_kernel(x, 3) : cubic_kernel(x, -.5));
            sum += weights.back();
        }
        Window<std::int32_t>& window = axis.emplace_back();
        window.first = first;
        for (const double w : weights)
            window.weights.push_back(static_cast<std::int32_t>(std::lround(w / sum * (1 << kBits))));
    }
    return axis;
}

Window<float> area_window(int from, double begin, double end) {
    Window<float> window{static_cast<int>(begin), {}};
    const int last = std::min(from, static_cast<int>(std::ceil(end)));
    for (int i = window.first; i < last; ++i) {
        const double covered = std::min(end, i + 1.0) - std::max(begin, static_cast<double>(i));
        window.weights.push_back(static_cast<float>(covered / (end - begin)));
    }
    return window;
}

/// cubic_kernel(x, -.5) in another order of operations, whose last bits packed data sets depend on.
double catmull_rom(double x) {
    x = std::fabs(x);
    if (x < 1) return 1.5 * x * x * x - 2.5 * x * x + 1;
    return x < 2 ? -.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0;
}

Window<float> bicubic_window(int from, double centre) {
    const int middle = static_cast<int>(std::floor(centre));
    const int first = std::clamp(middle - 1, 0, from - 1), last = std::clamp(middle + 2, 0, from - 1);
    Window<float> window{first, std::vector<float>(static_cast<std::size_t>(last - first + 1))};
    for (int i = middle - 1; i <= middle + 2; ++i)  // beyond the edge the last sample is repeated
        window.weights[static_cast<std::size_t>(std::clamp(i, first, last) - first)] +=
            static_cast<float>(catmull_rom(centre - i));
    return window;
}

Axis<float> area_or_bicubic_axis(int from, int to) {
    Axis<float> axis;
    const double scale = static_cast<double>(from) / to;
    for (int i = 0; i < to; ++i)
        axis.push_back(to <= from ? area_window(from, i * scale, (i + 1) * scale)
                                  : bicubic_window(from, (i + .5) * scale - .5));
    return axis;
}

std::uint8_t from_fixed(std::int64_t sum) {
    return static_cast<std::uint8_t>(std::clamp<std::int64_t>((sum + (1 << (kBits - 1))) >> kBits, 0, 255));
}
std::uint8_t from_float(float sum) { return static_cast<std::uint8_t>(std::clamp(sum + .5f, 0.0f, 255.0f)); }

/// `between` and `last` say what becomes of a sum after the rows and after the columns.
template <int Channels, class Sum, class Weight, class Between, class Last>
void weigh(const PixelView& from, const Axis<Weight>& across, const Axis<Weight>& down, Between between, Last last,
           std::uint8_t* out) {
    const std::size_t row = across.size() * Channels;
    std::vector<decltype(between(Sum{}))> rows;
    rows.reserve(row * static_cast<std::size_t>(from.height));
    for (int y = 0; y < from.height; ++y) {
        for (const Window<Weight>& window : across) {
            Sum sum[Channels] = {};
            const std::uint8_t* pixel = from.data + from.stride * static_cast<std::size_t>(y) +
                                        static_cast<std::size_t>(window.first) * Channels;
            for (const Weight weight : window.weights) {
                for (Sum& s : sum) s += Sum{weight} * *pixel++;
            }
            for (const Sum s : sum) rows.push_back(between(s));
        }
    }
    std::vector<Sum> sums(row);
    for (const Window<Weight>& window : down) {  // a row of sums at a time: memory is read along the rows
        std::fill(sums.begin(), sums.end(), Sum{});
        const auto* at = rows.data() + row * static_cast<std::size_t>(window.first);
        for (const Weight weight : window.weights) {
            for (std::size_t x = 0; x < row; ++x) sums[x] += Sum{weight} * at[x];
            at += row;
        }
        for (const Sum s : sums) *out++ = last(s);
    }
}

template <class Sum, class Weight, class Between, class Last>
void weigh(const PixelView& from, const Axis<Weight>& across, const Axis<Weight>& down, Between between, Last last,
           std::uint8_t* out) {
    if (from.channels == 1)
        weigh<1, Sum>(from, across, down, between, last, out);
    else if (from.channels == 3)
        weigh<3, Sum>(from, across, down, between, last, out);
    else
        weigh<4, Sum>(from, across, down, between, last, out);
}

/// A picture of `width` x `height` whose pixels `fill` makes of those of `image`.
template <class Fill> ImageBuffer made(const ImageBuffer& image, int width, int height, Fill fill) {
    if (image.empty() || width < 1 || height < 1) return {};
    if (image.width == width && image.height == height) return image;
    auto pixels = std::make_shared<std::vector<std::uint8_t>>(
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(image.channels));
    fill(PixelView{image.pixels->data(), image.width, image.height, image.channels, image.row_bytes()}, pixels->data());
    return {width, height, image.channels, std::move(pixels)};
}

void weigh_by_alpha(std::vector<std::uint8_t>& rgba) {
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
        for (std::size_t c = 0; c < 3; ++c) {
            const unsigned product = rgba[i + c] * unsigned{rgba[i + 3]} + 128;
            rgba[i + c] = static_cast<std::uint8_t>(((product >> 8) + product) >> 8);
        }
    }
}

void unweigh(std::uint8_t* rgba, std::size_t pixels) {
    for (const std::uint8_t* end = rgba + 4 * pixels; rgba != end; rgba += 4) {
        const unsigned alpha = rgba[3];
        if (alpha == 0 || alpha == 255) continue;
        for (std::size_t c = 0; c < 3; ++c) rgba[c] = static_cast<std::uint8_t>(std::min(255u, 255u * rgba[c] / alpha));
    }
}

}  // namespace

ImageBuffer resample(const ImageBuffer& image, int width, int height, ResampleFilter filter) {
    return made(image, width, height, [&](PixelView from, std::uint8_t* out) {
        std::vector<std::uint8_t> weighed;
        if (image.channels == 4) {
            weighed = *image.pixels;
            weigh_by_alpha(weighed);
            from.data = weighed.data();
        }
        weigh<std::int64_t>(from, pillow_axis(from.width, width, filter), pillow_axis(from.height, height, filter),
                            from_fixed, from_fixed, out);
        if (image.channels == 4) unweigh(out, static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    });
}

void resize_pixels(const PixelView& from, int width, int height, std::uint8_t* out) {
    const std::size_t row = static_cast<std::size_t>(width) * static_cast<std::size_t>(from.channels);
    if (from.width == width && from.height == height) {
        for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y)
            std::memcpy(out + row * y, from.data + from.stride * y, row);
        return;
    }
    weigh<float>(
        from, area_or_bicubic_axis(from.width, width), area_or_bicubic_axis(from.height, height),
        [](float sum) { return sum; }, from_float, out);
}

ImageBuffer resize_image(const ImageBuffer& image, int width, int height) {
    return made(image, width, height,
                [&](const PixelView& from, std::uint8_t* out) { resize_pixels(from, width, height, out); });
}

}  // namespace headroom
