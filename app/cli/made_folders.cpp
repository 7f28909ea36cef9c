// Makes folders and takes empty ones away.
#include "app/cli/made_folders.h"

#include <system_error>

namespace headroom::cli {

namespace fs = std::filesystem;

Result<MadeFolders> MadeFolders::above_all(const std::vector<std::string>& targets) {
    MadeFolders out;
    std::error_code ec;
    for (const std::string& target : targets) {
        std::vector<fs::path> missing;
        for (fs::path folder = target.empty() ? fs::path() : fs::absolute(target, ec).lexically_normal().parent_path();
             !folder.empty() && !fs::exists(folder, ec); folder = folder.parent_path())
            missing.push_back(folder);
        for (auto folder = missing.rbegin(); folder != missing.rend(); ++folder) {
            if (fs::create_directory(*folder, ec)) out.made_.push_back(*folder);
            if (ec) return make_error(ErrorCode::Disk, folder->string() + ": cannot be made: " + ec.message());
        }
    }
    return out;
}

MadeFolders::~MadeFolders() {
    std::error_code ec;
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, ec);  // empty ones alone
}

}  // namespace headroom::cli
