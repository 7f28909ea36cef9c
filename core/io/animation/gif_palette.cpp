// Median cut on a histogram of 5 bits a channel. The dither pattern is the same in every frame, so that a still part of an
// animation does not shimmer.
#include "core/io/animation/gif_palette.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace headroom {
namespace {

constexpr std::size_t kBins = std::size_t{1} << 15;
constexpr std::size_t kColours = 256;

struct Bin {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
    std::uint16_t key = 0;
};
struct Box {
    std::size_t begin, end;
    std::uint64_t count;
    int axis;
    int extent;
};

std::array<std::uint8_t, 3> rgb_of(const ImageBuffer& frame, std::size_t pixel) {
    const std::uint8_t* p = frame.pixels->data() + pixel * static_cast<std::size_t>(frame.channels);
    return frame.channels == 3 ? std::array<std::uint8_t, 3>{p[0], p[1], p[2]}
                               : std::array<std::uint8_t, 3>{p[0], p[0], p[0]};
}

std::size_t bin_of(int r, int g, int b) { return static_cast<std::size_t>((r >> 3) << 10 | (g >> 3) << 5 | b >> 3); }

int level(std::uint16_t key, int axis) { return key >> (10 - 5 * axis) & 31; }

std::optional<IndexedFrame> index_exactly(const ImageBuffer& frame, std::size_t pixels) {
    IndexedFrame out;
    out.indices.resize(pixels);
    std::unordered_map<std::uint32_t, std::uint8_t> known;
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto rgb = rgb_of(frame, i);
        const std::uint32_t key = std::uint32_t{rgb[0]} << 16 | std::uint32_t{rgb[1]} << 8 | rgb[2];
        const auto found = known.find(key);
        if (found != known.end()) {
            out.indices[i] = found->second;
            continue;
        }
        if (known.size() == kColours) return std::nullopt;
        const auto index = static_cast<std::uint8_t>(known.size());
        known.emplace(key, index);
        std::copy(rgb.begin(), rgb.end(), out.palette.begin() + index * 3);
        out.indices[i] = index;
    }
    return out;
}

std::vector<Bin> histogram(const ImageBuffer& frame, std::size_t pixels) {
    std::vector<Bin> all(kBins);
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto rgb = rgb_of(frame, i);
        Bin& bin = all[bin_of(rgb[0], rgb[1], rgb[2])];
        ++bin.count;
        for (std::size_t c = 0; c < 3; ++c) bin.sum[c] += rgb[c];
    }
    for (std::size_t i = 0; i < kBins; ++i) all[i].key = static_cast<std::uint16_t>(i);
    std::erase_if(all, [](const Bin& bin) { return bin.count == 0; });
    return all;
}

Box measured(const std::vector<Bin>& bins, std::size_t begin, std::size_t end) {
    Box box{begin, end, 0, 0, 0};
    for (std::size_t i = begin; i < end; ++i) box.count += bins[i].count;
    for (int axis = 0; axis < 3; ++axis) {
        int low = 31, high = 0;
        for (std::size_t i = begin; i < end; ++i) {
            low = std::min(low, level(bins[i].key, axis));
            high = std::max(high, level(bins[i].key, axis));
        }
        if (high - low > box.extent) {
            box.extent = high - low;
            box.axis = axis;
        }
    }
    return box;
}

/// Splits the box that matters most, by pixels times extent, at its median, until there are 256.
std::vector<Box> cut(std::vector<Bin>& bins) {
    std::vector<Box> boxes{measured(bins, 0, bins.size())};
    const auto weight = [](const Box& box) { return box.count * static_cast<std::uint64_t>(box.extent); };
    while (boxes.size() < kColours) {
        const auto widest = std::max_element(boxes.begin(), boxes.end(),
                                             [&](const Box& a, const Box& b) { return weight(a) < weight(b); });
        if (widest->extent == 0) break;
        const Box box = *widest;
        const auto first = bins.begin() + static_cast<std::ptrdiff_t>(box.begin),
                   last = bins.begin() + static_cast<std::ptrdiff_t>(box.end);
        std::sort(first, last, [&](const Bin& a, const Bin& b) {
            const int la = level(a.key, box.axis), lb = level(b.key, box.axis);
            return la != lb ? la < lb : a.key < b.key;
        });
        std::uint64_t below = 0;
        std::size_t middle = box.begin;
        while (middle + 1 < box.end && below * 2 < box.count) below += bins[middle++].count;
        middle = std::max(middle, box.begin + 1);
        *widest = measured(bins, box.begin, middle);
        boxes.push_back(measured(bins, middle, box.end));
    }
    return boxes;
}

class NearestColour {
public:
    NearestColour(const IndexedFrame& frame, std::size_t colours)
        : frame_(frame), colours_(colours), known_(kBins, -1) {}

    std::uint8_t operator()(int r, int g, int b) {
        int& known = known_[bin_of(r, g, b)];
        if (known < 0) known = search((r & ~7) | 4, (g & ~7) | 4, (b & ~7) | 4);
        return static_cast<std::uint8_t>(known);
    }

private:
    int search(int r, int g, int b) const {
        int best = 0, least = 1 << 30;
        for (std::size_t i = 0; i < colours_; ++i) {
            const int dr = frame_.palette[i * 3] - r, dg = frame_.palette[i * 3 + 1] - g,
                      db = frame_.palette[i * 3 + 2] - b;
            const int distance = dr * dr + dg * dg + db * db;
            if (distance < least) {
                least = distance;
                best = static_cast<int>(i);
            }
        }
        return best;
    }

    const IndexedFrame& frame_;
    std::size_t colours_;
    std::vector<int> known_;
};

/// Threshold of an 8 x 8 Bayer matrix, about -amplitude .. +amplitude.
int dither(std::size_t x, std::size_t y) {
    unsigned value = 0;
    for (unsigned bit = 0; bit < 3; ++bit) {
        const unsigned xb = x >> bit & 1, yb = y >> bit & 1;
        value = value << 2 | (xb ^ yb) << 1 | yb;
    }
    return (static_cast<int>(value) * 2 - 63) / 12;
}

}  // namespace

IndexedFrame index_colours(const ImageBuffer& frame) {
    const auto width = static_cast<std::size_t>(frame.width);
    const std::size_t pixels = width * static_cast<std::size_t>(frame.height);
    if (auto exact = index_exactly(frame, pixels)) return std::move(*exact);
    std::vector<Bin> bins = histogram(frame, pixels);
    const std::vector<Box> boxes = cut(bins);
    IndexedFrame out;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            std::uint64_t sum = 0;
            for (std::size_t b = boxes[i].begin; b < boxes[i].end; ++b) sum += bins[b].sum[c];
            out.palette[i * 3 + c] = static_cast<std::uint8_t>((sum + boxes[i].count / 2) / boxes[i].count);
        }
    }
    NearestColour nearest(out, boxes.size());
    out.indices.resize(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto rgb = rgb_of(frame, i);
        const int shift = dither(i % width, i / width);
        const auto shifted = [&](std::size_t c) { return std::clamp(rgb[c] + shift, 0, 255); };
        out.indices[i] = nearest(shifted(0), shifted(1), shifted(2));
    }
    return out;
}

}  // namespace headroom
