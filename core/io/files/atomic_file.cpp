// Atomic writes: free space checked, a partial file beside the target, fsync checked, rename, fsync of the folder. Groups keep aside what they replace
// until all of it is safe.
#include "core/io/files/atomic_file.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/base/log.h"
#include "core/base/units.h"
#include "core/io/files/disk_space.h"
#include "core/io/files/partial_name.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// The group that the thread's files wait in; null: each goes into place by itself.
thread_local AtomicGroup* group_of_thread = nullptr;

/// Removes the partial file unless it became the target.
struct PartialFile {
    std::string path;
    FileHandle file;
    bool keep = false;
    ~PartialFile() {
        if (!keep && !path.empty()) ::unlink(path.c_str());
    }
};

void keep_permissions(int fd, const std::string& target) {
    struct stat info {};
    if (::stat(target.c_str(), &info) == 0 && fchmod(fd, info.st_mode & 07777) != 0)
        errno = 0;  // a foreign file's mode may be out of reach
}

#ifdef __linux__
/// Takes the blocks now, so that a full disk shows before the work; file systems that cannot are left alone.
int reserve_blocks(int fd, std::uint64_t size) {
    if (size == 0 || fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size)) == 0) return 0;
    return errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? errno : 0;
}
#else
int reserve_blocks(int, std::uint64_t) { return 0; }
#endif

/// Copies and syncs; nothing stays of a copy that fails. 0 or an errno value.
int copy_synced(const std::string& from, const std::string& to) {
    const FileHandle source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    if (!source.valid()) return errno;
    PartialFile copy;
    copy.file = FileHandle(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!copy.file.valid()) return errno;
    copy.path = to;
    keep_permissions(copy.file.fd(), from);
    std::vector<std::byte> piece(1u << 20);
    for (;;) {
        const ssize_t got = ::read(source.fd(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) break;
        if (const int failed = copy.file.write_all(std::span(piece.data(), static_cast<std::size_t>(got))))
            return failed;
    }
    if (::fsync(copy.file.fd()) != 0) return errno;
    if (const int failed = copy.file.close()) return failed;
    copy.keep = true;
    return 0;
}

/// Files of a group as they go into place. Unless keep() is reached, what was there before comes back.
class Placement {
public:
    Placement() = default;
    Placement(const Placement&) = delete;
    Placement& operator=(const Placement&) = delete;
    ~Placement() {
        for (auto it = files_.rbegin(); it != files_.rend(); ++it) take_back(*it);
        for (const std::string& folder : folders()) (void)sync_folder(folder);
    }

    Result<void> put(const std::deque<AtomicGroup::Waiting>& files) {
        // What takes long comes first: between the renames a crash would find some of the group new and some earlier.
        for (const AtomicGroup::Waiting& file : files) {
            const auto aside = keep_aside(file);
            if (!aside) return aside.error();
            files_.push_back({file.target, *aside});
        }
        for (std::size_t i = 0; i < files.size(); ++i) {
            if (::rename(files[i].partial.c_str(), files[i].target.c_str()) != 0)
                return write_error(files[i].path, errno);
            files_[i].placed = true;
        }
        return {};
    }

    /// They are all there: makes that last, and only then lets go of what was there before.
    Result<void> keep() {
        for (const std::string& folder : folders()) {
            if (const int failed = sync_folder(folder)) return write_error(folder, failed);
        }
        for (const Placed& one : files_) {
            if (!one.aside.empty()) ::unlink(one.aside.c_str());
        }
        files_.clear();
        return {};
    }

private:
    struct Placed {
        std::string target, aside;  ///< `aside` is empty where nothing was there
        bool placed = false;        ///< the new file is at the target
    };

    /// Where what lies at the target can be had again, under the name of a partial file, so that what a crash leaves is swept; "": nothing lies there.
    static Result<std::string> keep_aside(const AtomicGroup::Waiting& file) {
        std::string aside = folder_of(file.target) + "/" + make_partial_name(name_of_path(file.target));
        // A second name of the same file: the first one stays, so that a crash finds either the earlier file or the new one there.
        if (::link(file.target.c_str(), aside.c_str()) == 0) return aside;
        if (errno == ENOENT) return std::string();
        std::error_code failed;
        if (!fs::is_regular_file(fs::symlink_status(file.target, failed))) return std::string();  // the rename says why
        // A file system without second names, as of many USB sticks: a copy, so that something is there at any moment.
        if (const int why = copy_synced(file.target, aside)) return write_error(file.path, why);
        return aside;
    }

    static void take_back(const Placed& one) {
        if (!one.placed)
            ::unlink(one.aside.c_str());  // the earlier file is where it was
        else if (one.aside.empty())
            ::unlink(one.target.c_str());
        else if (::rename(one.aside.c_str(), one.target.c_str()) == 0)
            ::unlink(one.aside.c_str());  // of two names of one file a rename leaves both
        else
            log_message(LogSeverity::Error,
                        one.target + ": the earlier file could not be put back; it is " + safe_from_sweeps(one.aside));
    }

    /// Where the file is from now on: by its name it is no partial file any more. As it was where it cannot be called otherwise.
    static std::string safe_from_sweeps(const std::string& aside) {
        const std::string plain = folder_of(aside) + "/" + name_of_path(aside).substr(1);
        return ::rename(aside.c_str(), plain.c_str()) == 0 ? plain : aside;
    }

    std::set<std::string> folders() const {
        std::set<std::string> out;
        for (const Placed& one : files_) out.insert(folder_of(one.target));
        return out;
    }

    std::vector<Placed> files_;  ///< of the group, in its order
};

std::vector<fs::path> found_in(const std::string& folder, bool (*wanted)(const fs::path&)) {
    std::vector<fs::path> out;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        if (wanted(it->path())) out.push_back(it->path());
    }
    return out;
}

}  // namespace

