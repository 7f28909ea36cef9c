// An archive of a run into a run's folder, by libarchive: every file is compared with its hash.
#include "core/io/runs/run_archive.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/config/byte_text.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/disk_space.h"
#include "core/io/files/json_read.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sha256.h"
#include "core/io/runs/run_archive_names.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 200000;

struct CloseReader {
    void operator()(archive* a) const { archive_read_free(a); }
};
using Reader = std::unique_ptr<archive, CloseReader>;

/// Whether `path` stays below the folder it is unpacked into.
bool stays_below(const std::string& path) {
    if (path.empty() || path.size() > 400 || path.front() == '/') return false;
    for (const fs::path& part : fs::path(path)) {
        if (part.empty() || part == "." || part == "..") return false;
    }
    return true;
}

/// Whether a file with that path is one of a run's.
bool is_plain(const std::string& path) {
    if (!stays_below(path)) return false;
    const std::string top = fs::path(path).begin()->string();
    if (run_archive::is_kept_folder(top)) return path.size() > top.size() + 1;
    return top == path && (path == "run.json" || path == kHistoryFile || run_archive::is_kept(path));
}

/// Whether that is a mere folder of a run's, as "samples/": who packs a run anew has entries of them.
bool is_empty_folder(archive_entry* entry, std::string path) {
    if (archive_entry_filetype(entry) != AE_IFDIR || archive_entry_size(entry) != 0) return false;
    if (path.ends_with('/')) path.pop_back();
    return stays_below(path) && run_archive::is_kept_folder(fs::path(path).begin()->string());
}

Error not_whole(const std::string& path, const std::string& what) {
    return make_error(ErrorCode::BadFile, path + " is no whole archive of a run: " + what,
                      "Copy it again from where it was made.");
}

/// The list of a zip file stands at its end: without that, only its first bytes tell that it was one.
bool begins_as_archive(const std::string& path) {
    const auto file = FileHandle::open_for_reading(path);
    std::array<char, 4> first{};
    return file && file->read_at(0, std::as_writable_bytes(std::span(first))) &&
           std::string_view(first.data(), first.size()) == "PK\3\4";
}

Result<Reader> open_reader(const std::string& path) {
    std::error_code failed;
    if (!fs::exists(path, failed)) return make_error(ErrorCode::NotFound, path + ": no such file");
    Reader zip(archive_read_new());
    archive_read_support_format_zip_seekable(zip.get());
    if (archive_read_open_filename(zip.get(), path.c_str(), run_archive::kPiece) == ARCHIVE_OK) return zip;
    if (begins_as_archive(path)) return not_whole(path, "its end is missing");
    return make_error(ErrorCode::BadFile, path + " is not an archive of a run",
                      "headroom-cli export RUN --what archive makes one.");
}

/// Unpacks into a folder with a name of its own, which goes unless it is kept.
class Unpacking {
public:
    Unpacking(std::string archive_path, std::string folder)
        : archive_(std::move(archive_path)), folder_(std::move(folder)) {}
    ~Unpacking() {
        std::error_code ignored;
        if (!folder_.empty()) fs::remove_all(folder_, ignored);
    }
    Unpacking(const Unpacking&) = delete;
    Unpacking& operator=(const Unpacking&) = delete;

    Result<void> all(const ArchiveProgress& progress, const std::stop_token& stop) {
        auto zip = open_reader(archive_);
        if (!zip) return zip.error();
        std::error_code failed;
        const auto size = static_cast<std::int64_t>(fs::file_size(archive_, failed));
        if (failed) return read_error(archive_, failed.value());
        most_ = size * 20 + (std::int64_t{64} << 20);
        const auto total = static_cast<double>(std::max<std::int64_t>(1, size));
        std::size_t entries = 0;
        for (archive_entry* entry = nullptr;;) {
            const int status = archive_read_next_header(zip->get(), &entry);
            if (status == ARCHIVE_EOF) break;
            if (status != ARCHIVE_OK) return bad(why(zip->get()));
            if (stop.stop_requested()) return run_archive::stopped();
            if (++entries > kMostFiles) return bad("it has too many files");
            if (auto ok = one(zip->get(), entry, stop); !ok) return ok;
            if (progress) progress("opening the archive", static_cast<double>(bytes_) / total);
        }
        return compare();
    }
    const std::string& folder() const { return folder_; }
    const std::string& name() const { return name_; }
    void keep() { folder_.clear(); }
    /// All that was unpacked is on the disk when this returns: whoever has opened an archive may delete it. 0 or an errno value.
    int make_last() const {
        const FileHandle folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        return folder.valid() && ::syncfs(folder.fd()) == 0 ? 0 : errno;
    }

private:
    Error bad(const std::string& what) const { return not_whole(archive_, what); }
    static std::string why(archive* zip) {
        const char* const text = archive_error_string(zip);
        return text ? text : "it cannot be read";
    }

