// Wheels first, all of them; then one folder beside the target, which takes its place by a rename.
#include "core/engine/setup/libtorch_setup.h"

#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/base/file_lock.h"
#include "core/base/units.h"
#include "core/engine/setup/wheel_index.h"
#include "core/engine/setup/wheel_unpack.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/disk_space.h"
#include "core/io/files/partial_name.h"
#include "core/io/files/sha256.h"
#include "core/io/models/download.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr double kFetching = 0.85;  ///< share of the work
constexpr const char* kLock = ".lock";

std::string fetched_folder(const std::string& place, const std::string& version) {
    return (fs::path(place) / (".wheels-" + version)).string();
}

void tell(const ProgressFn& progress, const std::string& what, double fraction) {
    if (progress) progress(what, fraction);
}

Result<void> make_place(const std::string& place, FileLock& lock) {
    if (auto named = check_libtorch_place(place); !named) return named;
    std::error_code failed;
    fs::create_directories(place, failed);
    if (failed) return write_error(place, failed.value());
    const std::string file = (fs::path(place) / kLock).string();
    const auto taken = lock.try_take(file);
    if (!taken) return taken.error();
    if (*taken) return {};
    return make_error(ErrorCode::Environment,
                      "another set-up is at work in " + place + ", process " + FileLock::holder(file),
                      "Wait until it is done.");
}

/// The wheels of a folder by their hashes; only files that may be wheels are read.
Result<std::map<std::string, std::string>> wheels_in(const std::string& folder, const std::stop_token& stop) {
    std::error_code failed;
    std::map<std::string, std::string> found;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the set-up was stopped");
        std::error_code ignored;
        if (it->path().extension() != ".whl" || !it->is_regular_file(ignored)) continue;
        const auto hash = sha256_of_file(it->path().string());
        if (!hash) return hash.error();
        found[*hash] = it->path().string();
    }
    if (failed) return read_error(folder, failed.value());
    return found;
}

/// The paths of the wheels of a bundle, in their order.
Result<std::vector<std::string>> take_bundle(const LibtorchRequest& request, const ProgressFn& progress,
                                             const std::stop_token& stop) {
    tell(progress, "looking through " + request.bundle, -1);
    const auto there = wheels_in(request.bundle, stop);
    if (!there) return there.error();
    std::vector<std::string> paths;
    for (const Wheel& wheel : request.wheels) {
        const auto found = there->find(wheel.sha256);
        if (found == there->end())
            return make_error(ErrorCode::NotFound,
                              request.bundle + " holds no wheel of " + wheel.words() + " with SHA-256 " + wheel.sha256,
                              "Make the bundle with headroom-cli setup --save FOLDER of this version" +
                                  std::string(request.gpu ? ", with --gpu." : "."));
        paths.push_back(found->second);
    }
    return paths;
}

Result<std::vector<std::string>> fetch_all(const LibtorchRequest& request, const std::string& folder,
                                           const ProgressFn& progress, const std::stop_token& stop) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return write_error(folder, failed.value());
    const auto expected = static_cast<double>(wheel_sizes(request.gpu).download);
    std::vector<std::string> paths;
    std::uint64_t before = 0;
    for (const Wheel& wheel : request.wheels) {
        const std::string path = (fs::path(folder) / (wheel.name + "-" + wheel.version + ".whl")).string();
        const auto shown = [&](const DownloadProgress& p) {
            std::string words = wheel.words() + ": " + to_text(Bytes{static_cast<std::int64_t>(p.done)});
            if (p.total > 0) words += " of " + to_text(Bytes{static_cast<std::int64_t>(p.total)});
            if (p.bytes_per_second > 0)
                words += ", " + to_text(Bytes{static_cast<std::int64_t>(p.bytes_per_second)}) + "/s";
            tell(progress, words, kFetching * std::min(1.0, static_cast<double>(before + p.done) / expected));
        };
        const auto here = fs::is_regular_file(path, failed) ? sha256_of_file(path) : Result<std::string>(std::string());
        if (!here || *here != wheel.sha256) {
            tell(progress, "asking for " + wheel.words(),
                 kFetching * std::min(1.0, static_cast<double>(before) / expected));
            const auto url = find_wheel(request.index, wheel, stop);
            if (!url) return url.error();
            if (auto ok = download_file({*url, path, wheel.sha256}, shown, stop); !ok) return ok.error();
        }
        before += fs::file_size(path, failed);
        paths.push_back(path);
    }
    return paths;
}

/// Makes the names in `folder` and below it last: without that, libraries may be missing after a power failure in a set that looks whole.
Result<void> sync_names(const std::string& folder) {
    std::error_code failed;
    int number = sync_folder(folder);
    for (fs::recursive_directory_iterator it(folder, failed), end; number == 0 && !failed && it != end;
         it.increment(failed)) {
        std::error_code ignored;
        if (it->is_directory(ignored)) number = sync_folder(it->path().string());
    }
    if (failed) number = failed.value();
    return number == 0 ? Result<void>{} : write_error(folder, number);
}

