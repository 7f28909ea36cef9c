// A run's folder into one archive, by libarchive.
#include "core/io/runs/run_archive.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/config/byte_text.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sha256.h"
#include "core/io/files/sqlite_database.h"
#include "core/io/runs/checkpoint_manifest.h"
#include "core/io/runs/run_archive_names.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_history.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

struct CloseWriter {
    void operator()(archive* a) const { archive_write_free(a); }
};
struct FreeEntry {
    void operator()(archive_entry* e) const { archive_entry_free(e); }
};

/// One file of the archive: from a file that is open already, so that deleting it does no harm, from text, or from a file of which there may be
/// more than a process can have open: `later` is its path until its turn comes.
struct Member {
    std::string path;
    std::shared_ptr<FileHandle> file;
    std::string text{};
    std::string later{};
    /// Of a file: as many as it had when it was opened, for the log of a run that goes on grows meanwhile.
    std::int64_t bytes = 0;
    std::int64_t size() const { return file || !later.empty() ? bytes : static_cast<std::int64_t>(text.size()); }
};
/// Files of which all are in the archive or none: one, or those of a checkpoint.
using MemberGroup = std::vector<Member>;

/// Opens those whose turn has come. False: they are gone meanwhile. Error: they are there and cannot be read.
Result<bool> open_group(MemberGroup& group) {
    for (Member& member : group) {
        if (member.later.empty()) continue;
        auto file = FileHandle::open_for_reading(member.later);
        if (!file && file.error().code == ErrorCode::NotFound) return false;
        if (!file) return file.error();
        member.bytes = file->size();
        member.file = std::make_shared<FileHandle>(*std::move(file));
    }
    return true;
}

/// Packs and counts what is written.
class Packer {
public:
    Packer(const WriteFn& write, ArchiveProgress progress, std::int64_t total, std::stop_token stop)
        : zip_(archive_write_new()),
          write_(write),
          progress_(std::move(progress)),
          total_(std::max<std::int64_t>(total, 1)),
          stop_(std::move(stop)) {
        archive_write_set_format_zip(zip_.get());
        archive_write_set_options(zip_.get(), "zip:compression=store,zip:zip64");
        archive_write_set_bytes_per_block(zip_.get(), static_cast<int>(run_archive::kPiece));
        archive_write_set_bytes_in_last_block(zip_.get(), 1);
    }

    Result<void> open() {
        const auto take = [](archive*, void* self, const void* bytes, std::size_t size) -> la_ssize_t {
            return static_cast<Packer*>(self)->take(bytes, size);
        };
        return checked(archive_write_open(zip_.get(), this, nullptr, take, nullptr));
    }
    /// Returns the SHA-256 of what it packed.
    Result<std::string> add(const Member& member) {
        if (auto ok = begin(member); !ok) return ok.error();
        Sha256 hash;
        std::vector<std::byte> piece(run_archive::kPiece);
        for (std::int64_t at = 0, size = member.size(); at < size;) {
            if (stop_.stop_requested()) return run_archive::stopped();
            const auto n = static_cast<std::size_t>(std::min<std::int64_t>(size - at, run_archive::kPiece));
            std::span<const std::byte> part;
            if (member.file) {
                if (!member.file->read_at(static_cast<std::uint64_t>(at), {piece.data(), n}))
                    return read_error(member.path, EIO);
                part = {piece.data(), n};
            } else {
                part = std::as_bytes(std::span(member.text)).subspan(static_cast<std::size_t>(at), n);
            }
            hash.update(part);
            if (archive_write_data(zip_.get(), part.data(), n) != static_cast<la_ssize_t>(n)) return failure();
            at += static_cast<std::int64_t>(n);
            done_ += static_cast<std::int64_t>(n);
            if (progress_) progress_("writing the archive", static_cast<double>(done_) / static_cast<double>(total_));
        }
        return hash.hex();
    }
    Result<void> close() { return checked(archive_write_close(zip_.get())); }

private:
    Result<void> begin(const Member& member) {
        const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
        archive_entry_set_pathname(entry.get(), encode_bytes(member.path).c_str());
        archive_entry_set_size(entry.get(), member.size());
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0644);
        return checked(archive_write_header(zip_.get(), entry.get()));
    }
    la_ssize_t take(const void* bytes, std::size_t size) {
        const auto written = write_({static_cast<const std::byte*>(bytes), size});
        if (written) return static_cast<la_ssize_t>(size);
        error_ = written.error();
        archive_set_error(zip_.get(), EIO, "%s", error_->message.c_str());
        return -1;
    }
    Result<void> checked(int status) {
        if (status == ARCHIVE_OK || status == ARCHIVE_WARN) return {};
        return failure();
    }
    Error failure() const {
        if (error_) return *error_;
        const char* const why = archive_error_string(zip_.get());
        return make_error(ErrorCode::Disk,
                          std::string("the archive cannot be written: ") + (why ? why : "no reason given"));
    }

    std::unique_ptr<archive, CloseWriter> zip_;
    const WriteFn& write_;
    ArchiveProgress progress_;
    std::int64_t total_, done_ = 0;
    std::stop_token stop_;
    std::optional<Error> error_;
};

