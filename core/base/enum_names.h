// One table of names per enum, shared by JSON, the command line, the log and combo boxes.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace headroom {

/// Specialise per enum: `static constexpr std::array<std::string_view, N> names`, in the order of the enumerators from 0.
template <class E> struct EnumNames;

/// The stable name of `value`.
template <class E> constexpr std::string_view name_of(E value) {
    return EnumNames<E>::names.at(static_cast<std::size_t>(value));
}

/// The enumerator called `name`, or nothing.
template <class E> constexpr std::optional<E> enum_from_name(std::string_view name) {
    const auto& names = EnumNames<E>::names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name) return static_cast<E>(i);
    }
    return std::nullopt;
}

}  // namespace headroom
