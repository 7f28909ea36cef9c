// WheelList: the wheels that LibTorch comes in, as packaging/setup/requirements-*.txt pin them by name, version and SHA-256.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One file that is fetched, or carried in an offline bundle.
struct Wheel {
    std::string name, version;
    std::string sha256;  ///< lower-case hex

    std::string words() const { return name + " " + version; }
};

/// Reads lines of "name==version --hash=sha256:HEX"; empty ones and comments are skipped. Error BadFile naming `file` and the line.
Result<std::vector<Wheel>> parse_wheel_list(std::string_view text, const std::string& file);

/// What this program was built against. `gpu`: with the libraries that only machines with an NVIDIA GPU need.
std::vector<Wheel> pinned_wheels(bool gpu);

/// The LibTorch among them: "2.11.0".
std::string pinned_libtorch();

/// About what is fetched, and what lies on the disk at most while it is unpacked.
struct WheelSizes {
    std::uint64_t download = 0, disk = 0;
};
constexpr WheelSizes wheel_sizes(bool gpu) {
    return gpu ? WheelSizes{2'512'000'000, 8'000'000'000} : WheelSizes{544'000'000, 1'200'000'000};
}

}  // namespace headroom