Result<std::string> resolve_target(const std::string& path) {
    if (path.empty() || path.back() == '/' || path.find('\0') != std::string::npos) {
        return make_error(ErrorCode::Disk,
                          "cannot write '" + path.substr(0, path.find('\0')) + "': it is not a proper file name");
    }
    std::error_code failed;
    const fs::file_status own = fs::symlink_status(path, failed);
    std::string target = path;
    if (fs::is_symlink(own)) {
        const fs::path real = fs::weakly_canonical(path, failed);
        if (failed) return write_error(path, failed.value());
        target = real.string();
    }
    const fs::file_status status = fs::status(target, failed);
    if (fs::is_directory(status)) return write_error(path, EISDIR);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return make_error(ErrorCode::Disk, "cannot write " + path + ": it is not an ordinary file",
                          "Choose another name.");
    }
    return target;
}

Result<void> write_stream_atomic(const std::string& path, std::uint64_t expected_size,
                                 const std::function<Result<void>(const WriteFn&)>& producer) {
    auto target = resolve_target(path);
    if (!target) return target.error();
    const std::string folder = folder_of(*target);
    if (auto room = check_free_space(folder, path, expected_size); !room) return room;

    PartialFile partial;
    std::string partial_path = folder + "/" + make_partial_name(name_of_path(*target));
    partial.file = FileHandle(::open(partial_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!partial.file.valid()) return write_error(path, errno);
    partial.path = std::move(partial_path);
    keep_permissions(partial.file.fd(), *target);
    if (const int failed = reserve_blocks(partial.file.fd(), expected_size)) return write_error(path, failed);

    const WriteFn write = [&](std::span<const std::byte> bytes) -> Result<void> {
        if (const int failed = partial.file.write_all(bytes)) return write_error(path, failed);
        return {};
    };
    if (auto produced = producer(write); !produced) return produced;
    // Blocks reserved past the end are given back when the size is set.
    const std::int64_t written = partial.file.size();
    if (written >= 0 && static_cast<std::uint64_t>(written) < expected_size &&
        ftruncate(partial.file.fd(), written) != 0)
        return write_error(path, errno);
    // A failed fsync is final: after it the kernel may call lost pages clean, so it is never tried again on this file.
    if (fsync(partial.file.fd()) != 0) return write_error(path, errno);
    if (const int failed = partial.file.close()) return write_error(path, failed);
    if (group_of_thread) {
        group_of_thread->add({path, partial.path, *target});
        partial.keep = true;
        return {};
    }
    if (::rename(partial.path.c_str(), target->c_str()) != 0) return write_error(path, errno);
    partial.keep = true;
    if (const int failed = sync_folder(folder)) return write_error(path, failed);
    return {};
}

AtomicGroup::AtomicGroup() : before_(std::exchange(group_of_thread, this)) {}

AtomicGroup::~AtomicGroup() {
    if (group_of_thread == this) group_of_thread = before_;
    for (const Waiting& file : waiting_) ::unlink(file.partial.c_str());
}

Result<void> AtomicGroup::commit() {
    group_of_thread = before_;  // what is written from here on goes into place by itself
    Placement placement;
    if (auto put = placement.put(waiting_); !put) return put;
    return placement.keep();
}

Result<void> write_file_atomic(const std::string& path, std::span<const std::byte> bytes) {
    return write_stream_atomic(path, bytes.size(), [&](const WriteFn& write) { return write(bytes); });
}

Result<void> write_text_atomic(const std::string& path, std::string_view text) {
    return write_file_atomic(path, std::as_bytes(std::span(text.data(), text.size())));
}

Result<std::string> read_text(const std::string& path, std::uint64_t limit) {
    const auto file = FileHandle::open_for_reading(path);
    return file ? read_text(*file, path, limit) : file.error();
}

Result<std::string> read_text(const FileHandle& file, const std::string& path, std::uint64_t limit) {
    const std::int64_t size = file.size();
    if (size < 0) return read_error(path, EIO);
    if (static_cast<std::uint64_t>(size) > limit) {
        return make_error(ErrorCode::BadFile, path + " is too large: " + to_text(Bytes{size}) + ", at most " +
                                                  to_text(Bytes{static_cast<std::int64_t>(limit)}) + " expected");
    }
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!file.read_at(0, std::as_writable_bytes(std::span(text.data(), text.size())))) return read_error(path, EIO);
    return text;
}

void sweep_partial_files(const std::string& folder) {
    std::error_code failed;
    for (const fs::path& stray : found_in(folder, is_stray_partial)) fs::remove_all(stray, failed);
}

void sweep_files_left_here(const std::string& folder) {
    std::error_code failed;
    for (const fs::path& left : found_in(folder, is_left_here)) fs::remove(left, failed);
}

}  // namespace headroom
