// ByteCursor: little-endian reads from a span that can never run past its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace headroom {

/// After a read past the end, ok() is false for good and all reads give zero or nothing.
class ByteCursor {
public:
    explicit ByteCursor(std::span<const std::byte> bytes, std::size_t at = 0)
        : bytes_(bytes), at_(at), ok_(at <= bytes.size()) {}

    bool ok() const { return ok_; }
    std::size_t position() const { return at_; }
    std::size_t left() const { return ok_ ? bytes_.size() - at_ : 0; }

    template <class T> T number() {
        T value{};
        if (!need(sizeof(T))) return value;
        std::memcpy(&value, bytes_.data() + at_, sizeof value);
        at_ += sizeof(T);
        return value;
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::uint16_t u16() { return number<std::uint16_t>(); }
    std::uint32_t u32() { return number<std::uint32_t>(); }
    std::uint64_t u64() { return number<std::uint64_t>(); }

    std::string_view text(std::uint64_t length) {
        if (!need(length)) return {};
        const std::string_view view(reinterpret_cast<const char*>(bytes_.data()) + at_,
                                    static_cast<std::size_t>(length));
        at_ += static_cast<std::size_t>(length);
        return view;
    }
    /// Up to and without the next line end, which is skipped.
    std::string_view line() {
        const std::string_view rest(reinterpret_cast<const char*>(bytes_.data()) + at_, left());
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) {
            ok_ = false;
            return {};
        }
        at_ += end + 1;
        return rest.substr(0, end);
    }

private:
    bool need(std::uint64_t count) {
        if (!ok_ || count > bytes_.size() - at_) ok_ = false;
        return ok_;
    }

    std::span<const std::byte> bytes_;
    std::size_t at_;
    bool ok_;
};

}  // namespace headroom
