// Lists, reads and deletes run folders.
#include "core/engine/run_reader.h"

#include "core/base/user_folders.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/registry.h"
#include "core/families/vqgan_clip/frame_list.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sha256.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_notes.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace headroom {
namespace {

namespace fs = std::filesystem;

bool looks_like_run(const fs::path& dir) {
    std::error_code ignored;
    return fs::is_regular_file(dir / "run.json", ignored) || fs::is_regular_file(dir / "config.json", ignored);
}

RunInfo info_of(const std::string& dir) {
    RunInfo damaged;
    damaged.dir = dir;
    damaged.name = fs::path(dir).filename().string();
    damaged.state = "damaged";
    auto folder = RunFolder::open(dir);
    if (!folder) return damaged;
    auto info = folder->load_info();
    return info ? *info : damaged;
}

/// The finished pictures of a run over a folder, in the order of their names; none yet is no error.
std::vector<std::string> finished_frames(const std::string& run_dir) {
    std::vector<std::string> out;
    const fs::path folder = fs::path(run_dir) / "frames";
    if (const auto names = list_frames(folder.string())) {
        for (const std::string& name : *names) out.push_back((folder / name).string());
    }
    return out;
}

/// For what is kept here of a run on another machine, which cannot be written there.
std::string folder_for(const std::string& host, const std::string& run_dir) {
    return (fs::path(default_elsewhere_folder()) / sha256_of(host + '\n' + run_dir)).string();
}

}  // namespace

bool is_run_file(const std::string& name) {
    for (const char* own : {"run.json", "config.json", kStartingWeights, "notes.json", "checkpoints", "samples",
                            "frames", "exports", "favourites.json", "scores-wanted", "lock", ".lock", "run.lock"}) {
        if (name == own) return true;
    }
    const auto starts = [&](const char* prefix) { return name.rfind(prefix, 0) == 0; };
    return starts("history.") || starts("notes.json.") || starts("log.") || starts("oom-") || is_partial_name(name);
}

Result<std::string> find_run_folder(const std::string& named, const std::string& runs_root) {
    std::error_code ec;
    if (fs::is_directory(named, ec)) return named;
    const fs::path below = fs::path(runs_root) / named;
    if (!named.empty() && fs::is_directory(below, ec)) return below.string();
    return make_error(ErrorCode::NotFound, named + ": no such run folder",
                      "headroom-cli runs list shows the runs in " + runs_root + ".");
}

std::vector<RunInfo> list_run_folders(const std::string& runs_root) {
    std::vector<RunInfo> runs;
    std::error_code ec;
    for (fs::directory_iterator it(runs_root, fs::directory_options::skip_permission_denied, ec), end; !ec && it != end;
         it.increment(ec)) {
        std::error_code ignored;
        if (is_partial_name(it->path().filename().string())) continue;  // an archive that is being unpacked
        if (it->is_directory(ignored) && looks_like_run(it->path())) runs.push_back(info_of(it->path().string()));
    }
    std::sort(runs.begin(), runs.end(), [](const RunInfo& a, const RunInfo& b) {
        return a.created_unix_ms != b.created_unix_ms ? a.created_unix_ms > b.created_unix_ms : a.dir > b.dir;
    });
    return runs;
}

Result<RunHistory> read_run(const std::string& run_dir, std::size_t most_steps) {
    auto folder = RunFolder::open(run_dir);
    if (!folder) return folder.error();
    RunHistory run;
    auto info = folder->load_info();
    if (!info) return info.error();
    run.info = *info;
    auto config = folder->load_config();
    if (!config) return config.error();
    run.config = *config;
    if (!family_of(*config).worked_folder(*config).empty()) run.frame_paths = finished_frames(run_dir);
    const std::string history = history_path(run_dir);
    std::error_code ignored;
    if (!fs::exists(history, ignored)) return run;
    auto store = HistoryStore::open_read_only(history);
    if (!store) return store.error();
    run.steps = store->steps(most_steps, &run.recorded_steps);
    run.marks = store->marks();
    run.scores = store->scores();
    const std::vector<std::string> samples = store->samples();
    if (auto whole = store->read_whole(); !whole) run.damage = whole.error().message;
    for (const std::string& sample : samples) {
        // By its name in this folder: what an earlier version stored may point to where the run was then.
        const fs::path path = fs::path(run_dir) / "samples" / fs::path(sample).filename();
        if (fs::is_regular_file(path, ignored)) run.sample_paths.push_back(path.string());
    }
    return run;
}

