// Where the running program lies, and the modules that it loads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The path of the running program, without links, so that what belongs to an installation is found beside it; empty without /proc.
inline std::filesystem::path program_path() {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed);
}

/// Where modules of a program in `folder` lie: there, and in lib/ and lib/headroom/ next to it.
inline std::vector<std::string> module_folders(const std::filesystem::path& folder) {
    std::vector<std::string> folders;
    for (const char* part : {"", "../lib", "../lib/headroom"})
        folders.push_back((folder / part).lexically_normal().string());
    return folders;
}

/// Those of the running program.
inline std::vector<std::string> program_modules() { return module_folders(program_path().parent_path()); }

/// The path of `file` in the first of `folders` that has it; empty: none.
inline std::string find_module(const std::vector<std::string>& folders, std::string_view file) {
    for (const std::string& folder : folders) {
        std::error_code failed;
        const std::filesystem::path here = std::filesystem::path(folder) / file;
        if (std::filesystem::exists(here, failed)) return here.string();
    }
    return {};
}

}  // namespace headroom
