// Each picture is squeezed to one small square; all facts are of those. Hashes are compared by parts: two that differ in at most five of 64 bits
// are equal in at least one of six parts.
#include "core/data/dataset_facts.h"

#include "core/base/file_errors.h"
#include "core/data/dataset.h"
#include "core/data/kept_facts.h"
#include "core/data/parallel.h"
#include "core/io/pictures/luma.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

namespace headroom {
namespace {

constexpr int kMostBits = 5, kParts = kMostBits + 1;
constexpr int kSameColour = 24;  ///< levels by which mean colours of repeated pictures differ at most
/// Levels by which their cells differ at most, root mean square, beyond what their means do. Of 4,096 built-in shapes of few kinds, which share
/// hashes without being alike, 3 % repeat another by it and 23 % without it; of recompressed, scaled and darkened clip-art it misses one in eighty.
constexpr double kSameCells = 8;
constexpr std::size_t kNeighbours =
    512;  ///< of equal parts so many are compared with each: enough unless all pictures are much alike
constexpr double kMostlyOneColour = 0.97;
constexpr unsigned kPale = 208;  ///< luma: lighter is the grey of icons for dark windows
constexpr std::size_t kExamples = 20;
constexpr std::size_t kPixels = std::size_t{kLookSide} * kLookSide;
constexpr double kCells = kLookCells * kLookCells;

/// cos((2 x + 1) u pi / 64): the basis of the cosine transform of 32 numbers.
const std::array<std::array<float, 32>, 9>& cosines() {
    static const auto table = [] {
        std::array<std::array<float, 32>, 9> out{};
        for (std::size_t u = 0; u < out.size(); ++u) {
            for (std::size_t x = 0; x < 32; ++x)
                out[u][x] = static_cast<float>(
                    std::cos((2.0 * static_cast<double>(x) + 1) * static_cast<double>(u) * std::numbers::pi / 64));
        }
        return out;
    }();
    return table;
}

struct Small {
    std::array<std::uint8_t, kPixels * 3> rgb{};
    std::array<float, kPixels> luma{};
};

/// `rgba`, colours weighed by alpha, on a grey of the level `ground`.
Small on_ground(std::span<const std::uint8_t> rgba, unsigned ground) {
    Small out;
    for (std::size_t i = 0; i < kPixels; ++i) {
        const unsigned behind = (ground * (255U - rgba[i * 4 + 3]) + 127) / 255;
        for (std::size_t c = 0; c < 3; ++c)
            out.rgb[i * 3 + c] = static_cast<std::uint8_t>(std::min(255U, rgba[i * 4 + c] + behind));
        out.luma[i] = static_cast<float>(luma(&out.rgb[i * 3]));
    }
    return out;
}

/// Whether nearly all that shows of a transparent picture is so light that white would swallow it.
bool lost_on_white(std::span<const std::uint8_t> rgba) {
    std::uint64_t shown = 0, light = 0;
    for (std::size_t i = 0; i < kPixels; ++i) {
        const unsigned alpha = rgba[i * 4 + 3];
        shown += alpha;
        if (luma(&rgba[i * 4]) * 255U > kPale * alpha) light += alpha;  // of weighed colours it is weighed too
    }
    return static_cast<double>(light) > kMostlyOneColour * static_cast<double>(shown);
}

/// The share of the commonest colour, in boxes of 16 levels a side.
double commonest(const Small& s) {
    std::array<std::uint16_t, 4096> boxes{};
    for (std::size_t i = 0; i < kPixels; ++i)
        ++boxes[static_cast<std::size_t>((s.rgb[i * 3] >> 4) << 8 | (s.rgb[i * 3 + 1] >> 4) << 4 |
                                         s.rgb[i * 3 + 2] >> 4)];
    return static_cast<double>(*std::max_element(boxes.begin(), boxes.end())) / static_cast<double>(kPixels);
}

/// Whether each channel is the same all over, but for noise: such a picture's commonest colour may lie on the edge between boxes.
bool is_flat(const Small& s) {
    for (std::size_t c = 0; c < 3; ++c) {
        double sum = 0, squares = 0;
        for (std::size_t i = c; i < kPixels * 3; i += 3) {
            sum += s.rgb[i];
            squares += static_cast<double>(s.rgb[i]) * s.rgb[i];
        }
        const double mean = sum / static_cast<double>(kPixels);
        if (squares / static_cast<double>(kPixels) - mean * mean >= kOneColourLevels * kOneColourLevels) return false;
    }
    return true;
}

bool without_colour(const Small& s) {
    std::size_t coloured = 0;
    for (std::size_t i = 0; i < kPixels; ++i) {
        const auto [low, high] = std::minmax({s.rgb[i * 3], s.rgb[i * 3 + 1], s.rgb[i * 3 + 2]});
        coloured += high - low > 12;
    }
    return coloured * 100 < kPixels;
}

/// The share of pixels whose luma changes by more than an eighth of its range to the right or below.
double on_edges(const Small& s) {
    std::size_t found = 0;
    for (std::size_t y = 0; y + 1 < kLookSide; ++y) {
        for (std::size_t x = 0; x + 1 < kLookSide; ++x) {
            const float here = s.luma[y * kLookSide + x];
            found += std::max(std::abs(s.luma[y * kLookSide + x + 1] - here),
                              std::abs(s.luma[(y + 1) * kLookSide + x] - here)) > 32;
        }
    }
    return static_cast<double>(found) / static_cast<double>(kPixels);
}

/// The ground that more than three quarters of the border are, within as many levels as a scan or a compression leaves of it.
std::optional<Ground> ground_of_border(const Small& s) {
    constexpr int kNear = 16;
    std::array<std::size_t, EnumNames<Ground>::names.size()> near{};
    std::size_t all = 0;
    for (std::size_t y = 0; y < kLookSide; ++y) {
        for (std::size_t x = 0; x < kLookSide; ++x) {
            if (x != 0 && y != 0 && x + 1 != kLookSide && y + 1 != kLookSide) continue;
            ++all;
            const std::size_t at = y * kLookSide + x;
            const auto [low, high] = std::minmax({s.rgb[at * 3], s.rgb[at * 3 + 1], s.rgb[at * 3 + 2]});
            for (std::size_t g = 0; g < near.size() && high - low < 3 * kNear; ++g)
                near[g] += std::abs(s.luma[at] - static_cast<float>(level_of(static_cast<Ground>(g)))) < kNear;
        }
    }
    const auto most = std::max_element(near.begin(), near.end());
    return *most * 4 > all * 3 ? std::optional(static_cast<Ground>(most - near.begin())) : std::nullopt;
}

/// The mean colours of its cells.
auto cells_of(const Small& s) {
    constexpr std::size_t kCellSide = kLookSide / kLookCells;
    std::array<unsigned, 3 * kLookCells * kLookCells> sums{};
    for (std::size_t y = 0; y < kLookSide; ++y)
        for (std::size_t x = 0; x < kLookSide; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                sums[(y / kCellSide * kLookCells + x / kCellSide) * 3 + c] += s.rgb[(y * kLookSide + x) * 3 + c];
    std::array<std::uint8_t, 3 * kLookCells * kLookCells> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(sums[i] / (kCellSide * kCellSide));
    return out;
}

unsigned part_of(std::uint64_t hash, int part) {
    const int from = part * 64 / kParts, to = (part + 1) * 64 / kParts;
    return static_cast<unsigned>(hash >> from) & ((1U << (to - from)) - 1);
}

bool repeats(const PictureLook& a, const PictureLook& b) {
    if (std::popcount(a.hash ^ b.hash) > kMostBits) return false;
    for (int c = 0; c < 3; ++c)
        if (std::abs(int{a.mean[c]} - int{b.mean[c]}) > kSameColour) return false;
    // A hash tells where edges are, not what colours they part.
    double squares = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        double sum = 0, of_channel = 0;
        for (std::size_t i = c; i < a.cells.size(); i += 3) {
            const double apart = int{a.cells[i]} - int{b.cells[i]};
            sum += apart;
            of_channel += apart * apart;
        }
        squares += of_channel - sum * sum / kCells;  // without what brightens all of it
    }
    return squares < kSameCells * kSameCells * 3 * kCells;
}

}  // namespace

Result<PictureSides> ImageSource::look(std::int64_t index, int side, std::uint8_t* rgba) const {
    const auto described = describe(index, false);
    if (!described) return described.error();
    const std::size_t pixels = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    std::vector<std::uint8_t> rgb(pixels * 3);
    if (auto rendered = render(index, side, 3, rgb.data()); !rendered) return rendered.error();
    for (std::size_t i = 0; i < pixels; ++i) {
        std::copy_n(&rgb[i * 3], 3, rgba + i * 4);
        rgba[i * 4 + 3] = 255;
    }
    return PictureSides{described->width, described->height};
}

std::uint64_t dct_hash(std::span<const float, 32 * 32> luma) {
    const auto& cosine = cosines();
    std::array<std::array<float, 32>, 9> columns{};  // of each row the lowest frequencies
    for (std::size_t u = 0; u < 9; ++u)
        for (std::size_t y = 0; y < 32; ++y)
            for (std::size_t x = 0; x < 32; ++x) columns[u][y] += cosine[u][x] * luma[y * 32 + x];
    // Without row and column 0 what brightens all of a picture, or one side of it, changes nothing.
    std::array<float, 64> found{};
    for (std::size_t u = 1; u < 9; ++u)
        for (std::size_t v = 1; v < 9; ++v)
            for (std::size_t y = 0; y < 32; ++y) found[(v - 1) * 8 + u - 1] += cosine[v][y] * columns[u][y];
    std::array<float, 64> sorted = found;
    std::nth_element(sorted.begin(), sorted.begin() + 32, sorted.end());
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < 64; ++i) out |= std::uint64_t{found[i] > sorted[32]} << i;
    return out;
}

