// One separable resampler for both rules: rows first, then columns.
#include "core/io/pictures/resample.h"

#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample_kernels.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
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

Axis<double> pillow_axis(int from, int to, ResampleFilter filter) {
    const bool lanczos = filter == ResampleFilter::Lanczos;
    const double scale = static_cast<double>(from) / to, widened = std::max(scale, 1.0);
    const double support = (lanczos ? 3.0 : 2.0) * widened;
    Axis<double> axis;
    for (int i = 0; i < to; ++i) {
        const double centre = (i + .5) * scale;
        const int first = std::max(static_cast<int>(centre - support + .5), 0),
                  end = std::min(static_cast<int>(centre + support + .5), from);
        Window<double>& window = axis.emplace_back();
        window.first = first;
        double sum = 0;
        for (int k = first; k < end; ++k) {
            const double x = (k - centre + .5) / widened;
            window.weights.push_back(lanczos ? lanczos_kernel(x, 3) : cubic_kernel(x, -.5));
            sum += window.weights.back();
        }
        for (double& w : window.weights) w /= sum;
    }
    return axis;
}

Axis<std::int32_t> fixed_axis(int from, int to, ResampleFilter filter) {
    Axis<std::int32_t> axis;
    for (const Window<double>& exact : pillow_axis(from, to, filter)) {
        Window<std::int32_t>& window = axis.emplace_back();
        window.first = exact.first;
        for (const double w : exact.weights)
            window.weights.push_back(static_cast<std::int32_t>(std::lround(w * (1 << kBits))));
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

/// Of one rule: what a sum is in, and what becomes of it after the rows and after the columns.
struct Pillows {
    using Sum = std::int64_t;
    using Weight = std::int32_t;
    static std::uint8_t between(Sum sum) { return from_fixed(sum); }
    static std::uint8_t last(Sum sum) { return from_fixed(sum); }
};
struct PillowsInFloats {
    using Sum = double;
    using Weight = double;
    static float between(Sum sum) { return static_cast<float>(sum); }
    static float last(Sum sum) { return static_cast<float>(sum); }
};
struct Areas {
    using Sum = float;
    using Weight = float;
    static float between(Sum sum) { return sum; }
    static std::uint8_t last(Sum sum) { return from_float(sum); }
};

template <class Weight> int end_of(const Window<Weight>& window) {
    return window.first + static_cast<int>(window.weights.size());
}

/// How many windows an input sample falls into at most.
template <class Weight> std::size_t most_open(const Axis<Weight>& axis) {
    std::size_t most = 1, first = 0;
    for (std::size_t i = 0; i < axis.size(); ++i) {
        while (end_of(axis[first]) <= axis[i].first) ++first;
        most = std::max(most, i - first + 1);
    }
    return most;
}

/// Four bytes as numbers, and sums of them: a pixel of three channels with the first of the next.
using FourBytes [[gnu::vector_size(4)]] = std::uint8_t;
using Four [[gnu::vector_size(16)]] = float;

Four weighed_sum(const std::uint8_t* pixel, const std::vector<float>& weights) {
    Four sum{};
    for (const float weight : weights) {
        FourBytes bytes;
        std::memcpy(&bytes, pixel, sizeof bytes);
        sum += weight * __builtin_convertvector(bytes, Four);
        pixel += 3;
    }
    return sum;
}

/// Weighs the samples of each row, then adds the row to all rows of the result that it belongs to.
template <class Rule> class Weighing {
    using Sum = typename Rule::Sum;
    using Weights = Axis<typename Rule::Weight>;
    using Sample = decltype(Rule::last(Sum{}));

public:
    Weighing(Weights across, Weights down, int channels, Sample* out)
        : across_(std::move(across)),
          down_(std::move(down)),
          channels_(channels),
          out_(out),
          row_(across_.size() * static_cast<std::size_t>(channels)),
          sums_(most_open(down_), std::vector<Sum>(row_.size())) {}

    void add(const std::uint8_t* pixels) {
        if (done_ == down_.size()) return;
        if (channels_ == 1)
            across<1>(pixels);
        else if (channels_ == 3)
            across<3>(pixels);
        else
            across<4>(pixels);
        for (std::size_t i = done_; i < down_.size() && down_[i].first <= y_; ++i) add_to(i);
        ++y_;
    }

private:
    template <std::size_t Channels> void across(const std::uint8_t* pixels) {
        auto* out = row_.data();
        std::size_t done = 0;
        if constexpr (Channels == 3 && std::is_same_v<Rule, Areas>) {
            // Behind the row's last pixel there is no fourth byte.
            const int width = end_of(across_.back());
            for (; end_of(across_[done]) < width; ++done, out += Channels) {
                const Four sum = weighed_sum(pixels + static_cast<std::size_t>(across_[done].first) * Channels,
                                             across_[done].weights);
                std::memcpy(out, &sum, sizeof(float) * Channels);
            }
        }
        for (; done < across_.size(); ++done) {
            const auto& window = across_[done];
            Sum sum[Channels] = {};
            const std::uint8_t* pixel = pixels + static_cast<std::size_t>(window.first) * Channels;
            for (const auto weight : window.weights) {
                for (Sum& s : sum) s += Sum{weight} * *pixel++;
            }
            for (const Sum s : sum) *out++ = Rule::between(s);
        }
    }

    void add_to(std::size_t i) {
        const auto at = static_cast<std::size_t>(y_ - down_[i].first);
        std::vector<Sum>& sums = sums_[i % sums_.size()];
        if (at == 0) std::fill(sums.begin(), sums.end(), Sum{});
        const Sum weight{down_[i].weights[at]};
        for (std::size_t x = 0; x < sums.size(); ++x) sums[x] += weight * row_[x];
        if (at + 1 < down_[i].weights.size()) return;
        ++done_;
        for (const Sum s : sums) *out_++ = Rule::last(s);
    }

    Weights across_, down_;
    int channels_, y_ = 0;
    Sample* out_;
    std::vector<decltype(Rule::between(Sum{}))> row_;
    std::vector<std::vector<Sum>> sums_;  ///< of the rows of the result that are not whole yet
    std::size_t done_ = 0;
};

template <class Rule> void weigh(const PixelView& from, Weighing<Rule> weighing) {
    for (int y = 0; y < from.height; ++y) weighing.add(from.data + from.stride * static_cast<std::size_t>(y));
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

void unweigh(std::uint8_t* rgba, std::size_t pixels) {
    for (const std::uint8_t* end = rgba + 4 * pixels; rgba != end; rgba += 4) {
        const unsigned alpha = rgba[3];
        if (alpha == 0 || alpha == 255) continue;
        for (std::size_t c = 0; c < 3; ++c) rgba[c] = static_cast<std::uint8_t>(std::min(255u, 255u * rgba[c] / alpha));
    }
}

}  // namespace

void weigh_by_alpha(std::span<std::uint8_t> rgba) {
    for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
        const unsigned alpha = rgba[i + 3];
        if (alpha == 255) continue;
        for (std::size_t c = 0; c < 3; ++c) {
            const unsigned product = rgba[i + c] * alpha + 128;
            rgba[i + c] = static_cast<std::uint8_t>(((product >> 8) + product) >> 8);
        }
    }
}

ImageBuffer resample(const ImageBuffer& image, int width, int height, ResampleFilter filter) {
    return made(image, width, height, [&](PixelView from, std::uint8_t* out) {
        std::vector<std::uint8_t> weighed;
        if (image.channels == 4) {
            weighed = *image.pixels;
            weigh_by_alpha(weighed);
            from.data = weighed.data();
        }
        weigh(from, Weighing<Pillows>(fixed_axis(from.width, width, filter), fixed_axis(from.height, height, filter),
                                      from.channels, out));
        if (image.channels == 4) unweigh(out, static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    });
}

std::vector<float> resample_floats(const ImageBuffer& image, int width, int height, ResampleFilter filter) {
    if (image.empty() || width < 1 || height < 1) return {};
    if (image.width == width && image.height == height) return {image.pixels->begin(), image.pixels->end()};
    std::vector<float> out(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                           static_cast<std::size_t>(image.channels));
    const PixelView from{image.pixels->data(), image.width, image.height, image.channels, image.row_bytes()};
    weigh(from, Weighing<PillowsInFloats>(pillow_axis(from.width, width, filter),
                                          pillow_axis(from.height, height, filter), from.channels, out.data()));
    return out;
}

struct RowResize::Rows {
    std::optional<Weighing<Areas>> weighing;  ///< none: the size stays
    std::size_t row;
    std::uint8_t* out;
};

RowResize::RowResize(int from_width, int from_height, int channels, int width, int height, std::uint8_t* out)
    : rows_(std::make_unique<Rows>()) {
    rows_->row = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
    rows_->out = out;
    if (from_width != width || from_height != height)
        rows_->weighing.emplace(area_or_bicubic_axis(from_width, width), area_or_bicubic_axis(from_height, height),
                                channels, out);
}

RowResize::~RowResize() = default;
RowResize::RowResize(RowResize&&) noexcept = default;

void RowResize::add(const std::uint8_t* pixels) {
    if (rows_->weighing) return rows_->weighing->add(pixels);
    std::memcpy(rows_->out, pixels, rows_->row);
    rows_->out += rows_->row;
}

void resize_pixels(const PixelView& from, int width, int height, std::uint8_t* out) {
    RowResize resize(from.width, from.height, from.channels, width, height, out);
    for (int y = 0; y < from.height; ++y) resize.add(from.data + from.stride * static_cast<std::size_t>(y));
}

ImageBuffer resize_image(const ImageBuffer& image, int width, int height) {
    return made(image, width, height,
                [&](const PixelView& from, std::uint8_t* out) { resize_pixels(from, width, height, out); });
}

}  // namespace headroom
