// A run's folder: created, opened, described by run.json; checkpoints are delegated to their store.
#include "core/io/runs/run_folder.h"

#include "core/api/param_schema.h"
#include "core/base/clock.h"
#include "core/base/file_errors.h"
#include "core/base/file_handle.h"
#include "core/config/byte_text.h"
#include "core/config/config_io.h"
#include "core/families/registry.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"
#include "core/io/runs/checkpoint_store.h"
#include "core/io/runs/run_lock.h"
#include "core/io/runs/run_notes.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

#include <sys/stat.h>
#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "headroom-run-1";

/// A name that is fine as a folder everywhere: letters, digits, '-', '_', '.'.
std::string folder_name(const std::string& name) {
    std::string out;
    for (const char c : name.substr(0, 80)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                           c == '.' || c == '-';
        if (plain && !(out.empty() && c == '.'))
            out.push_back(c);
        else if (!out.empty() && out.back() != '-')
            out.push_back('-');
    }
    while (!out.empty() && out.back() == '-') out.pop_back();
    return out.empty() ? "run" : out;
}

Result<void> make_folders(const std::string& path) {
    std::error_code failed;
    fs::create_directories(path, failed);
    if (failed) return write_error(path, failed.value());
    return {};
}

std::string without_trailing_slash(std::string dir) {
    while (dir.size() > 1 && dir.back() == '/') dir.pop_back();
    return dir;
}

std::string newest_sample(const std::string& dir) {
    std::string newest;
    std::error_code failed;
    for (fs::directory_iterator it(dir + "/samples", failed), end; !failed && it != end; it.increment(failed)) {
        const std::string name = it->path().filename().string();
        if (name.rfind("step-", 0) == 0 && name.ends_with(".png") && name > name_of_path(newest))
            newest = it->path().string();
    }
    return newest;
}

}  // namespace

struct RunFolder::Impl {
    std::string dir, name, address;
    bool was_there = false;
    RunLock lock;

    std::string file(const std::string& leaf) const { return dir + "/" + leaf; }
    CheckpointStore store() const { return CheckpointStore(file("checkpoints")); }
};

namespace {

/// "<root>/<name>-07".
std::string numbered(const std::string& root, const std::string& name, int n) {
    char number[16];
    std::snprintf(number, sizeof number, "-%02d", n);
    return root + "/" + folder_name(name) + number;
}

constexpr int kMostNumbers = 100000;

Error too_many(const std::string& root, const std::string& name) {
    return make_error(ErrorCode::Disk, root + " holds too many runs called " + name, "Choose another name.");
}

/// A folder that a new run may have: it is not there yet, or empty.
Result<void> may_be_new(const std::string& dir) {
    std::error_code failed;
    if (fs::exists(dir, failed) && !fs::is_directory(dir, failed)) return write_error(dir, ENOTDIR);
    if (fs::is_directory(dir, failed) && fs::directory_iterator(dir, failed) != fs::directory_iterator()) {
        return make_error(ErrorCode::InvalidArgument, "the folder " + dir + " exists and is not empty",
                          "Choose another folder, or continue the run that is there with --resume.");
    }
    return {};
}

/// Takes away what was made of a new run unless keep() is called: a folder with some of its files is neither a run nor free for one.
class NewFolder {
public:
    NewFolder(std::string dir, bool was_there) : dir_(std::move(dir)), was_there_(was_there) {}
    ~NewFolder() {
        if (dir_.empty()) return;
        std::error_code ignored;
        // One by one, and folders only when they are empty: what somebody else put there meanwhile stays.
        for (const char* leaf : {"run.json", "config.json", "samples", "checkpoints"})
            fs::remove(dir_ + "/" + leaf, ignored);
        if (!was_there_) fs::remove(dir_, ignored);
    }
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;
    void keep() { dir_.clear(); }

private:
    std::string dir_;
    bool was_there_;
};

}  // namespace

/// mkdir decides, so that two starters never share one.
Result<std::string> RunFolder::make_numbered(const std::string& runs_root, const std::string& name) {
    const std::string root = without_trailing_slash(runs_root);
    if (auto ok = make_folders(root); !ok) return ok.error();
    for (int n = 1; n < kMostNumbers; ++n) {
        const std::string dir = numbered(root, name, n);
        if (::mkdir(dir.c_str(), 0777) == 0) return dir;
        if (errno != EEXIST) return write_error(dir, errno);
    }
    return too_many(root, name);
}

Result<std::string> RunFolder::planned(const std::string& dir, const std::string& runs_root, const std::string& name) {
    const std::string root = without_trailing_slash(runs_root);
    if (!dir.empty()) {
        const std::string own = without_trailing_slash(dir);
        if (auto ok = may_be_new(own); !ok) return ok.error();
        return own;
    }
    std::error_code failed;
    for (int n = 1; n < kMostNumbers; ++n) {
        if (const std::string own = numbered(root, name, n); !fs::exists(own, failed)) return own;
    }
    return too_many(root, name);
}

