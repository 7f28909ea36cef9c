// Proto: the wire format of protocol buffers, as much as writing needs: numbered fields of numbers, bytes and messages.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

class Proto {
public:
    void number(int field, std::int64_t value) {
        key(field, 0);
        varint(static_cast<std::uint64_t>(value));
    }
    void real(int field, float value) {
        key(field, 5);
        fixed(std::bit_cast<std::uint32_t>(value));
    }
    void real64(int field, double value) {
        key(field, 1);
        fixed(std::bit_cast<std::uint64_t>(value));
    }
    /// Text, bytes, or a message that is whole.
    void text(int field, std::string_view value) {
        begin(field, value.size());
        bytes_ += value;
    }
    void message(int field, const Proto& value) { text(field, value.bytes_); }
    /// What stands before `size` bytes that the caller writes itself.
    void begin(int field, std::uint64_t size) {
        key(field, 2);
        varint(size);
    }
    const std::string& bytes() const { return bytes_; }

private:
    void key(int field, int wire) { varint(static_cast<std::uint64_t>(field) << 3 | static_cast<std::uint64_t>(wire)); }
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>((value & 0x7F) | 0x80);
        bytes_ += static_cast<char>(value);
    }
    template <class Bits> void fixed(Bits bits) {
        for (std::size_t i = 0; i < sizeof bits; ++i) bytes_ += static_cast<char>(bits >> (8 * i) & 0xFF);
    }

    std::string bytes_;
};

}  // namespace headroom