/// Names of the files in a folder, sorted.
std::vector<std::string> files_in(const std::string& folder) {
    std::error_code failed;
    std::vector<std::string> names;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        std::error_code gone;
        if (!name.empty() && name[0] != '.' && it->is_regular_file(gone)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The files of a folder of the run, each by its path in the run.
MemberGroup files_below(const std::string& run_dir, const std::string& folder) {
    MemberGroup out;
    for (const std::string& name : files_in(run_dir + "/" + folder)) {
        std::error_code gone;
        const std::string path = run_dir + "/" + folder + "/" + name;
        const auto bytes = static_cast<std::int64_t>(fs::file_size(path, gone));
        if (!gone) out.push_back({folder + "/" + name, nullptr, {}, path, bytes});
    }
    return out;
}

void gather_pictures(const std::string& run_dir, const std::string& folder, std::vector<MemberGroup>& out) {
    for (Member& picture : files_below(run_dir, folder)) out.push_back({std::move(picture)});
}

void gather_checkpoints(const RunFolder& folder, std::vector<MemberGroup>& out) {
    for (const CheckpointInfo& checkpoint : folder.checkpoints()) {
        const auto manifest = CheckpointManifest::load(checkpoint.path);
        if (!manifest) continue;
        const std::string name = std::string(run_archive::kCheckpoints) + "/" + name_of_path(checkpoint.path);
        MemberGroup files = files_below(folder.dir(), name);
        const auto there = [&](const std::string& leaf) {
            return std::any_of(files.begin(), files.end(),
                               [&](const Member& m) { return m.path == name + "/" + leaf; });
        };
        const bool whole = there("manifest.json") && std::all_of(manifest->files.begin(), manifest->files.end(),
                                                                 [&](const auto& file) { return there(file.name); });
        if (whole) out.push_back(std::move(files));
    }
}

/// The history at one moment, as a file of its own that goes with the value; nothing: there is none.
class HistoryCopy {
public:
    static Result<std::unique_ptr<HistoryCopy>> make(const std::string& run_dir, const std::string& beside) {
        const std::string source = history_path(run_dir);
        std::error_code failed;
        if (!fs::exists(source, failed)) return std::unique_ptr<HistoryCopy>();
        auto database = SqliteDatabase::open(source, true);
        if (!database) return database.error();
        auto copy =
            std::unique_ptr<HistoryCopy>(new HistoryCopy(folder_of(beside) + "/" + make_partial_name(kHistoryFile)));
        SqliteStatement into = database->prepare("VACUUM INTO ?1");
        into.bind(1, std::string_view(copy->path_));
        if (!into || !into.run()) return database->last_error(source);
        return copy;
    }
    ~HistoryCopy() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    HistoryCopy(const HistoryCopy&) = delete;
    HistoryCopy& operator=(const HistoryCopy&) = delete;
    const std::string& path() const { return path_; }

private:
    explicit HistoryCopy(std::string path) : path_(std::move(path)) {}
    std::string path_;
};

/// run.json of a run that nobody trains where the archive is opened.
/// Nothing where it is damaged: it only describes, and the run is whole without it.
Result<std::optional<std::string>> description(const std::string& run_dir) {
    const std::string path = run_dir + "/run.json";
    auto text = read_text(path, 1u << 20);
    if (!text) return text.error();
    auto root = parse_json_object(*text, path);
    if (!root) return std::optional<std::string>();
    root->erase("address");
    if (json_text(*root, "state") == "running") (*root)["state"] = "stopped";
    return std::optional(json_dump(*root, 2) + "\n");
}

Result<std::vector<MemberGroup>> members_of(const RunFolder& folder, const HistoryCopy* history) {
    std::vector<MemberGroup> out;
    std::error_code failed;
    if (fs::exists(folder.dir() + "/run.json", failed)) {
        auto text = description(folder.dir());
        if (!text) return text.error();
        if (*text) out.push_back({{"run.json", nullptr, **std::move(text)}});
    }
    const auto add = [&](const std::string& name, const std::string& path) -> Result<void> {
        auto file = FileHandle::open_for_reading(path);
        if (!file) return file.error();
        const std::int64_t bytes = file->size();
        out.push_back({{name, std::make_shared<FileHandle>(*std::move(file)), {}, {}, bytes}});
        return {};
    };
    for (fs::directory_iterator it(folder.dir(), failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (!run_archive::is_kept(name)) continue;
        if (auto ok = add(name, it->path().string()); !ok) return ok.error();
    }
    if (history) {
        if (auto ok = add(kHistoryFile, history->path()); !ok) return ok.error();
    }
    gather_checkpoints(folder, out);
    for (const std::string_view below : run_archive::kPictures) gather_pictures(folder.dir(), std::string(below), out);
    return out;
}

}  // namespace

Result<void> write_run_archive(const std::string& run_dir, const std::string& target, const ArchiveProgress& progress,
                               std::stop_token stop) {
    const auto folder = RunFolder::open(run_dir);
    if (!folder) return folder.error();
    auto history = HistoryCopy::make(folder->dir(), target);
    if (!history) return history.error();
    auto members = members_of(*folder, history->get());
    if (!members) return members.error();
    std::int64_t total = 0;
    for (const MemberGroup& group : *members)
        for (const Member& member : group) total += member.size();
    return write_stream_atomic(target, static_cast<std::uint64_t>(total), [&](const WriteFn& write) -> Result<void> {
        Packer zip(write, progress, total, stop);
        if (auto ok = zip.open(); !ok) return ok;
        nlohmann::json files = nlohmann::json::array();
        for (MemberGroup group : *members) {
            const auto there = open_group(group);
            if (!there) return there.error();
            if (!*there) continue;
            for (const Member& member : group) {
                auto hash = zip.add(member);
                if (!hash) return hash.error();
                files.push_back({{"path", encode_bytes(member.path)}, {"bytes", member.size()}, {"sha256", *hash}});
            }
        }
        const nlohmann::json list{
            {"format", run_archive::kFormat}, {"name", folder->name()}, {"files", std::move(files)}};
        if (auto ok = zip.add({run_archive::kList, nullptr, json_dump(list, 1) + "\n"}); !ok) return ok.error();
        return zip.close();
    });
}

}  // namespace headroom