Result<void> read_steps(const std::string& run_dir, const TakeSteps& take) {
    const auto store = HistoryStore::open_read_only(history_path(run_dir));
    if (store) return store->steps_in_pieces(take);
    return store.error().code == ErrorCode::NotFound ? Result<void>() : store.error();
}

Bytes run_folder_bytes(const std::string& run_dir) {
    Bytes out;
    std::error_code ec;
    const auto add = [&](const fs::directory_entry& entry) {
        std::error_code ignored;
        if (entry.is_symlink(ignored) || !entry.is_regular_file(ignored)) return;
        const auto size = entry.file_size(ignored);
        if (!ignored) out += {static_cast<std::int64_t>(size)};
    };
    for (fs::directory_iterator it(run_dir, ec), end; !ec && it != end; it.increment(ec)) {
        if (!is_run_file(it->path().filename().string())) continue;
        add(*it);
        std::error_code below;
        for (fs::recursive_directory_iterator in(it->path(), below), last; !below && in != last; in.increment(below))
            add(*in);
    }
    return out;
}

Result<void> empty_run_folder(const std::string& run_dir) {
    const fs::path dir(run_dir);
    std::error_code ec;
    if (!fs::is_directory(dir, ec)) return make_error(ErrorCode::NotFound, run_dir + ": no such run folder");
    if (fs::is_symlink(dir, ec) || !looks_like_run(dir)) {
        return make_error(ErrorCode::InvalidArgument, run_dir + ": not a run folder, nothing was deleted",
                          "A run folder holds run.json and config.json.");
    }
    {
        auto folder = RunFolder::open(run_dir);
        if (folder) {
            if (auto locked = folder->lock(); !locked) return locked.error();
        }
    }
    std::vector<fs::path> own;
    for (fs::directory_iterator it(dir, ec), end; !ec && it != end; it.increment(ec)) {
        if (is_run_file(it->path().filename().string())) own.push_back(it->path());
    }
    // The description goes last, so that an interrupted deletion is still a run that can be deleted.
    std::stable_partition(own.begin(), own.end(), [](const fs::path& p) { return p.extension() != ".json"; });
    for (const fs::path& path : own) {
        fs::remove_all(path, ec);
        if (ec) return make_error(ErrorCode::Disk, path.string() + ": could not be deleted: " + ec.message());
    }
    return {};
}

Result<void> delete_run_folder(const std::string& run_dir) {
    if (auto emptied = empty_run_folder(run_dir); !emptied) return emptied;
    std::error_code ec;
    if (fs::is_empty(run_dir, ec) && !ec) fs::remove(run_dir, ec);
    return {};
}

Result<void> keep_favourites_of(const std::string& run_dir, const std::vector<Favourite>& favourites,
                                const std::string& host) {
    if (host.empty()) {
        const auto run = RunFolder::open(run_dir);
        return run ? save_favourites(run->dir(), favourites) : Result<void>(run.error());
    }
    const std::string folder = folder_for(host, run_dir);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return make_error(ErrorCode::Disk, folder + ": cannot be made: " + failed.message());
    sweep_partial_files(folder);  // of windows that were killed
    return save_favourites(folder, favourites);
}

std::vector<Favourite> favourites_of(const std::string& run_dir, const std::string& host) {
    return load_favourites(host.empty() ? run_dir : folder_for(host, run_dir));
}

Result<void> annotate_run_folder(const std::string& run_dir, const RunNotes& notes) {
    const auto folder = RunFolder::open(run_dir);
    return folder ? save_notes(folder->dir(), notes) : Result<void>(folder.error());
}

}  // namespace headroom
