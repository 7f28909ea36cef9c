// The lists, embedded.
#include "core/engine/setup/wheel_list.h"

#include "core/base/embed.h"

#include <algorithm>
#include <iterator>

HEADROOM_EMBED(headroom_wheels_cpu, HEADROOM_WHEEL_LISTS "/requirements-cpu.txt")
HEADROOM_EMBED(headroom_wheels_gpu, HEADROOM_WHEEL_LISTS "/requirements-gpu.txt")

namespace headroom {
namespace {

constexpr std::string_view kHash = "--hash=sha256:";

std::string_view between(const unsigned char* begin, const unsigned char* end) {
    return {reinterpret_cast<const char*>(begin), static_cast<std::size_t>(end - begin)};
}

bool is_hash(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_name(std::string_view text) {
    return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string_view::npos;
}

/// Parsed once: the lists are part of the program, and a test reads them.
std::vector<Wheel> embedded(const unsigned char* begin, const unsigned char* end) {
    auto list = parse_wheel_list(between(begin, end), "the program's list");
    return list ? *std::move(list) : std::vector<Wheel>{};
}

}  // namespace

Result<std::vector<Wheel>> parse_wheel_list(std::string_view text, const std::string& file) {
    std::vector<Wheel> wheels;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#') continue;
        const std::size_t equals = line.find("=="), space = line.find(' '), hash = line.find(kHash);
        const bool whole =
            equals != std::string_view::npos && hash != std::string_view::npos && equals < space && space < hash;
        Wheel wheel;
        if (whole) {
            wheel = {std::string(line.substr(0, equals)), std::string(line.substr(equals + 2, space - equals - 2)),
                     std::string(line.substr(hash + kHash.size()))};
        }
        if (!is_name(wheel.name) || !is_name(wheel.version) || !is_hash(wheel.sha256))
            return make_error(ErrorCode::BadFile,
                              file + ", line " + std::to_string(number) + ": it names no wheel with its hash",
                              "Lines are NAME==VERSION --hash=sha256:HEX.");
        wheels.push_back(std::move(wheel));
    }
    return wheels;
}

std::vector<Wheel> pinned_wheels(bool gpu) {
    std::vector<Wheel> wheels = embedded(headroom_wheels_cpu_begin, headroom_wheels_cpu_end);
    if (!gpu) return wheels;
    const auto more = embedded(headroom_wheels_gpu_begin, headroom_wheels_gpu_end);
    wheels.insert(wheels.end(), more.begin(), more.end());
    return wheels;
}

std::string pinned_libtorch() {
    const auto wheels = pinned_wheels(false);
    const auto torch = std::find_if(wheels.begin(), wheels.end(), [](const Wheel& w) { return w.name == "torch"; });
    return torch == wheels.end() ? "" : torch->version;
}

}  // namespace headroom
