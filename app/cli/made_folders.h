// MadeFolders: the folders above a file that is about to be written. Those that had to be made go again when nothing came of it, and what killed programs
// left half written in one that was there goes at once.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::cli {

class MadeFolders {
public:
    /// Makes what is missing above `target`. Error: Disk (part of the path is a file, or no folder can be made there).
    static Result<MadeFolders> above(const std::string& target) { return above_all({target}); }
    /// Above each of them; "" is no file.
    static Result<MadeFolders> above_all(const std::vector<std::string>& targets);
    MadeFolders(MadeFolders&& other) noexcept : made_(std::move(other.made_)) { other.made_.clear(); }
    MadeFolders& operator=(MadeFolders&&) = delete;
    ~MadeFolders();

    /// The file is written: they stay.
    void keep() { made_.clear(); }

private:
    MadeFolders() = default;
    std::vector<std::filesystem::path> made_;  ///< the uppermost first
};

}  // namespace headroom::cli