Result<void> unpack_all(const LibtorchRequest& request, const std::vector<std::string>& wheels,
                        const std::string& folder, const ProgressFn& progress, const std::stop_token& stop) {
    for (std::size_t i = 0; i < wheels.size(); ++i) {
        const auto shown = [&](double share) {
            tell(progress, "unpacking " + request.wheels[i].words(),
                 kFetching + (1 - kFetching) * (static_cast<double>(i) + share) / static_cast<double>(wheels.size()));
        };
        if (auto ok = unpack_wheel(wheels[i], folder, request.gpu, shown, stop); !ok) return ok;
    }
    return sync_names(folder);
}

/// The new set in place of an earlier one, which stays if that fails.
Result<void> put_in_place(const std::string& fresh, const std::string& target, const std::string& aside) {
    std::error_code failed;
    const bool earlier = fs::exists(target, failed);
    if (earlier) fs::rename(target, aside, failed);
    if (failed) return write_error(target, failed.value());
    fs::rename(fresh, target, failed);
    if (failed) {
        const int why = failed.value();
        if (earlier) fs::rename(aside, target, failed);
        return write_error(target, why);
    }
    sync_folder(folder_of(target));
    if (earlier) fs::remove_all(aside, failed);
    return {};
}

/// Removes a folder and what it holds, unless it was renamed meanwhile.
struct Scratch {
    std::string folder;
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
};

/// Of all files in a folder; 0 where there is none.
std::uint64_t bytes_in(const std::string& folder) {
    std::error_code failed;
    std::uint64_t bytes = 0;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
        std::error_code ignored;
        if (!it->is_regular_file(ignored)) continue;
        const std::uint64_t size = it->file_size(ignored);
        if (!ignored) bytes += size;
    }
    return bytes;
}

}  // namespace

Result<void> check_libtorch_place(const std::string& place) {
    if (!place.empty()) return {};
    return make_error(ErrorCode::Environment, "there is no folder of yours for LibTorch, as HOME is not set",
                      "Set HOME, or let root install it for all users: headroom-cli setup --system.");
}

std::uint64_t room_needed(const LibtorchRequest& request) {
    const WheelSizes sizes = wheel_sizes(request.gpu);
    if (!request.bundle.empty()) return sizes.disk - sizes.download;
    return sizes.disk - std::min(sizes.download, bytes_in(fetched_folder(request.place, request.version)));
}

Result<LibtorchSet> install_libtorch(const LibtorchRequest& request, const ProgressFn& progress, std::stop_token stop) {
    FileLock lock;
    if (auto ok = make_place(request.place, lock); !ok) return ok.error();
    sweep_partial_files(request.place);  // of set-ups that were killed
    const fs::path place(request.place);
    const std::string target = (place / request.version).string(),
                      fetched = fetched_folder(request.place, request.version);
    if (auto ok = check_free_space(request.place, target, room_needed(request)); !ok) return ok.error();
    const auto wheels =
        request.bundle.empty() ? fetch_all(request, fetched, progress, stop) : take_bundle(request, progress, stop);
    if (!wheels) return wheels.error();
    const Scratch scratch{(place / make_partial_name(request.version)).string()};
    if (auto ok = unpack_all(request, *wheels, scratch.folder, progress, stop); !ok) return ok.error();
    if (auto ok = write_libtorch_note({scratch.folder, request.version, request.gpu}); !ok) return ok.error();
    if (!read_libtorch_set(scratch.folder))
        return make_error(ErrorCode::BadFile, "the wheels of LibTorch " + request.version + " hold no LibTorch",
                          "Report it: the list of this build is wrong.");
    const std::string aside = (place / make_partial_name("before")).string();
    if (auto ok = put_in_place(scratch.folder, target, aside); !ok) return ok.error();
    std::error_code ignored;
    fs::remove_all(fetched, ignored);
    tell(progress, "done", 1);
    return LibtorchSet{target, request.version, request.gpu};
}

Result<void> fetch_wheels(const LibtorchRequest& request, const std::string& folder, const ProgressFn& progress,
                          std::stop_token stop) {
    const auto wheels = fetch_all(request, folder, progress, stop);
    return wheels ? Result<void>() : Result<void>(wheels.error());
}

Result<int> remove_libtorch(const std::string& place) {
    std::error_code failed;
    if (!fs::is_directory(place, failed)) return 0;
    FileLock lock;
    if (auto ok = make_place(place, lock); !ok) return ok.error();
    std::vector<fs::path> there;
    for (fs::directory_iterator it(place, failed), end; !failed && it != end; it.increment(failed))
        there.push_back(it->path());
    if (failed) return write_error(place, failed.value());
    int sets = 0;
    for (const fs::path& path : there) {
        const std::string name = path.filename().string();
        const bool is_set = read_libtorch_set(path.string()).has_value();
        if (!is_set && !name.starts_with(".wheels-") && !is_stray_partial(path)) continue;
        fs::remove_all(path, failed);
        if (failed) return write_error(path.string(), failed.value());
        sets += is_set ? 1 : 0;
    }
    fs::remove(fs::path(place) / kLock, failed);
    fs::remove(place, failed);  // unless somebody keeps something else there
    fs::remove(fs::path(place).parent_path(), failed);
    return sets;
}

}  // namespace headroom
