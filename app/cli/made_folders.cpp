// Makes folders and takes empty ones away.
#include "app/cli/made_folders.h"

#include "core/base/file_errors.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/disk_space.h"

#include <cerrno>
#include <system_error>

namespace headroom::cli {

namespace fs = std::filesystem;

Result<MadeFolders> MadeFolders::above_all(const std::vector<std::string>& targets) {
    MadeFolders out;
    std::error_code ec;
    for (const std::string& target : targets) {
        if (target.empty()) continue;
        const PathOnDisk above = path_on_disk(fs::absolute(target, ec).lexically_normal().parent_path());
        if (!fs::is_directory(above.there, ec)) return write_error(target, ENOTDIR);  // before anything is made
        if (above.missing.empty()) sweep_files_left_here(above.there.string());
        for (const fs::path& folder : above.missing) {
            if (fs::create_directory(folder, ec)) out.made_.push_back(folder);
            if (ec)
                return make_error(ErrorCode::Disk, folder.string() + ": cannot be made: " + ec.message(),
                                  "Choose another folder.");
        }
    }
    return out;
}

MadeFolders::~MadeFolders() {
    std::error_code ec;
    for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, ec);  // empty ones alone
}

}  // namespace headroom::cli