    Result<void> one(archive* zip, archive_entry* entry, const std::stop_token& stop) {
        const char* const named = archive_entry_pathname(entry);
        const auto plain = decode_bytes(named ? named : "");
        if (!plain) return bad(plain.error().message);
        const std::string& path = *plain;
        if (path == run_archive::kList) return read_list(zip);
        if (is_empty_folder(entry, path)) return {};
        if (archive_entry_filetype(entry) != AE_IFREG || !is_plain(path))
            return bad("'" + path + "' does not belong in it");
        if (hashes_.contains(path)) return bad(path + " is there twice");
        const std::string target = folder_ + "/" + path;
        std::error_code failed;
        fs::create_directories(folder_of(target), failed);
        if (failed) return write_error(target, failed.value());
        if (archive_entry_size_is_set(entry)) {
            const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(archive_entry_size(entry), 0));
            if (auto ok = check_free_space(folder_, target, size); !ok) return ok;
        }
        FileHandle file(::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (!file.valid()) return write_error(target, errno);
        auto hash = unpack(zip, file, target, stop);
        if (!hash) return hash.error();
        hashes_[path] = *std::move(hash);
        if (const int number = file.close()) return write_error(target, number);
        return {};
    }

    Result<std::string> unpack(archive* zip, FileHandle& file, const std::string& target, const std::stop_token& stop) {
        Sha256 hash;
        std::vector<std::byte> piece(run_archive::kPiece);
        for (;;) {
            if (stop.stop_requested()) return run_archive::stopped();
            const la_ssize_t n = archive_read_data(zip, piece.data(), piece.size());
            if (n == 0) return hash.hex();
            if (n < 0) return bad(why(zip));
            const std::span<const std::byte> part(piece.data(), static_cast<std::size_t>(n));
            hash.update(part);
            if (const int number = file.write_all(part)) return write_error(target, number);
            bytes_ += n;
            // Archives of runs hold files as they are; what somebody packed anew may be smaller, but not by this much.
            if (bytes_ > most_) return bad("it unpacks to more than such a file can hold");
        }
    }

    Result<void> read_list(archive* zip) {
        std::string text;
        std::vector<char> piece(run_archive::kPiece);
        for (la_ssize_t n = 0; (n = archive_read_data(zip, piece.data(), piece.size())) > 0;) {
            text.append(piece.data(), static_cast<std::size_t>(n));
            if (text.size() > (64u << 20)) return bad(std::string(run_archive::kList) + " is too long");
        }
        auto root = parse_json_object(text, run_archive::kList);
        if (!root) return bad(root.error().message);
        if (json_text(*root, "format") != run_archive::kFormat)
            return bad(std::string(run_archive::kList) + " is of another format; a newer Headroom may have made it");
        name_ = json_text(*root, "name", "run");
        const auto files = root->find("files");
        if (files == root->end() || !files->is_array()) return bad(std::string(run_archive::kList) + " lists no files");
        for (const nlohmann::json& file : *files) {
            const auto path = decode_bytes(file.is_object() ? json_text(file, "path") : std::string());
            if (!path) return bad(path.error().message);
            if (!path->empty()) listed_[*path] = json_text(file, "sha256");
        }
        return {};
    }

    Result<void> compare() const {
        if (listed_.empty()) return bad("it has no " + std::string(run_archive::kList));
        for (const auto& [path, hash] : listed_) {
            const auto found = hashes_.find(path);
            if (found == hashes_.end()) return bad(path + " is missing");
            if (found->second != hash) return bad(path + " has another hash than it is listed with");
        }
        for (const auto& [path, hash] : hashes_) {
            if (!listed_.contains(path)) return bad(path + " is not in its list");
        }
        return {};
    }

    const std::string archive_;
    std::string folder_, name_;
    std::map<std::string, std::string> hashes_, listed_;
    std::int64_t bytes_ = 0, most_ = 0;
};

}  // namespace

Result<std::string> open_run_archive(const std::string& archive, const std::string& runs_root,
                                     const ArchiveProgress& progress, std::stop_token stop) {
    std::error_code failed;
    fs::create_directories(runs_root, failed);
    if (failed) return write_error(runs_root, failed.value());
    sweep_partial_files(runs_root);  // of processes that were killed while they unpacked
    Unpacking unpacking(archive, runs_root + "/" + make_partial_name("run"));
    if (::mkdir(unpacking.folder().c_str(), 0777) != 0) return write_error(unpacking.folder(), errno);
    if (auto ok = unpacking.all(progress, stop); !ok) return ok.error();
    {
        const auto run = RunFolder::open(unpacking.folder());
        const auto config = run ? run->load_config() : Result<TrainConfig>(run.error());
        if (!config)
            return make_error(ErrorCode::BadFile, archive + " holds no run: " + config.error().message,
                              "Choose an archive that was exported as a whole run.");
    }
    if (const int number = unpacking.make_last()) return write_error(unpacking.folder(), number);
    auto dir = RunFolder::make_numbered(runs_root, unpacking.name());
    if (!dir) return dir;
    fs::rename(unpacking.folder(), *dir, failed);  // onto the empty folder that keeps the name
    if (failed) {
        std::error_code ignored;
        fs::remove(*dir, ignored);
        return write_error(*dir, failed.value());
    }
    unpacking.keep();
    if (const int number = sync_folder(runs_root)) return write_error(*dir, number);
    return dir;
}

}  // namespace headroom
