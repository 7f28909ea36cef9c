// Looks for sets, and reads and writes their notes.
#include "core/engine/setup/libtorch_set.h"

#include "core/base/nvidia_driver.h"
#include "core/base/program_path.h"
#include "core/base/user_folders.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr int kOldestDriver = 580;  ///< that runs CUDA 13

}  // namespace

LibtorchPlaces libtorch_places() {
    const fs::path program = program_path();
    return {default_libtorch_folder(), "/var/lib/headroom/libtorch",
            (program.parent_path() / "../lib/headroom/libtorch").lexically_normal().string()};
}

std::optional<LibtorchSet> read_libtorch_set(const std::string& folder) {
    const std::string note = (fs::path(folder) / kLibtorchNote).string();
    const auto text = read_text(note, 1u << 16);
    const auto root = text ? parse_json_object(*text, note) : Result<nlohmann::json>(text.error());
    if (!root || json_text(*root, "libtorch").empty()) return {};
    std::error_code failed;
    for (const char* library : kLibtorchLibraries) {
        if (!fs::is_regular_file(fs::path(folder) / "torch" / "lib" / library, failed)) return {};
    }
    return LibtorchSet{folder, json_text(*root, "libtorch"), json_flag(*root, "gpu")};
}

Result<void> write_libtorch_note(const LibtorchSet& set) {
    const nlohmann::json note{{"libtorch", set.version}, {"gpu", set.gpu}};
    return write_text_atomic((fs::path(set.folder) / kLibtorchNote).string(), json_dump(note) + "\n");
}

std::vector<LibtorchSet> find_libtorch_sets(const LibtorchPlaces& places, const std::string& version) {
    std::vector<LibtorchSet> sets;
    for (const std::string& place : {places.user, places.system, places.bundled}) {
        if (place.empty()) continue;
        const auto set = read_libtorch_set((fs::path(place) / version).string());
        if (set && set->version == version) sets.push_back(*set);
    }
    return sets;
}

std::optional<LibtorchSet> choose_libtorch(const std::vector<LibtorchSet>& sets, bool driver) {
    if (sets.empty()) return {};
    const auto with_gpu = std::find_if(sets.begin(), sets.end(), [](const LibtorchSet& s) { return s.gpu; });
    return driver && with_gpu != sets.end() ? *with_gpu : sets.front();
}

std::string driver_words(const std::string& version_file) {
    const auto text = read_text(version_file, 1u << 16);
    if (!text) {
        return nvidia_driver_files() ? ""
                                     : "No NVIDIA driver is loaded on this machine: install version " +
                                           std::to_string(kOldestDriver) + " or newer before a GPU can be used.";
    }
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul …": the first word of digits and a point.
    for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find_first_of(" \t\n", at), text->size());
        const std::string word = text->substr(at, end - at);
        at = end + 1;
        if (word.size() < 5 || std::isdigit(static_cast<unsigned char>(word[0])) == 0 || word.find('.') != 3) continue;
        if (std::atoi(word.c_str()) >= kOldestDriver) return {};
        return "The NVIDIA driver is version " + word + "; CUDA 13 needs " + std::to_string(kOldestDriver) +
               " or newer, so runs stay on the CPU until it is updated.";
    }
    return {};
}

}  // namespace headroom
