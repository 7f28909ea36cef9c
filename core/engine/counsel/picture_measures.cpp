// Variances and a few frequencies of small grey pictures.
#include "core/engine/counsel/picture_measures.h"

#include "core/base/median.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/luma.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t kFewestCompared = 4;  ///< pictures: of fewer it cannot be said how different they are
constexpr std::size_t kMostLines = 64;      ///< of a picture and direction: more say no more
constexpr int kDirectionSide =
    64;  ///< px, of the square whose fine patterns are looked at; half of it in small pictures

double square(double x) { return x * x; }

struct Moments {
    double mean = 0, variance = 0;
};

Moments moments_of(const std::vector<std::uint8_t>& pixels) {
    double sum = 0, squares = 0;
    for (const std::uint8_t p : pixels) {
        sum += p;
        squares += square(p);
    }
    const auto n = static_cast<double>(pixels.size());
    return {sum / n, std::max(0.0, squares / n - square(sum / n))};
}

std::vector<std::uint8_t> grey_of(const ImageBuffer& image) {
    std::vector<std::uint8_t> out(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    const std::uint8_t* from = image.pixels->data();
    for (std::size_t i = 0; i < out.size(); ++i, from += image.channels)
        out[i] = image.channels >= 3 ? luma(from) : *from;
    return out;
}

bool is_empty(const Moments& moments) { return moments.variance < square(kOneColourLevels); }

/// The power of a few frequencies of lines of `length` pixels, added up line by line. A Hann window keeps edges out of it.
class LineSpectrum {
public:
    explicit LineSpectrum(int length) : length_(length) {
        for (const int offset : {0, -2, -3, -4}) bins_.push_back(length / 2 + offset);
        quarter_ = bins_.size();
        for (const int offset : {0, -4, -3, -2, 2, 3, 4}) bins_.push_back(length / 4 + offset);
        power_.assign(bins_.size(), 0.0);
        for (int i = 0; i < length; ++i) window_.push_back(0.5 - 0.5 * std::cos(2 * std::numbers::pi * i / length));
        for (int i = 0; i < length; ++i) turns_.push_back(std::polar(1.0, -2 * std::numbers::pi * i / length));
    }

    template <class At> void add(const At& pixel) {
        double mean = 0;
        for (int i = 0; i < length_; ++i) mean += pixel(i);
        mean /= length_;
        for (std::size_t b = 0; b < bins_.size(); ++b) {
            std::complex<double> sum = 0;
            for (int i = 0; i < length_; ++i) {
                const auto at = static_cast<std::size_t>(i);
                sum += window_[at] * (pixel(i) - mean) *
                       turns_[static_cast<std::size_t>(i * static_cast<std::int64_t>(bins_[b]) % length_)];
            }
            power_[b] += std::norm(sum);
        }
    }

    /// The larger of both peaks by the median of their neighbours.
    double peak() const {
        const auto by = [&](std::size_t first, std::size_t last) {
            const std::vector<double> beside(power_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                                             power_.begin() + static_cast<std::ptrdiff_t>(last));
            return power_[first] / std::max(median(beside), 1e-9);
        };
        return std::max(by(0, quarter_), by(quarter_, power_.size()));
    }

private:
    int length_;
    std::size_t quarter_ = 0;  ///< where the bins around a period of four pixels begin
    std::vector<int> bins_;
    std::vector<double> power_, window_;
    std::vector<std::complex<double>> turns_;
};

/// The power of fine patterns in the middle squares of pictures, along the axes and along the diagonals, each from n / 4 to n / 2 cycles in n pixels: by
/// the distance from no frequency, so that what is blurred alike in all directions has as much of both. Directions are within 11 degrees.
class DirectionSpectrum {
public:
    /// `side`: a power of two.
    explicit DirectionSpectrum(int side) : side_(side), sums_(static_cast<std::size_t>(side)) {
        for (int i = 0; i < side; ++i) {
            window_.push_back(0.5 - 0.5 * std::cos(2 * std::numbers::pi * i / side));
            turns_.push_back(std::polar(1.0, -2 * std::numbers::pi * i / side));
        }
        for (int across = 0; across < side / 2; ++across) {
            for (int down = 1 - side / 2; down < side / 2; ++down) {
                const double radius = std::hypot(across, down);
                if (radius < side / 4.0 || radius >= side / 2.0 - 1 || (across == 0 && down < 0)) continue;
                const double slope = static_cast<double>(std::min(across, std::abs(down))) /
                                     static_cast<double>(std::max(across, std::abs(down)));
                if (slope <= kAlongAxis || slope >= kAlongDiagonal)
                    bins_.push_back({across, down, slope <= kAlongAxis});
            }
        }
    }

    template <class At> void add(const At& pixel) {
        double mean = 0;
        for (int y = 0; y < side_; ++y)
            for (int x = 0; x < side_; ++x) mean += pixel(x, y);
        mean /= static_cast<double>(side_) * side_;
        levels_.clear();
        for (int y = 0; y < side_; ++y)
            for (int x = 0; x < side_; ++x)
                levels_.push_back(window_[static_cast<std::size_t>(y)] * window_[static_cast<std::size_t>(x)] *
                                  (pixel(x, y) - mean));
        int summed = -1;
        for (const Bin& bin : bins_) {
            if (bin.across != summed) sum_rows(bin.across);
            summed = bin.across;
            std::complex<double> sum = 0;
            for (int y = 0; y < side_; ++y) sum += sums_[static_cast<std::size_t>(y)] * turn(bin.down, y);
            (bin.on_axis ? axis_ : diagonal_) += std::norm(sum);
        }
        ++pictures_;
    }

    double by_diagonal() const {
        const auto on_axis =
            static_cast<double>(std::count_if(bins_.begin(), bins_.end(), [](const Bin& bin) { return bin.on_axis; }));
        const double on_diagonal = static_cast<double>(bins_.size()) - on_axis;
        // Levels are rounded, which no picture has less noise than.
        const double rounding = pictures_ / 12.0 * square(3.0 * side_ / 8);
        return axis_ / on_axis / std::max(diagonal_ / on_diagonal, rounding);
    }

private:
    static constexpr double kAlongAxis = 0.19891, kAlongDiagonal = 0.66818;  ///< tangents of 11.25 and 33.75 degrees
    struct Bin {
        int across = 0, down = 0;  ///< cycles
        bool on_axis = false;
    };

    const std::complex<double>& turn(int cycles, int at) const {
        return turns_[static_cast<std::size_t>((cycles * at) & (side_ - 1))];
    }

    void sum_rows(int across) {
        for (int y = 0; y < side_; ++y) {
            std::complex<double> sum = 0;
            for (int x = 0; x < side_; ++x) sum += levels_[static_cast<std::size_t>(y * side_ + x)] * turn(across, x);
            sums_[static_cast<std::size_t>(y)] = sum;
        }
    }

    int side_;
    int pictures_ = 0;
    double axis_ = 0, diagonal_ = 0;
    std::vector<Bin> bins_;  ///< those of the same cycles across one after the other
    std::vector<double> window_, levels_;
    std::vector<std::complex<double>> turns_, sums_;
};

}  // namespace

