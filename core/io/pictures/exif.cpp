// Walks the first directory of a TIFF structure, every offset checked.
#include "core/io/pictures/exif.h"

#include <cstddef>
#include <cstring>

namespace headroom {
namespace {

constexpr unsigned kOrientationTag = 0x0112, kShortType = 3;

class Tiff {
public:
    Tiff(std::span<const std::uint8_t> bytes, bool big_endian) : bytes_(bytes), big_(big_endian) {}

    unsigned u16(std::size_t at) const {
        if (at + 2 > bytes_.size()) return 0;
        return big_ ? unsigned{bytes_[at]} << 8 | bytes_[at + 1] : unsigned{bytes_[at + 1]} << 8 | bytes_[at];
    }
    std::size_t u32(std::size_t at) const {
        const std::size_t first = u16(at), second = u16(at + 2);
        return big_ ? first << 16 | second : second << 16 | first;
    }

private:
    std::span<const std::uint8_t> bytes_;
    bool big_;
};

}  // namespace

int exif_orientation(std::span<const std::uint8_t> block) {
    if (block.size() >= 6 && std::memcmp(block.data(), "Exif\0", 5) == 0) block = block.subspan(6);
    if (block.size() < 14) return 1;
    const bool big = block[0] == 'M' && block[1] == 'M';
    if (!big && !(block[0] == 'I' && block[1] == 'I')) return 1;
    const Tiff tiff(block, big);
    if (tiff.u16(2) != 42) return 1;
    const std::size_t directory = tiff.u32(4);
    const unsigned entries = tiff.u16(directory);
    for (unsigned i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + std::size_t{i} * 12;
        if (entry + 12 > block.size()) return 1;
        if (tiff.u16(entry) != kOrientationTag || tiff.u16(entry + 2) != kShortType) continue;
        const unsigned value = tiff.u16(entry + 8);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

}  // namespace headroom