PictureLook look_at(std::span<const std::uint8_t> rgba, PictureSides sides) {
    PictureLook out;
    out.read = true;
    out.width = sides.width;
    out.height = sides.height;
    std::size_t clear = 0;
    for (std::size_t i = 0; i < kPixels; ++i) clear += rgba[i * 4 + 3] < 250;
    out.transparent = clear * 100 > kPixels;
    const Small on_white = on_ground(rgba, 255);
    out.ground = ground_of_border(on_white);
    out.pale = out.transparent && lost_on_white(rgba);
    const Small small = out.pale ? on_ground(rgba, 0) : on_white;
    std::array<std::uint64_t, 3> sums{};
    for (std::size_t i = 0; i < kPixels * 3; ++i) sums[i % 3] += small.rgb[i];
    for (std::size_t c = 0; c < 3; ++c) out.mean[c] = static_cast<std::uint8_t>(sums[c] / kPixels);
    out.empty = commonest(small) > kMostlyOneColour || is_flat(small);
    out.grey = without_colour(small);
    out.edges = static_cast<std::uint8_t>(std::lround(255 * on_edges(small)));
    out.cells = cells_of(small);
    std::array<float, 32 * 32> half{};
    for (std::size_t y = 0; y < 32; ++y) {
        for (std::size_t x = 0; x < 32; ++x) {
            const float* at = &small.luma[y * 2 * kLookSide + x * 2];
            half[y * 32 + x] = (at[0] + at[1] + at[kLookSide] + at[kLookSide + 1]) / 4;
        }
    }
    out.hash = dct_hash(half);
    return out;
}

