// Depth-first over an explicit stack; folders are identified by device and inode, so that a link back up ends there.
#include "core/data/image_folder/folder_scan.h"

#include "core/base/utf8.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kReportEvery = 2048;

std::string words_for(int number) { return std::generic_category().message(number); }

struct DirCloser {
    void operator()(DIR* dir) const { ::closedir(dir); }
};

struct FileEntry {
    std::string path;
    std::int64_t size = 0, seconds = 0, nanoseconds = 0;
    bool readable = false;
};

class Scanner {
public:
    Scanner(const std::string& root, const ProgressFn& progress, std::stop_token stop)
        : root_(root), progress_(progress), stop_(std::move(stop)) {}

    Result<FolderListing> run() {
        struct stat status {};
        if (::stat(root_.c_str(), &status) != 0) {
            const ErrorCode code = errno == ENOENT || errno == ENOTDIR ? ErrorCode::NotFound : ErrorCode::BadFile;
            return make_error(code, "cannot read the folder '" + printable_line(root_) + "': " + words_for(errno) + ".",
                              "Check the path (data.path).");
        }
        visited_.insert({status.st_dev, status.st_ino});
        pending_.push_back({"", 0});
        while (!pending_.empty()) {
            if (stop_.stop_requested()) return make_error(ErrorCode::Cancelled, "Stopped while listing files.");
            const Folder folder = std::move(pending_.back());
            pending_.pop_back();
            const int failed = list(folder);
            if (failed != 0 && folder.relative.empty()) {
                return make_error(ErrorCode::BadFile,
                                  "cannot read the folder '" + printable_line(root_) + "': " + words_for(failed) + ".",
                                  "Check its permissions.");
            }
            if (failed != 0) refuse(folder.relative + "/", "the folder cannot be read: " + words_for(failed));
        }
        // Stopped within the last folder, where there may be a hundred thousand files: a part of them is no listing.
        if (stop_.stop_requested()) return make_error(ErrorCode::Cancelled, "Stopped while listing files.");
        return finished();
    }

private:
    struct Folder {
        std::string relative;
        int depth;
    };

    void refuse(const std::string& relative, std::string why) {
        listing_.refused.push_back({printable_line(relative), std::move(why)});
    }

    /// 0 or an errno value.
    int list(const Folder& folder) {
        const std::string path = folder.relative.empty() ? root_ : root_ + "/" + folder.relative;
        const std::unique_ptr<DIR, DirCloser> dir(::opendir(path.c_str()));
        if (!dir) return errno;
        std::vector<std::string> names;
        errno = 0;
        while (const dirent* entry = ::readdir(dir.get())) {
            if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
            if (names.size() % kReportEvery == 0 && stop_.stop_requested()) return 0;
        }
        if (errno != 0) return errno;
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) {
            if (stop_.stop_requested()) return 0;
            add(folder.relative.empty() ? name : folder.relative + "/" + name, folder.depth);
        }
        return 0;
    }

    void add(std::string relative, int depth) {
        const std::string path = root_ + "/" + relative;
        struct stat status {};
        if (::stat(path.c_str(), &status) != 0) {
            refuse(relative, errno == ENOENT  ? "its link leads nowhere"
                             : errno == ELOOP ? "its links run in a circle"
                                              : words_for(errno));
        } else if (S_ISDIR(status.st_mode)) {
            if (depth >= kDeepest) {
                refuse(relative + "/", "the folder lies more than " + std::to_string(kDeepest) + " levels deep");
            } else if (visited_.insert({status.st_dev, status.st_ino}).second) {
                pending_.push_back({std::move(relative), depth + 1});
            } else {
                refuse(relative + "/", "the folder is a link to one that is read already");
            }
        } else if (S_ISREG(status.st_mode)) {
            const bool readable = ::access(path.c_str(), R_OK) == 0;
            files_.push_back(
                {std::move(relative), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec, readable});
            if (progress_ && files_.size() % kReportEvery == 0)
                progress_("listing files (" + std::to_string(files_.size()) + ")", -1);
        } else {
            refuse(relative, "it is not an ordinary file");
        }
    }

    FolderListing finished() {
        std::sort(files_.begin(), files_.end(), [](const FileEntry& a, const FileEntry& b) { return a.path < b.path; });
        std::sort(listing_.refused.begin(), listing_.refused.end(),
                  [](const RejectedFile& a, const RejectedFile& b) { return a.path < b.path; });
        Sha256 sha;
        const auto update = [&](const std::string& text) {
            sha.update(std::as_bytes(std::span(text.data(), text.size() + 1)));
        };
        for (const RejectedFile& file : listing_.refused) update(file.path);
        listing_.files.reserve(files_.size());
        listing_.sizes.reserve(files_.size());
        for (FileEntry& file : files_) {
            update(file.path);
            const std::int64_t numbers[4] = {file.size, file.seconds, file.nanoseconds, file.readable ? 1 : 0};
            sha.update(std::as_bytes(std::span(numbers)));
            listing_.sizes.push_back(file.size);
            listing_.files.push_back(std::move(file.path));
        }
        listing_.stamp = sha.hex();
        return std::move(listing_);
    }

    std::string root_;
    const ProgressFn& progress_;
    std::stop_token stop_;
    std::set<std::pair<dev_t, ino_t>> visited_;
    std::vector<Folder> pending_;
    std::vector<FileEntry> files_;
    FolderListing listing_;
};

}  // namespace

Result<FolderListing> scan_folder(const std::string& folder, const ProgressFn& progress, std::stop_token stop) {
    return Scanner(folder, progress, std::move(stop)).run();
}

}  // namespace headroom
