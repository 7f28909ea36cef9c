// Whether this machine has an NVIDIA driver, asked of its files alone.
#pragma once

#include <filesystem>

namespace headroom {

/// The NVIDIA driver's files are there: /dev/nvidiactl, or /dev/dxg of Windows' Linux subsystem.
inline bool nvidia_driver_files() {
    std::error_code failed;
    return std::filesystem::exists("/dev/nvidiactl", failed) || std::filesystem::exists("/dev/dxg", failed);
}

}  // namespace headroom
