// A scan of the packed pictures in blocks.
#include "core/data/nearest.h"

#include "core/data/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <string>

namespace headroom {
namespace {

constexpr std::int64_t kBlock = 512;       // pictures
constexpr std::size_t kStretch = 1 << 15;  // bytes whose squares add up within 32 bits

/// Whole numbers, so that the result is the same however it is summed.
std::uint64_t squared_difference(const std::uint8_t* a, const std::uint8_t* b, std::size_t bytes) {
    std::uint64_t sum = 0;
    for (std::size_t begin = 0; begin < bytes; begin += kStretch) {
        const std::size_t end = std::min(begin + kStretch, bytes);
        std::uint32_t part = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const int d = int{a[i]} - int{b[i]};
            part += static_cast<std::uint32_t>(d * d);
        }
        sum += part;
    }
    return sum;
}

struct Found {
    std::uint64_t sum;
    std::int64_t index;
    bool operator<(const Found& other) const { return sum != other.sum ? sum < other.sum : index < other.index; }
};

void keep_best(std::vector<Found>& all, std::size_t count) {
    std::sort(all.begin(), all.end());
    if (all.size() > count) all.resize(count);
}

}  // namespace

Result<std::vector<Neighbour>> nearest_pictures(const PackedDataset& data, const ImageBuffer& picture, int count,
                                                std::int64_t workers, std::stop_token stop) {
    if (picture.width != data.size() || picture.height != data.size() || picture.channels != data.channels() ||
        !picture.pixels) {
        return make_error(ErrorCode::InvalidArgument,
                          "the picture is " + std::to_string(picture.width) + " x " + std::to_string(picture.height) +
                              " and those of the data set are " + std::to_string(data.size()) + " x " +
                              std::to_string(data.size()),
                          "Ask once the run trains at the new resolution.");
    }
    const std::size_t bytes = picture.pixels->size();
    const auto wanted = static_cast<std::size_t>(std::clamp<std::int64_t>(count, 1, data.count()));
    std::mutex mutex;
    std::vector<Found> best;
    const auto scan = [&](std::int64_t block) {
        std::vector<Found> here;
        const std::int64_t end = std::min((block + 1) * kBlock, data.count());
        for (std::int64_t i = block * kBlock; i < end; ++i)
            here.push_back({squared_difference(picture.pixels->data(), data.image(i), bytes), i});
        keep_best(here, wanted);
        const std::lock_guard lock(mutex);
        best.insert(best.end(), here.begin(), here.end());
        keep_best(best, wanted);
    };
    const auto done = for_each_parallel((data.count() + kBlock - 1) / kBlock, std::max<std::int64_t>(1, workers), scan,
                                        {}, std::move(stop));
    if (!done) return done.error();
    std::vector<Neighbour> out;
    for (const Found& found : best)
        out.push_back({found.index, std::sqrt(static_cast<double>(found.sum) / static_cast<double>(bytes)) / 255.0});
    return out;
}

}  // namespace headroom
