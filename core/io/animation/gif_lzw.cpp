// The code table is a hash table of (prefix, byte) pairs, emptied by a clear code when all 4096 codes are used.
#include "core/io/animation/gif_lzw.h"

#include <array>

namespace headroom {
namespace {

constexpr int kByteBits = 8, kLongestBits = 12;
constexpr unsigned kClear = 256, kEnd = 257, kFirst = 258, kCodes = 4096;

/// Packs codes, least significant bit first, into sub-blocks.
class BlockWriter {
public:
    explicit BlockWriter(std::vector<std::uint8_t>& out) : out_(out) {}

    void put(unsigned code, int bits) {
        held_ |= code << held_bits_;
        for (held_bits_ += bits; held_bits_ >= 8; held_bits_ -= 8, held_ >>= 8)
            put_byte(static_cast<std::uint8_t>(held_));
    }

    void finish() {
        if (held_bits_ > 0) put_byte(static_cast<std::uint8_t>(held_));
        close_block();
        out_.push_back(0);
    }

private:
    void put_byte(std::uint8_t byte) {
        block_[length_++] = byte;
        if (length_ == block_.size()) close_block();
    }

    void close_block() {
        if (length_ == 0) return;
        out_.push_back(static_cast<std::uint8_t>(length_));
        out_.insert(out_.end(), block_.begin(), block_.begin() + static_cast<std::ptrdiff_t>(length_));
        length_ = 0;
    }

    std::vector<std::uint8_t>& out_;
    std::array<std::uint8_t, 255> block_{};
    std::size_t length_ = 0;
    unsigned held_ = 0;
    int held_bits_ = 0;
};

class CodeTable {
public:
    CodeTable() : keys_(kSlots), codes_(kSlots) { clear(); }

    void clear() {
        keys_.assign(kSlots, 0);
        next_ = kFirst;
    }
    bool full() const { return next_ == kCodes; }

    /// The code of (prefix, byte), or 0 after adding it when there is room.
    unsigned find_or_add(unsigned prefix, std::uint8_t byte) {
        const std::uint32_t key = (prefix << 8 | byte) + 1;
        std::size_t slot = key * 2654435761u >> (32 - kSlotBits);
        while (keys_[slot] != 0) {
            if (keys_[slot] == key) return codes_[slot];
            slot = (slot + 1) % kSlots;
        }
        if (!full()) {
            keys_[slot] = key;
            codes_[slot] = static_cast<std::uint16_t>(next_++);
        }
        return 0;
    }
    unsigned newest() const { return next_ - 1; }

private:
    static constexpr int kSlotBits = 13;
    static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
    std::vector<std::uint32_t> keys_;
    std::vector<std::uint16_t> codes_;
    unsigned next_ = kFirst;
};

}  // namespace

void append_gif_lzw(std::span<const std::uint8_t> indices, std::vector<std::uint8_t>& out) {
    out.push_back(kByteBits);
    BlockWriter writer(out);
    CodeTable table;
    int bits = kByteBits + 1;
    writer.put(kClear, bits);
    if (!indices.empty()) {
        unsigned prefix = indices[0];
        for (const std::uint8_t byte : indices.subspan(1)) {
            const bool was_full = table.full();
            if (const unsigned code = table.find_or_add(prefix, byte)) {
                prefix = code;
                continue;
            }
            writer.put(prefix, bits);
            prefix = byte;
            if (was_full) {
                writer.put(kClear, bits);
                table.clear();
                bits = kByteBits + 1;
            } else if (table.newest() == 1u << bits && bits < kLongestBits) {
                ++bits;
            }
        }
        writer.put(prefix, bits);
        // The decoder adds an entry for the code before the end too, which may widen its codes.
        if (!table.full() && table.newest() + 1 == 1u << bits && bits < kLongestBits) ++bits;
    }
    writer.put(kEnd, bits);
    writer.finish();
}

}  // namespace headroom
