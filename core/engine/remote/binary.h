// BinaryWriter and BinaryReader: a described struct as bytes: little-endian numbers, texts and lists behind their length.
#pragma once

#include "core/api/memory_report.h"
#include "core/engine/remote/fields/fields.h"
#include "core/io/files/byte_cursor.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace headroom::remote {

class BinaryWriter {
public:
    explicit BinaryWriter(std::string& to) : to_(to) {}

    template <class T> void operator()(const char*, const T& value) { put(value); }
    template <class F> void group(const char*, const F& members) { members(*this); }

    template <class T> void put(const T& value) {
        if constexpr (std::is_enum_v<T>)
            raw(static_cast<std::uint8_t>(value));
        else if constexpr (std::is_arithmetic_v<T>)
            raw(value);
        else if constexpr (std::is_same_v<T, Bytes>)
            raw(value.count);
        else if constexpr (std::is_same_v<T, RoleBytes> || std::is_same_v<T, PhaseBytes>)
            for (const Bytes b : value.bytes) raw(b.count);
        else if constexpr (std::is_same_v<T, std::string>) {
            raw(static_cast<std::uint32_t>(value.size()));
            to_ += value;
        } else if constexpr (Described<T>)
            Fields<T>::each(value, *this);
        else {
            raw(static_cast<std::uint32_t>(value.size()));
            for (const auto& v : value) put(v);
        }
    }

private:
    template <class T> void raw(T value) { to_.append(reinterpret_cast<const char*>(&value), sizeof value); }

    std::string& to_;
};

/// Never reads past the end: after a mistake ok() is false and the rest stays as it was.
class BinaryReader {
public:
    explicit BinaryReader(std::string_view bytes) : in_(std::as_bytes(std::span(bytes))) {}

    template <class T> void operator()(const char*, T& value) { take(value); }
    template <class F> void group(const char*, const F& members) { members(*this); }

    bool ok() const { return ok_ && in_.ok(); }

    template <class T> void take(T& value) {
        if (!ok()) return;
        if constexpr (std::is_enum_v<T>) {
            const std::uint8_t number = in_.u8();
            ok_ = number < EnumNames<T>::names.size();
            if (ok()) value = static_cast<T>(number);
        } else if constexpr (std::is_arithmetic_v<T>)
            value = in_.number<T>();
        else if constexpr (std::is_same_v<T, Bytes>)
            value.count = in_.number<std::int64_t>();
        else if constexpr (std::is_same_v<T, RoleBytes> || std::is_same_v<T, PhaseBytes>)
            for (Bytes& b : value.bytes) b.count = in_.number<std::int64_t>();
        else if constexpr (std::is_same_v<T, std::string>)
            value = std::string(in_.text(in_.u32()));
        else if constexpr (Described<T>)
            Fields<T>::each(value, *this);
        else {
            const std::uint32_t count = in_.u32();
            value.clear();
            // Each entry takes bytes, so a length that lies ends at the last byte.
            for (std::uint32_t i = 0; i < count && ok(); ++i) take(value.emplace_back());
        }
    }

private:
    ByteCursor in_;
    bool ok_ = true;
};

}  // namespace headroom::remote