GreyPictures::GreyPictures(const ImageList& images, std::size_t most) {
    for (const ImageBuffer& image : images) {
        if (image.empty() || pixels_.size() >= most) continue;
        if (!pixels_.empty() && (image.width != width_ || image.height != height_)) {
            pixels_.clear();
            return;
        }
        width_ = image.width;
        height_ = image.height;
        pixels_.push_back(grey_of(image));
    }
}

PictureMeasures GreyPictures::measures() const {
    PictureMeasures out;
    if (pixels_.empty()) return out;
    double within = 0, all = 0, mean = 0;
    std::size_t empty = 0;
    std::vector<double> sum(area()), squares(area());
    for (const auto& picture : pixels_) {
        const Moments m = moments_of(picture);
        within += m.variance;
        mean += m.mean;
        all += m.variance + square(m.mean);
        empty += is_empty(m) ? 1 : 0;
        for (std::size_t i = 0; i < picture.size(); ++i) {
            sum[i] += picture[i];
            squares[i] += square(picture[i]);
        }
    }
    const auto n = static_cast<double>(pixels_.size());
    out.contrast = std::sqrt(within / n);
    out.empty = static_cast<double>(empty) / n;
    out.checkerboard = checkerboard();
    out.plaid = plaid();
    if (pixels_.size() < kFewestCompared) return out;
    double between = 0;
    for (std::size_t i = 0; i < area(); ++i) between += std::max(0.0, squares[i] / n - square(sum[i] / n));
    between /= static_cast<double>(area());
    const double total = all / n - square(mean / n);
    if (total > 1) out.diversity = std::sqrt(std::min(1.0, between / total));
    return out;
}

