// Writing, verifying, choosing and pruning checkpoints.
#include "core/io/runs/checkpoint_store.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/disk_space.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sha256.h"
#include "core/io/runs/checkpoint_manifest.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".safetensors";

std::string step_name(std::int64_t step) {
    char name[32];
    std::snprintf(name, sizeof name, "step-%08lld", static_cast<long long>(step));
    return name;
}

/// The step in "step-00001000"; -1 for any other name.
std::int64_t step_of(const std::string& name) {
    if (name.rfind("step-", 0) != 0 || name.size() < 13) return -1;
    std::int64_t step = -1;
    const auto [end, status] = std::from_chars(name.data() + 5, name.data() + name.size(), step);
    return status == std::errc() && end == name.data() + name.size() ? step : -1;
}

/// A folder that vanishes with all it holds unless it is kept.
struct PartialFolder {
    std::string path;
    bool keep = false;
    ~PartialFolder() {
        std::error_code ignored;
        if (!keep && !path.empty()) fs::remove_all(path, ignored);
    }
};

Result<void> check_file(const std::string& dir, const CheckpointManifest::File& file) {
    const std::string path = dir + "/" + file.name;
    auto handle = FileHandle::open_for_reading(path);
    if (!handle) {
        Error error = handle.error();
        // A file of a checkpoint that is missing is damage, not a wrong name; one that cannot be opened now may be sound.
        error.code = error.code == ErrorCode::NotFound ? ErrorCode::BadFile : ErrorCode::Disk;
        return error;
    }
    const std::int64_t size = handle->size();
    if (size != static_cast<std::int64_t>(file.bytes)) {
        return make_error(ErrorCode::BadFile,
                          path + " is damaged: it has " + std::to_string(size) + " bytes instead of " +
                              std::to_string(file.bytes),
                          "Use an earlier checkpoint.");
    }
    const auto hash = sha256_of_file(path);
    if (!hash) return make_error(ErrorCode::Disk, hash.error().message, hash.error().hint, hash.error().detail);
    if (*hash != file.sha256)
        return make_error(ErrorCode::BadFile, path + " is damaged: its SHA-256 does not match the manifest",
                          "Use an earlier checkpoint.");
    return {};
}

Result<CheckpointManifest> verify(const std::string& dir) {
    auto manifest = CheckpointManifest::load(dir);
    if (!manifest) return manifest;
    for (const CheckpointManifest::File& file : manifest->files) {
        if (auto ok = check_file(dir, file); !ok) return ok.error();
    }
    return manifest;
}

Result<CheckpointManifest> write_parts(const CheckpointContent& content, const std::string& dir) {
    CheckpointManifest manifest;
    manifest.step = content.step;
    manifest.images = content.images;
    manifest.score = content.score;
    manifest.best = content.best;
    manifest.config = content.config;
    manifest.state_json = content.state_json;
    for (const CheckpointPart& part : content.parts) {
        const std::string name = part.name + kExtension;
        const auto hash =
            write_safetensors(dir + "/" + name, part.tensors,
                              {{"format", "pt"}, {"part", part.name}, {"step", std::to_string(content.step)}});
        if (!hash) return hash.error();
        std::error_code failed;
        const auto bytes = fs::file_size(dir + "/" + name, failed);
        manifest.files.push_back({name, failed ? 0 : static_cast<std::uint64_t>(bytes), *hash});
    }
    const auto text = manifest.to_text();
    if (!text) return text.error();
    if (auto ok = write_text_atomic(dir + "/manifest.json", *text); !ok) return ok.error();
    return verify(dir);  // what the disk gives back is what counts
}

/// Puts the finished folder in its place; an earlier one of the same step is swapped out and removed.
int put_in_place(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) == 0) return 0;
    if (errno != ENOTEMPTY && errno != EEXIST) return errno;
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) != 0) {
        const std::string old = folder_of(to) + "/" + make_partial_name(name_of_path(to));
        if (::rename(to.c_str(), old.c_str()) != 0) return errno;
        if (::rename(from.c_str(), to.c_str()) != 0) {
            const int failed = errno;
            ::rename(old.c_str(), to.c_str());  // under its name of now it would be swept away
            return failed;
        }
        std::error_code ignored;
        fs::remove_all(old, ignored);
        return 0;
    }
    std::error_code ignored;
    fs::remove_all(from, ignored);
    return 0;
}

std::string damaged_name(const std::string& path) {
    std::string name = path + ".damaged";
    std::error_code failed;
    for (int n = 2; fs::exists(name, failed); ++n) name = path + ".damaged-" + std::to_string(n);
    return name;
}

}  // namespace

