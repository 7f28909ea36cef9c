// The data order without state, and the copy of a batch out of a packed data set.
#include "core/base/random.h"
#include "core/data/dataset.h"

#include <array>
#include <bit>
#include <cstring>

namespace headroom {
namespace {

constexpr int kRounds = 6;

std::uint64_t feistel(std::uint64_t value, int half_bits, const std::array<std::uint64_t, kRounds>& keys) {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits) - 1;
    std::uint64_t left = value >> half_bits, right = value & mask;
    for (const std::uint64_t key : keys) {
        const std::uint64_t next = left ^ (mix64(right ^ key) & mask);
        left = right;
        right = next;
    }
    return (left << half_bits) | right;
}

void copy_mirrored(const std::uint8_t* from, int size, int channels, std::uint8_t* out) {
    const int row_bytes = size * channels;
    for (int y = 0; y < size; ++y, from += row_bytes, out += row_bytes) {
        for (int x = 0; x < size; ++x)
            std::memcpy(out + x * channels, from + (size - 1 - x) * channels, static_cast<std::size_t>(channels));
    }
}

}  // namespace

Sampler::Sampler(std::int64_t count, std::uint64_t seed) : count_(count < 1 ? 1 : count), seed_(seed), half_bits_(1) {
    const int bits = std::bit_width(static_cast<std::uint64_t>(count_ - 1));
    half_bits_ = bits < 2 ? 1 : (bits + 1) / 2;
}

std::int64_t Sampler::index(std::int64_t position) const {
    RandomStream random(seed_, RandomPurpose::Permutation, static_cast<std::uint64_t>(epoch(position)));
    std::array<std::uint64_t, kRounds> keys;
    for (std::uint64_t& key : keys) key = random.next();
    // The cipher permutes the next power of four; walking its cycle until the value is in range permutes [0, count).
    std::uint64_t value = static_cast<std::uint64_t>(position % count_);
    do { value = feistel(value, half_bits_, keys); } while (value >= static_cast<std::uint64_t>(count_));
    return static_cast<std::int64_t>(value);
}

void gather_batch(const PackedDataset& data, const Sampler& sampler, std::uint64_t seed, bool mirror,
                  std::int64_t first_position, std::int64_t count, std::uint8_t* out) {
    const std::size_t bytes = static_cast<std::size_t>(data.size()) * data.size() * data.channels();
    for (std::int64_t i = 0; i < count; ++i, out += bytes) {
        const std::int64_t position = first_position + i;
        const std::uint8_t* image = data.image(sampler.index(position));
        RandomStream coin(seed, RandomPurpose::Augment, static_cast<std::uint64_t>(position));
        if (mirror && coin.uniform() < .5) {
            copy_mirrored(image, data.size(), data.channels(), out);
        } else {
            std::memcpy(out, image, bytes);
        }
    }
}

}  // namespace headroom