PictureLook look_at(const ImageBuffer& picture) {
    if (picture.empty()) return {};
    const auto channels = static_cast<std::size_t>(picture.channels);
    std::vector<std::uint8_t> rgba(kPixels * 4, 255);
    const auto square = [](int i, int side) {  // the pixels that one pixel of the look is the mean of, one at least
        const int from = i * side / kLookSide;
        return std::pair(from, std::max(from + 1, (i + 1) * side / kLookSide));
    };
    for (int y = 0; y < kLookSide; ++y) {
        const auto [top, bottom] = square(y, picture.height);
        for (int x = 0; x < kLookSide; ++x) {
            const auto [left, right] = square(x, picture.width);
            std::array<std::uint64_t, 4> sums{};
            for (int row = top; row < bottom; ++row) {
                const std::uint8_t* from = picture.pixels->data() +
                                           picture.row_bytes() * static_cast<std::size_t>(row) +
                                           static_cast<std::size_t>(left) * channels;
                for (int column = left; column < right; ++column, from += channels) {
                    const unsigned alpha = channels == 4 ? from[3] : 255U;
                    for (std::size_t c = 0; c < 3; ++c) sums[c] += from[channels < 3 ? 0 : c] * alpha;
                    sums[3] += alpha;
                }
            }
            const auto area = static_cast<std::uint64_t>(bottom - top) * static_cast<std::uint64_t>(right - left);
            std::uint8_t* const out = &rgba[static_cast<std::size_t>(y * kLookSide + x) * 4];
            for (std::size_t c = 0; c < 3; ++c) out[c] = static_cast<std::uint8_t>(sums[c] / (area * 255));
            out[3] = static_cast<std::uint8_t>(sums[3] / area);
        }
    }
    return look_at(rgba, {picture.width, picture.height});
}

