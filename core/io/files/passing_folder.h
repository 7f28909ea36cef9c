// PassingFolder: a new folder among the temporary files that goes again with all that lies in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace headroom {

class PassingFolder {
public:
    PassingFolder() {
        std::error_code failed;
        const std::filesystem::path below = std::filesystem::temp_directory_path(failed);
        if (failed) return;
        std::string name = (below / "headroom-XXXXXX").string();
        if (::mkdtemp(name.data())) path_ = name;
    }
    ~PassingFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;

    /// Empty: none could be made.
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace headroom