Result<CheckpointInfo> CheckpointStore::write(const CheckpointContent& content) const {
    const std::string target = folder_ + "/" + step_name(content.step);
    std::uint64_t total = 1u << 16;
    for (const CheckpointPart& part : content.parts) {
        if (part.name.empty() ||
            part.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") != std::string::npos) {
            return make_error(ErrorCode::InvalidArgument, "a checkpoint part cannot be called '" + part.name + "'");
        }
        for (const TensorView& tensor : part.tensors) total += tensor.data.size();
    }
    if (auto room = check_free_space(folder_, target, total); !room) return room.error();

    PartialFolder partial;
    const std::string partial_path = folder_ + "/" + make_partial_name(step_name(content.step));
    if (::mkdir(partial_path.c_str(), 0777) != 0) return write_error(target, errno);
    partial.path = partial_path;
    auto manifest = write_parts(content, partial.path);
    if (!manifest) {
        Error error = manifest.error();
        // The person knows the checkpoint, not the partial folder; and what the disk gave back wrongly is the disk's fault.
        if (const auto at = error.message.find(partial.path); at != std::string::npos)
            error.message.replace(at, partial.path.size(), target);
        if (error.code == ErrorCode::BadFile) error.code = ErrorCode::Disk;
        return error;
    }
    if (const int failed = sync_folder(partial.path)) return write_error(target, failed);
    if (const int failed = put_in_place(partial.path, target)) return write_error(target, failed);
    partial.keep = true;
    if (const int failed = sync_folder(folder_)) return write_error(target, failed);
    return CheckpointInfo{target,
                          content.step,
                          content.images,
                          Bytes{static_cast<std::int64_t>(manifest->total_bytes())},
                          content.best,
                          true,
                          {},
                          content.score,
                          content.config.image_size};
}

std::vector<CheckpointInfo> CheckpointStore::list() const {
    std::vector<CheckpointInfo> found;
    std::error_code failed;
    for (fs::directory_iterator it(folder_, failed), end; !failed && it != end; it.increment(failed)) {
        const std::int64_t step = step_of(it->path().filename().string());
        if (step < 0) continue;
        CheckpointInfo info;
        info.path = it->path().string();
        info.step = step;
        if (const auto manifest = CheckpointManifest::load(info.path)) {
            info.images = manifest->images;
            info.best = manifest->best;
            info.score = manifest->score;
            info.side = manifest->config.image_size;
            info.size = Bytes{static_cast<std::int64_t>(manifest->total_bytes())};
        } else {
            info.problem = manifest.error().message;
        }
        found.push_back(std::move(info));
    }
    std::sort(found.begin(), found.end(),
              [](const CheckpointInfo& a, const CheckpointInfo& b) { return a.step < b.step; });
    // Each was the best when it was written; of several only the newest still is.
    bool newer_is_best = false;
    for (auto it = found.rbegin(); it != found.rend(); ++it) {
        if (newer_is_best) it->best = false;
        newer_is_best |= it->best;
    }
    return found;
}

Result<std::string> CheckpointStore::newest_good(std::vector<std::string>* problems, bool set_aside) const {
    bool any = false;
    std::error_code failed;
    for (fs::directory_iterator it(folder_, failed), end; !failed && it != end; it.increment(failed))
        any |= it->path().filename().string().rfind("step-", 0) == 0;  // those set aside before, too
    if (failed && failed != std::errc::no_such_file_or_directory) return read_error(folder_, failed.value());
    const std::vector<CheckpointInfo> all = list();
    for (auto it = all.rbegin(); it != all.rend(); ++it) {
        const auto verified = verify(it->path);
        if (verified) return it->path;
        const std::string aside = damaged_name(it->path);
        const bool moved =
            set_aside && verified.error().code == ErrorCode::BadFile && ::rename(it->path.c_str(), aside.c_str()) == 0;
        if (problems)
            problems->push_back(verified.error().message + (moved ? " (kept as " + name_of_path(aside) + ")" : ""));
    }
    // Whoever begins anew where there has been no checkpoint must not do so where there have been some.
    if (!any) return make_error(ErrorCode::NotFound, folder_ + " has no checkpoint", "Start the run anew.");
    return make_error(ErrorCode::BadFile, folder_ + " has no checkpoint that can be read",
                      "Bring one back from a copy, or start a new run with these settings.");
}

void CheckpointStore::prune(std::int64_t keep) const {
    std::vector<CheckpointInfo> all = list();
    // One that cannot be read now may be newer than what the run went on from: it takes nobody's place, and stays.
    std::erase_if(all, [](const CheckpointInfo& one) { return !one.problem.empty(); });
    const std::size_t kept = static_cast<std::size_t>(std::max<std::int64_t>(keep, 1));
    for (std::size_t i = 0; i + kept < all.size(); ++i) {
        if (all[i].best) continue;
        // Renamed first: a kill during the removal leaves a stray that is swept, not half a checkpoint.
        const std::string doomed = folder_ + "/" + make_partial_name(name_of_path(all[i].path));
        std::error_code ignored;
        if (::rename(all[i].path.c_str(), doomed.c_str()) == 0) fs::remove_all(doomed, ignored);
    }
}

Result<CheckpointContent> CheckpointStore::read(const std::string& dir) {
    std::error_code failed;
    if (!fs::is_directory(dir, failed)) return make_error(ErrorCode::NotFound, dir + " is not a checkpoint folder");
    auto manifest = verify(dir);
    if (!manifest) return manifest.error();
    CheckpointContent content;
    content.step = manifest->step;
    content.images = manifest->images;
    content.score = manifest->score;
    content.best = manifest->best;
    content.config = manifest->config;
    content.state_json = std::move(manifest->state_json);
    for (const CheckpointManifest::File& file : manifest->files) {
        auto tensors = read_safetensors(dir + "/" + file.name);
        if (!tensors) return tensors.error();
        const std::string name = file.name.ends_with(kExtension)
                                     ? file.name.substr(0, file.name.size() - std::string(kExtension).size())
                                     : file.name;
        content.parts.push_back({name, tensors->tensors});
        content.files.push_back(*std::move(tensors));
    }
    return content;
}

}  // namespace headroom
