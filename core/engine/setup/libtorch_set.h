// LibtorchSet: an unpacked LibTorch that programs of any Headroom of its version share; where such sets lie, and which one is used.
#pragma once

#include "core/base/result.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// One set: FOLDER/torch/lib and FOLDER/nvidia, as the wheels have them, and a note of what it is.
struct LibtorchSet {
    std::string folder;
    std::string version;  ///< "2.11.0"
    bool gpu = false;     ///< with the libraries for NVIDIA GPUs
};

/// The folders that hold sets, each in a folder with its version's name.
struct LibtorchPlaces {
    std::string user;     ///< ~/.local/share/headroom/libtorch; empty: the environment names no home
    std::string system;   ///< /var/lib/headroom/libtorch, for all users
    std::string bundled;  ///< lib/headroom/libtorch beside the program's folder
};
LibtorchPlaces libtorch_places();

/// The note's name within a set's folder. It is written last, so a folder without it is no set.
inline constexpr const char* kLibtorchNote = "headroom-libtorch.json";

/// The libraries that every set has, in the order in which they are loaded.
inline constexpr std::array<const char*, 2> kLibtorchLibraries{"libc10.so", "libtorch_cpu.so"};

/// The set in `folder`; nothing if it is none, or not whole.
std::optional<LibtorchSet> read_libtorch_set(const std::string& folder);
/// Error: Disk.
Result<void> write_libtorch_note(const LibtorchSet& set);

/// All sets of `version`, in the order user, system, bundled.
std::vector<LibtorchSet> find_libtorch_sets(const LibtorchPlaces& places, const std::string& version);

/// Which one a program takes: where there is an NVIDIA driver the first for GPUs, else the first.
std::optional<LibtorchSet> choose_libtorch(const std::vector<LibtorchSet>& sets, bool driver);

/// What stands between this machine's driver and CUDA 13, as a sentence; empty: nothing, or it cannot be told.
std::string driver_words(const std::string& version_file = "/proc/driver/nvidia/version");

}  // namespace headroom