void ManyPictures::add(const ImageList& images) {
    for (const ImageBuffer& image : images) {
        if (image.empty()) continue;
        looks_.push_back(look_at(image));
        empty_ += is_empty(moments_of(grey_of(image))) ? 1 : 0;
    }
}

double ManyPictures::twin_share() const {
    const auto repeated = near_duplicates(looks_, {});
    if (!repeated || looks_.size() < kFewestCompared) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(repeated->size()) / static_cast<double>(looks_.size());
}

double ManyPictures::empty_share() const {
    return looks_.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(empty_) / static_cast<double>(looks_.size());
}

double GreyPictures::checkerboard() const {
    if (width_ < 32 || height_ < 32 || width_ % 4 != 0 || height_ % 4 != 0)
        return std::numeric_limits<double>::quiet_NaN();
    LineSpectrum rows(width_), columns(height_);
    const auto width = static_cast<std::size_t>(width_), height = static_cast<std::size_t>(height_);
    for (const auto& picture : pixels_) {
        for (std::size_t y = 0; y < height; y += std::max<std::size_t>(1, height / kMostLines))
            rows.add([&](int x) { return static_cast<double>(picture[y * width + static_cast<std::size_t>(x)]); });
        for (std::size_t x = 0; x < width; x += std::max<std::size_t>(1, width / kMostLines))
            columns.add([&](int y) { return static_cast<double>(picture[static_cast<std::size_t>(y) * width + x]); });
    }
    return std::max(rows.peak(), columns.peak());
}

double GreyPictures::plaid() const {
    const int room = std::min(width_, height_), side = room < kDirectionSide ? kDirectionSide / 2 : kDirectionSide;
    if (room < side) return std::numeric_limits<double>::quiet_NaN();
    DirectionSpectrum spectrum(side);
    const int left = (width_ - side) / 2, top = (height_ - side) / 2;
    for (const auto& picture : pixels_) {
        spectrum.add([&](int x, int y) {
            return static_cast<double>(picture[static_cast<std::size_t>((top + y) * width_ + left + x)]);
        });
    }
    return spectrum.by_diagonal();
}

double GreyPictures::movement_from(const GreyPictures& before) const {
    if (pixels_.empty() || pixels_.size() != before.pixels_.size() || width_ != before.width_ ||
        height_ != before.height_)
        return std::numeric_limits<double>::quiet_NaN();
    double difference = 0, contrast = 0;
    for (std::size_t n = 0; n < pixels_.size(); ++n) {
        double sum = 0;
        for (std::size_t i = 0; i < area(); ++i)
            sum += square(static_cast<double>(pixels_[n][i]) - before.pixels_[n][i]);
        difference += sum / static_cast<double>(area());
        contrast += (moments_of(pixels_[n]).variance + moments_of(before.pixels_[n]).variance) / 2;
    }
    return std::sqrt(difference / std::max(contrast, 1.0));
}

ImageList split_grid(const ImageBuffer& grid, int width, int height, std::size_t count) {
    ImageList out;
    if (grid.empty() || width <= 0 || height <= 0) return out;
    const auto channels = static_cast<std::size_t>(grid.channels);
    for (int y = kGridGap; y + height <= grid.height; y += height + kGridGap) {
        for (int x = kGridGap; x + width <= grid.width; x += width + kGridGap) {
            if (count > 0 && out.size() == count) return out;
            auto pixels = std::make_shared<std::vector<std::uint8_t>>();
            for (int row = y; row < y + height; ++row) {
                const auto* from = grid.pixels->data() + grid.row_bytes() * static_cast<std::size_t>(row) +
                                   static_cast<std::size_t>(x) * channels;
                pixels->insert(pixels->end(), from, from + static_cast<std::size_t>(width) * channels);
            }
            out.push_back({width, height, grid.channels, std::move(pixels)});
        }
    }
    return out;
}

}  // namespace headroom