RunFolder::RunFolder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder& RunFolder::operator=(RunFolder&&) noexcept = default;
RunFolder::~RunFolder() = default;

Result<RunFolder> RunFolder::create(const std::string& dir, const std::string& runs_root, const std::string& name,
                                    const TrainConfig& config) {
    auto impl = std::make_unique<Impl>();
    if (dir.empty()) {
        auto numbered = make_numbered(runs_root, name);
        if (!numbered) return numbered.error();
        impl->dir = *std::move(numbered);
    } else {
        impl->dir = without_trailing_slash(dir);
        std::error_code failed;
        if (auto ok = may_be_new(impl->dir); !ok) return ok.error();
        impl->was_there = fs::is_directory(impl->dir, failed);
    }
    NewFolder made(impl->dir, impl->was_there);
    for (const char* below : {"checkpoints", "samples"}) {
        if (auto ok = make_folders(impl->file(below)); !ok) return ok.error();
    }
    impl->name = name.empty() ? name_of_path(impl->dir) : name;
    RunFolder folder(std::move(impl));
    if (auto ok = folder.save_config(config); !ok) return ok.error();
    RunInfo info;
    info.name = folder.impl_->name;
    info.state = "stopped";
    info.created_unix_ms = unix_ms_now();
    info.data_name = config.data_path;
    describe_settings(config, info);
    if (auto ok = folder.save_info(info); !ok) return ok.error();
    made.keep();
    return folder;
}

Result<RunFolder> RunFolder::open(const std::string& dir) {
    auto impl = std::make_unique<Impl>();
    impl->dir = without_trailing_slash(dir);
    std::error_code failed;
    if (!fs::is_directory(impl->dir, failed)) return make_error(ErrorCode::NotFound, "there is no run folder " + dir);
    if (!fs::exists(impl->file("run.json"), failed) && !fs::exists(impl->file("config.json"), failed)) {
        return make_error(ErrorCode::BadFile, dir + " is not a run folder: it has no run.json",
                          "Choose the folder that holds run.json and checkpoints.");
    }
    for (const char* below : {"", "/checkpoints", "/samples", "/frames"}) sweep_partial_files(impl->dir + below);
    impl->name = name_of_path(impl->dir);
    RunFolder folder(std::move(impl));
    if (const auto info = folder.load_info(); info && !info->name.empty()) folder.impl_->name = info->name;
    return folder;
}

const std::string& RunFolder::dir() const { return impl_->dir; }
bool RunFolder::was_there() const { return impl_->was_there; }
std::string RunFolder::name() const { return impl_->name; }
std::string RunFolder::log_path() const { return impl_->file("log.txt"); }

std::string RunFolder::sample_path(std::int64_t step) const {
    char leaf[48];
    std::snprintf(leaf, sizeof leaf, "samples/step-%08lld.png", static_cast<long long>(step));
    return impl_->file(leaf);
}

std::string RunFolder::frame_path(const std::string& name) const { return impl_->file("frames/" + name); }

Result<void> RunFolder::lock() { return impl_->lock.take(impl_->dir); }

Result<void> RunFolder::save_config(const TrainConfig& config) {
    return write_text_atomic(impl_->file("config.json"), write_config(config));
}

Result<TrainConfig> RunFolder::load_config() const {
    const std::string path = impl_->file("config.json");
    const auto text = read_text(path, 1u << 20);
    if (!text) return text.error();
    const auto patch = read_config_patch(*text, path);
    if (!patch) return patch.error();
    return with_patch(TrainConfig{}, *patch);
}

std::string run_of(const std::string& given) {
    std::error_code failed;
    fs::path path = fs::absolute(given, failed).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    if (fs::is_regular_file(path, failed)) return path.parent_path().string();
    const bool is_run = fs::exists(path / "config.json", failed);  // also one that lies in a folder of that name
    const bool within = !is_run && path.parent_path().filename() == "checkpoints";
    return (within ? path.parent_path().parent_path() : path).string();
}