Result<std::vector<std::pair<std::int64_t, std::int64_t>>> near_duplicates(std::span<const PictureLook> looks,
                                                                           std::stop_token stop) {
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < looks.size(); ++i)
        if (looks[i].read && !looks[i].empty) order.push_back(static_cast<std::int64_t>(i));
    const auto look = [&](std::int64_t i) -> const PictureLook& { return looks[static_cast<std::size_t>(i)]; };
    std::vector<std::int64_t> repeated(looks.size(), -1);
    for (int part = 0; part < kParts; ++part) {
        std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            return std::pair(part_of(look(a).hash, part), a) < std::pair(part_of(look(b).hash, part), b);
        });
        std::size_t alike = 0;  // where those begin of whose hash this part is the same
        for (std::size_t k = 0; k < order.size(); ++k) {
            if (k % 4096 == 0 && stop.stop_requested())
                return make_error(ErrorCode::Cancelled, "Stopped while comparing pictures.");
            const std::int64_t later = order[k];
            if (part_of(look(order[alike]).hash, part) != part_of(look(later).hash, part)) alike = k;
            std::int64_t& first = repeated[static_cast<std::size_t>(later)];
            for (std::size_t e = std::max(alike, k - std::min(k, kNeighbours)); e < k; ++e) {
                if (first >= 0 && order[e] >= first) break;
                if (!repeats(look(order[e]), look(later))) continue;
                first = order[e];
                break;
            }
        }
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    for (std::size_t i = 0; i < repeated.size(); ++i)
        if (repeated[i] >= 0) out.emplace_back(repeated[i], static_cast<std::int64_t>(i));
    return out;
}

Result<DataLook> look_at_all(const ImageSource& source, std::int64_t workers, const ProgressFn& progress,
                             std::stop_token stop) {
    if (auto kept = kept_look(source)) return *std::move(kept);
    std::vector<PictureLook> looks(static_cast<std::size_t>(source.count()));
    DataLook found;
    std::mutex away_mutex;
    const auto one = [&](std::int64_t i) {
        std::vector<std::uint8_t> rgba(kPixels * 4);
        const auto sides = source.look(i, kLookSide, rgba.data());
        if (sides) {
            looks[static_cast<std::size_t>(i)] = look_at(rgba, *sides);
        } else if (may_pass(sides.error())) {
            const std::lock_guard lock(away_mutex);
            if (!found.away) found.away = away_error(source, i, sides.error());
        }
    };
    const LoopProgress told{&progress, "looking at pictures", 0, source.count()};
    if (auto done = for_each_parallel(source.count(), workers, one, told, stop); !done) return done.error();
    if (progress) progress("comparing pictures", -1);
    const auto repeated = near_duplicates(looks, stop);
    if (!repeated) return repeated.error();
    for (const auto& [first, later] : *repeated) found.repeated.push_back(later);
    for (std::size_t i = 0; i < looks.size(); ++i)
        if (looks[i].read && looks[i].empty) found.empty.push_back(static_cast<std::int64_t>(i));
    DatasetFacts& out = found.facts;
    out.near_duplicates = static_cast<std::int64_t>(repeated->size());
    for (std::size_t i = 0; i < std::min(repeated->size(), kExamples); ++i)
        out.examples.push_back({source.path((*repeated)[i].first), source.path((*repeated)[i].second)});
    std::vector<int> sides;
    const auto share = [&](auto of) {
        double sum = 0;
        for (const PictureLook& look : looks)
            if (look.read) sum += static_cast<double>(of(look));
        return sides.empty() ? 0.0 : sum / static_cast<double>(sides.size());
    };
    for (const PictureLook& look : looks)
        if (look.read) sides.push_back(std::min(look.width, look.height));
    out.pictures = static_cast<std::int64_t>(sides.size());
    out.empty = share([](const PictureLook& l) { return l.empty; });
    out.grey = share([](const PictureLook& l) { return l.grey; });
    out.transparent = share([](const PictureLook& l) { return l.transparent; });
    out.pale = share([](const PictureLook& l) { return l.pale; });
    out.light_ground = share([](const PictureLook& l) { return l.ground == Ground::White; });
    out.black_ground = share([](const PictureLook& l) { return l.ground == Ground::Black; });
    out.grey_ground = share([](const PictureLook& l) { return l.ground == Ground::Grey; });
    out.wide = share([](const PictureLook& l) { return l.width * 6 > l.height * 7; });
    out.high = share([](const PictureLook& l) { return l.height * 6 > l.width * 7; });
    out.cut = share([](const PictureLook& l) { return loses_a_third(l.width, l.height); });
    out.edges = share([](const PictureLook& l) { return l.edges / 255.0; });
    if (!sides.empty()) {
        std::nth_element(sides.begin(), sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2), sides.end());
        out.median_side = sides[sides.size() / 2];
        out.smallest_side = *std::min_element(sides.begin(), sides.end());
    }
    for (const PictureLook& look : looks) out.largest_side = std::max({out.largest_side, look.width, look.height});
    // What could not be read for a while would be missing for good.
    if (!found.away) keep_look(source, found);
    return found;
}

}  // namespace headroom
