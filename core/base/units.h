// Units: bytes with literals and their text forms. GiB and MiB are powers of 1024 everywhere in Headroom.
#pragma once

#include "core/base/result.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

/// A signed amount of memory or disk in bytes (signed, so that differences are ordinary values).
struct Bytes {
    std::int64_t count = 0;

    constexpr auto operator<=>(const Bytes&) const = default;
    constexpr Bytes operator+(Bytes o) const { return {count + o.count}; }
    constexpr Bytes operator-(Bytes o) const { return {count - o.count}; }
    constexpr Bytes operator-() const { return {-count}; }
    constexpr Bytes& operator+=(Bytes o) {
        count += o.count;
        return *this;
    }
    constexpr Bytes& operator-=(Bytes o) {
        count -= o.count;
        return *this;
    }
    constexpr double mib() const { return static_cast<double>(count) / (1024.0 * 1024.0); }
    constexpr double gib() const { return static_cast<double>(count) / (1024.0 * 1024.0 * 1024.0); }
};

namespace literals {
constexpr Bytes operator""_B(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
constexpr Bytes operator""_KiB(unsigned long long n) { return {static_cast<std::int64_t>(n) << 10}; }
constexpr Bytes operator""_MiB(unsigned long long n) { return {static_cast<std::int64_t>(n) << 20}; }
constexpr Bytes operator""_GiB(unsigned long long n) { return {static_cast<std::int64_t>(n) << 30}; }
}  // namespace literals

/// "1.83 GiB", "412 MiB", "3.0 KiB", "17 B": for logs and the command line (C locale). The window formats through QLocale.
std::string to_text(Bytes bytes);

/// A score or a loss with the four digits that one can compare: "0.02634", "1.5e-05" (C locale).
std::string figure_text(double figure);
/// What stands behind a figure whose standard error is known: " ± 0.0008", " ± 120"; empty: it is not.
std::string plus_minus_text(double error);

/// Reads "6GiB", "512 MiB", "8GB" (decimal), "1.5G" (= GiB), "1048576" (bytes). Error: InvalidArgument.
Result<Bytes> parse_bytes(std::string_view text);

}  // namespace headroom