const CheckpointPart* find_part(const std::vector<CheckpointPart>& parts, std::string_view name) {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](const CheckpointPart& p) { return p.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

void describe_settings(const TrainConfig& config, RunInfo& info) {
    info.model = config.model;
    info.prompts.clear();
    info.precision = config.precision;
    family_of(config).describe(config, info);
}

void RunFolder::set_address(std::string address) { impl_->address = std::move(address); }

std::string RunFolder::address_of(const std::string& dir) {
    const std::string path = without_trailing_slash(dir) + "/run.json";
    const auto text = read_text(path, 1u << 20);
    const auto root = text ? parse_json_object(*text, path) : Result<nlohmann::json>(text.error());
    const auto address = root ? decode_bytes(json_text(*root, "address")) : Result<std::string>(root.error());
    return address ? *address : std::string();
}

Result<void> RunFolder::save_info(const RunInfo& info) {
    if (!info.name.empty()) impl_->name = info.name;
    nlohmann::json root = {
        {"format", kFormat},
        {"name", impl_->name},
        {"state", info.state},
        {"created_unix_ms", info.created_unix_ms},
        {"step", info.step},
        {"images", info.images},
        {"elapsed_seconds", info.elapsed_seconds},
        {"data_name", info.data_name},
        {"model", name_of(info.model)},
        {"prompts", info.prompts},
        {"width", info.width},
        {"height", info.height},
        {"device", info.device},
        {"precision", name_of(info.precision)},
        {"peak_bytes", info.peak.count},
        {"similarity", std::isfinite(info.score) && family_of(info.model).facts().score.of_latest_step
                           ? nlohmann::json(info.score)
                           : nlohmann::json()}};
    for (const auto& [key, value] : info.begun_with)
        root["begun_with"][key] = nlohmann::json::parse(param_to_json(value), nullptr, false);
    if (!impl_->address.empty()) root["address"] = encode_bytes(impl_->address);
    return write_text_atomic(impl_->file("run.json"), json_dump(root, 2) + "\n");
}

Result<RunInfo> RunFolder::load_info() const {
    RunInfo info;
    info.dir = impl_->dir;
    info.checkpoints = checkpoints();
    info.thumbnail_path = newest_sample(impl_->dir);
    info.notes = load_notes(impl_->dir);
    for (const CheckpointInfo& checkpoint : info.checkpoints) {
        if (checkpoint.best) info.score = checkpoint.score;
    }
    const std::string path = impl_->file("run.json");
    const auto text = read_text(path, 1u << 20);
    auto root = text ? parse_json_object(*text, path) : Result<nlohmann::json>(text.error());
    if (!root || json_text(*root, "format") != kFormat) {
        // run.json only describes; without it the configuration and the checkpoints still make a run.
        const auto config = load_config();
        if (!config)
            return root ? make_error(ErrorCode::BadFile, path + " is not a run description of this Headroom")
                        : root.error();
        info.name = name_of_path(impl_->dir);
        info.state = "crashed";
        info.data_name = config->data_path;
        describe_settings(*config, info);
        if (!info.checkpoints.empty()) {
            info.step = info.checkpoints.back().step;
            info.images = info.checkpoints.back().images;
        }
        return info;
    }
    info.name = json_text(*root, "name", name_of_path(impl_->dir));
    info.state = json_text(*root, "state", "stopped");
    info.created_unix_ms = json_integer(*root, "created_unix_ms");
    info.step = json_integer(*root, "step");
    info.images = json_integer(*root, "images");
    info.elapsed_seconds = json_real(*root, "elapsed_seconds", 0.0);
    info.data_name = json_text(*root, "data_name");
    info.model = find_kind(json_text(*root, "model")).value_or(ModelKind{});
    info.prompts = json_text(*root, "prompts");
    info.width = static_cast<int>(json_integer(*root, "width"));
    info.height = static_cast<int>(json_integer(*root, "height"));
    info.device = json_text(*root, "device");
    info.peak = Bytes{std::max<std::int64_t>(json_integer(*root, "peak_bytes"), 0)};
    if (family_of(info.model).facts().score.of_latest_step)
        info.score = json_real(*root, "similarity", std::numeric_limits<double>::quiet_NaN());
    const auto precision = enum_from_name<Precision>(json_text(*root, "precision"));
    if (precision) info.precision = *precision;
    if (const auto begun = root->find("begun_with"); begun != root->end() && begun->is_object()) {
        for (const auto& [key, value] : begun->items()) {
            const ParamRow* row = find_param(key, info.model);
            if (!row) continue;
            if (auto read = param_from_json(*row, json_dump(value))) info.begun_with[key] = *std::move(read);
        }
    }
    if (info.width <= 0 || !precision) {  // written by an earlier Headroom: its configuration has it
        if (const auto config = load_config()) describe_settings(*config, info);
    }
    if (info.state == "running" && !RunLock::is_held(impl_->dir)) info.state = "crashed";
    return info;
}

Result<CheckpointInfo> RunFolder::write_checkpoint(const CheckpointContent& content) {
    // A run whose folder was moved away is not begun anew in its place.
    std::error_code failed;
    if (!fs::is_directory(dir(), failed)) return write_error(impl_->file("checkpoints"), ENOENT);
    if (auto ok = make_folders(impl_->file("checkpoints")); !ok) return ok.error();
    return impl_->store().write(content);
}

Result<CheckpointContent> RunFolder::read_checkpoint(const std::string& checkpoint_dir) {
    return CheckpointStore::read(without_trailing_slash(checkpoint_dir));
}

Result<std::string> RunFolder::newest_checkpoint(std::vector<std::string>* problems) const {
    return impl_->store().newest_good(problems, impl_->lock.held());
}

std::vector<CheckpointInfo> RunFolder::checkpoints() const { return impl_->store().list(); }

void RunFolder::prune_checkpoints(std::int64_t keep) { impl_->store().prune(keep); }

}  // namespace headroom
