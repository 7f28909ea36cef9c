// Variances and a few frequencies of small grey pictures.
#include "core/engine/counsel/picture_measures.h"

#include "core/base/median.h"
#include "core/io/pictures/luma.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace headroom {
namespace {

constexpr int kGridGap = 2;         ///< of compose_grid()
constexpr double kTwinLevels = 3;   ///< root mean square difference below which two pictures are the same to the eye
constexpr double kEmptyLevels = 6;  ///< standard deviation below which a picture is one colour
constexpr std::size_t kFewestCompared = 4;  ///< pictures: of fewer it cannot be said how different they are
constexpr std::size_t kMostLines = 64;      ///< of a picture and direction: more say no more
constexpr int kTwinSide = 32;               ///< px, of what is kept of a picture to find its twins

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

/// Means of squares of pixels, at most kTwinSide along the smaller side.
std::vector<std::uint8_t> small_of(const ImageBuffer& image, const std::vector<std::uint8_t>& grey) {
    const int by = (std::min(image.width, image.height) + kTwinSide - 1) / kTwinSide;
    std::vector<std::uint8_t> out;
    for (int y = 0; y + by <= image.height; y += by) {
        for (int x = 0; x + by <= image.width; x += by) {
            int sum = 0;
            for (int row = y; row < y + by; ++row)
                for (int column = x; column < x + by; ++column)
                    sum += grey[static_cast<std::size_t>(row * image.width + column)];
            out.push_back(static_cast<std::uint8_t>(sum / (by * by)));
        }
    }
    return out;
}

bool is_empty(const Moments& moments) { return moments.variance < square(kEmptyLevels); }

bool are_twins(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    if (a.size() != b.size()) return false;
    const double most = square(kTwinLevels) * static_cast<double>(a.size());
    double sum = 0;
    for (std::size_t i = 0; i < a.size() && sum < most; ++i) sum += square(static_cast<double>(a[i]) - b[i]);
    return sum < most;
}

double share_of_twins(const std::vector<std::vector<std::uint8_t>>& pictures) {
    if (pictures.size() < kFewestCompared) return std::numeric_limits<double>::quiet_NaN();
    // Pictures differ by no less than their means do, so that by its mean a picture stands near all its twins.
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < pictures.size(); ++i) order.emplace_back(moments_of(pictures[i]).mean, i);
    std::sort(order.begin(), order.end());
    std::vector<bool> has_twin(pictures.size());
    for (std::size_t a = 0; a < order.size(); ++a) {
        for (std::size_t b = a + 1; b < order.size() && order[b].first - order[a].first < kTwinLevels; ++b) {
            if (has_twin[a] && has_twin[b]) continue;
            if (are_twins(pictures[order[a].second], pictures[order[b].second])) has_twin[a] = has_twin[b] = true;
        }
    }
    const auto twins = std::count(has_twin.begin(), has_twin.end(), true);
    return static_cast<double>(twins) / static_cast<double>(pictures.size());
}

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
    if (pixels_.size() < kFewestCompared) return out;
    double between = 0;
    for (std::size_t i = 0; i < area(); ++i) between += std::max(0.0, squares[i] / n - square(sum[i] / n));
    between /= static_cast<double>(area());
    const double total = all / n - square(mean / n);
    if (total > 1) out.diversity = std::sqrt(std::min(1.0, between / total));
    return out;
}

double GreyPictures::twin_share() const { return share_of_twins(pixels_); }

void ManyPictures::add(const ImageList& images) {
    for (const ImageBuffer& image : images) {
        if (image.empty()) continue;
        const std::vector<std::uint8_t> grey = grey_of(image);
        small_.push_back(small_of(image, grey));
        empty_ += is_empty(moments_of(grey)) ? 1 : 0;
    }
}

double ManyPictures::twin_share() const { return share_of_twins(small_); }

double ManyPictures::empty_share() const {
    return small_.empty() ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(empty_) / static_cast<double>(small_.size());
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
