// Text forms of byte amounts.
#include "core/base/units.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace headroom {

std::string figure_text(double figure) {
    std::array<char, 32> out{};
    std::snprintf(out.data(), out.size(), "%.4g", figure);
    return out.data();
}

std::string plus_minus_text(double error) {
    if (!std::isfinite(error)) return {};
    std::array<char, 48> out{};
    std::snprintf(out.data(), out.size(), error < 99.5 ? " ± %.2g" : " ± %.4g", error);
    return out.data();
}

std::string to_text(Bytes bytes) {
    std::array<char, 48> out{};
    const double n = static_cast<double>(bytes.count);
    const double size = std::abs(n);
    if (size >= 1024.0 * 1024.0 * 1024.0) {
        std::snprintf(out.data(), out.size(), "%.2f GiB", n / (1024.0 * 1024.0 * 1024.0));
    } else if (size >= 1024.0 * 1024.0) {
        std::snprintf(out.data(), out.size(), "%.0f MiB", n / (1024.0 * 1024.0));
    } else if (size >= 1024.0) {
        std::snprintf(out.data(), out.size(), "%.1f KiB", n / 1024.0);
    } else {
        std::snprintf(out.data(), out.size(), "%lld B", static_cast<long long>(bytes.count));
    }
    return out.data();
}

Result<Bytes> parse_bytes(std::string_view text) {
    const auto bad = [&] {
        return make_error(ErrorCode::InvalidArgument, "'" + std::string(text) + "' is not a size",
                          "Write a number with a unit, for example 6GiB, 512MiB or 8GB.");
    };
    std::string_view rest = text;
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.front()))) rest.remove_prefix(1);
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.back()))) rest.remove_suffix(1);
    double value = 0.0;
    const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (status != std::errc() || !std::isfinite(value) || value < 0.0) return bad();
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.front()))) rest.remove_prefix(1);

    std::string unit;
    for (char c : rest) unit.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    struct Unit {
        std::string_view name;
        double factor;
    };
    constexpr std::array<Unit, 14> units{{{"", 1},
                                          {"b", 1},
                                          {"k", 1024.0},
                                          {"kib", 1024.0},
                                          {"kb", 1e3},
                                          {"m", 1048576.0},
                                          {"mib", 1048576.0},
                                          {"mb", 1e6},
                                          {"g", 1073741824.0},
                                          {"gib", 1073741824.0},
                                          {"gb", 1e9},
                                          {"t", 1099511627776.0},
                                          {"tib", 1099511627776.0},
                                          {"tb", 1e12}}};
    for (const Unit& known : units) {
        if (unit != known.name) continue;
        const double bytes = value * known.factor;
        if (bytes >= 9.2e18) return bad();
        return Bytes{static_cast<std::int64_t>(std::llround(bytes))};
    }
    return bad();
}

}  // namespace headroom
