// Keys and numbers as short as people write them.
#include "core/families/sweep_words.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace headroom {
namespace {

/// The key, shorter where everybody knows what is meant.
std::string short_key(std::string_view key) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> shorter{
        {{"batch.micro", "batch"}, {"batch.accumulate", "accumulate"}, {"image.size", "size"}}};
    for (const auto& [whole, part] : shorter) {
        if (key == whole) return std::string(part);
    }
    return std::string(key);
}

/// "1e-04" as people write it: "1e-4".
std::string short_number(std::string text) {
    for (const std::string_view exponent : {"e-0", "e+0"}) {
        if (const auto at = text.find(exponent); at != std::string::npos) text.erase(at + 2, 1);
    }
    return text;
}

}  // namespace

std::string sweep_words(const ParamRow& row, const ParamValue& value) {
    std::string text = to_text(value);
    if (std::holds_alternative<double>(value)) text = short_number(std::move(text));
    if (row.type == ParamType::Path && !text.empty()) text = std::filesystem::path(text).filename().string();
    return short_key(row.key) + " " + text;
}

}  // namespace headroom
