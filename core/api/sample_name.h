// The names of a run's sample pictures: "samples/step-00004200.png".
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom {

/// The step that the picture at `path` shows; nothing: it has another name.
inline std::optional<std::int64_t> step_of_sample(std::string_view path) {
    constexpr std::string_view kStart = "step-";
    std::string_view name = path.substr(path.find_last_of('/') + 1);
    name = name.substr(0, name.find_last_of('.'));
    if (!name.starts_with(kStart)) return std::nullopt;
    std::int64_t step = 0;
    const auto [end, wrong] = std::from_chars(name.data() + kStart.size(), name.data() + name.size(), step);
    return wrong == std::errc() && end == name.data() + name.size() ? std::optional(step) : std::nullopt;
}

}  // namespace headroom
