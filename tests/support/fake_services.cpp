// FakeServices: made-up devices, runs and exports, each after the time that the test has chosen.
#include "tests/support/fake_services.h"

#include "core/config/config_io.h"
#include "core/families/suggestion.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/pictures/resample.h"
#include "tests/support/fake_session.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/fixture_pictures.h"
#include "tests/support/fixture_runs.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace headroom {

FakeServices::FakeServices(std::string fixture, FakeMotion motion)
    : fixture_(std::move(fixture)),
      motion_(motion),
      runs_(fixture_ == "empty" ? std::vector<RunInfo>() : fixture::runs()) {}

std::unique_ptr<Session> FakeServices::make_session() {
    bool first = true, refuses = false;
    {
        const std::lock_guard lock(mutex_);
        first = !session_;
        refuses = refuses_;
    }
    auto session = std::make_unique<FakeSession>(fixture::make_story(first ? fixture_ : "ready"));  // one run at a time
    if (fixture_ == "pending") session->hold_forecasts();
    if (refuses) session->refuse();
    if (motion_ != FakeMotion::ByHand)
        session->start_ticking(std::chrono::milliseconds(100), motion_ == FakeMotion::Frozen);
    const std::lock_guard lock(mutex_);
    if (first) session_ = session.get();
    return session;
}

Result<std::unique_ptr<Session>> FakeServices::attach(std::string run_or_address) {
    const std::lock_guard lock(mutex_);
    for (const RunInfo& run : runs_) {
        if (!run.elsewhere || (run.dir != run_or_address && run.elsewhere->place.address != run_or_address)) continue;
        auto session = std::make_unique<FakeSession>(fixture::make_story(elsewhere_.at(run.dir)));
        session->set_place(run.elsewhere->place);
        if (motion_ != FakeMotion::ByHand)
            session->start_ticking(std::chrono::milliseconds(100), motion_ == FakeMotion::Frozen);
        attached_ = session.get();
        return std::unique_ptr<Session>(std::move(session));
    }
    return make_error(ErrorCode::NotFound, run_or_address + ": no process trains it.",
                      "It may have ended; Runs lists what there is.");
}

Result<std::string> FakeServices::start_elsewhere(RunRequest request, ProgressFn progress, std::stop_token stop) {
    if (auto waited = wait_while_held(progress, "Packing images", stop); !waited) return waited.error();
    {
        const std::lock_guard lock(mutex_);
        started_.push_back(request);
        if (failure_) return *failure_;
    }
    const std::string dir = request.resume_from.empty() ? "/runs/shapes-128-07" : request.resume_from;
    train_elsewhere(dir);
    return dir;
}

std::shared_ptr<Queue> FakeServices::queue() { return queue_; }

void FakeServices::train_elsewhere(const std::string& run_dir, const std::string& story, SessionPlace place) {
    const std::lock_guard lock(mutex_);
    elsewhere_[run_dir] = story;
    for (RunInfo& run : runs_) {
        if (run.dir != run_dir) continue;
        run.state = "running";
        run.elsewhere = LiveRun{std::move(place),   RunState::Running, 4210, 1077760, 172, fixture::gib(3.41),
                                fixture::gib(4.02), fixture::gib(6.0)};
    }
}

void FakeServices::step_elsewhere(const std::string& run_dir, std::int64_t step) {
    const std::lock_guard lock(mutex_);
    for (RunInfo& run : runs_) {
        if (run.dir == run_dir && run.elsewhere) run.elsewhere->step = step;
    }
}

void FakeServices::survive_elsewhere(const std::string& run_dir) {
    const std::lock_guard lock(mutex_);
    for (RunInfo& run : runs_) {
        if (run.dir == run_dir && run.elsewhere) ++run.elsewhere->survived;
    }
}

std::vector<RunRequest> FakeServices::started() const {
    const std::lock_guard lock(mutex_);
    return started_;
}

FakeSession* FakeServices::attached() const {
    const std::lock_guard lock(mutex_);
    return attached_;
}

std::vector<DeviceInfo> FakeServices::devices() {
    return {
        {"cuda:0", "NVIDIA RTX 4060", fixture::gib(8.0), fixture::gib(6.86), true, {}},
        {"cpu", "CPU (RAM)", fixture::gib(32.0), fixture::gib(24.5), true, "training on the CPU, budget is on RAM"}};
}

Result<void> FakeServices::wait_while_held(const ProgressFn& progress, const std::string& what, std::stop_token stop) {
    if (progress) progress(what, 0.5);
    bool held = false;
    {
        const std::lock_guard lock(mutex_);
        held = held_;
    }
    if (held) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait(lock, stop, [] { return false; });
    }
    if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "Cancelled.");
    return {};
}

Result<DatasetReport> FakeServices::inspect_dataset(DatasetQuery query, ProgressFn progress, std::stop_token stop) {
    if (auto waited = wait_while_held(progress, "Reading images", stop); !waited) return waited.error();
    if (query.config.data_path.find("missing") != std::string::npos) {
        return make_error(
            ErrorCode::NotFound, "The data '" + query.config.data_path + "' does not exist.",
            "Choose a folder with JPEG, PNG, WebP or GIF pictures, CIFAR-10 (binary) or MNIST files, or 'shapes'.");
    }
    DatasetReport r;
    const bool shapes = query.config.data_path == "shapes";
    r.kind = shapes ? "shapes" : "folder";
    r.name = shapes ? "Shapes (built-in)" : query.config.data_path;
    r.accepted = shapes ? query.config.data_count : 8412;
    r.smallest_side = shapes ? static_cast<int>(query.config.image_size) : 256;
    r.largest_side = shapes ? r.smallest_side : 6000;
    if (!shapes) {
        r.rejected = {{"textures/broken.jpg", "truncated: ends after 3,120 of 48,211 bytes"},
                      {"textures/notes.txt.png", "not a picture: the content is text"},
                      {"textures/huge.png", "40,000 × 40,000 px is above the limit of 100 megapixels"}};
    }
    if (query.look) {
        r.facts = DatasetFacts{.pictures = r.accepted,
                               .near_duplicates = shapes ? 0 : 212,
                               .examples = {},
                               .empty = 0.02,
                               .grey = 0.05,
                               .transparent = 0,
                               .pale = 0,
                               .light_ground = shapes ? 0 : 0.6,
                               .wide = shapes ? 0 : 0.5,
                               .high = shapes ? 0 : 0.1,
                               .edges = 0.09,
                               .median_side = r.smallest_side};
        if (!shapes) r.facts->examples.push_back({"textures/1.jpg", "textures/7.jpg"});
        r.suggestion = suggest_recipe(*r.facts);
    }
    r.thumbnails =
        fixture::samples(query.first, query.thumbnails_wanted, static_cast<int>(query.config.image_size), 1.0, 0);
    if (query.list_images) {
        for (int i = 0; i < 20; ++i)
            r.images.push_back({"textures/" + std::to_string(i) + ".jpg", 256 + i * 16, 256 + i * 8, {0.4, 0.4, 0.4}});
    }
    return r;
}

std::string FakeServices::sheet_of(const RunInfo& run) {
    if (!drawn_) return {};
    const std::lock_guard lock(mutex_);
    if (!sheets_) sheets_.emplace();
    char name[32];
    std::snprintf(name, sizeof name, "/step-%08lld.png", static_cast<long long>(run.step / 100 * 100));
    const std::string path = sheets_->file(run.name) + name;
    if (std::filesystem::exists(path)) return path;
    std::filesystem::create_directories(sheets_->file(run.name));
    const auto first = static_cast<std::int64_t>(std::hash<std::string>{}(run.name) % 97);
    const double share = std::min(1.0, static_cast<double>(run.step) / 8000);
    return write_png(path, compose_grid(fixture::samples(first, 16, 64, share, 0), 4)) ? path : std::string();
}

std::vector<RunInfo> FakeServices::list_runs() {
    std::vector<RunInfo> out;
    {
        const std::lock_guard lock(mutex_);
        out = runs_;
    }
    for (RunInfo& run : out) run.thumbnail_path = sheet_of(run);
    return out;
}

Result<RunHistory> FakeServices::load_run(std::string run_dir) {
    auto out = fixture::history(run_dir);
    if (!out) return out;
    if (const std::string sheet = sheet_of(out->info); !sheet.empty()) out->sample_paths = {sheet};
    const std::lock_guard lock(mutex_);
    for (const RunInfo& run : runs_) {
        if (run.dir != run_dir) continue;
        out->info.notes = run.notes;
        if (!run.elsewhere || run.elsewhere->step <= out->steps.back().step) continue;
        out->steps.push_back(out->steps.back());  // as far as it is
        out->steps.back().step = run.elsewhere->step;
        out->steps.back().images = run.elsewhere->step * 256;
    }
    return out;
}

Result<void> FakeServices::annotate_run(std::string run_dir, RunNotes notes) {
    const std::lock_guard lock(mutex_);
    if (failure_) return *failure_;
    for (RunInfo& run : runs_) {
        if (run.dir != run_dir) continue;
        run.notes = std::move(notes);
        return {};
    }
    return make_error(ErrorCode::NotFound, run_dir + ": there is no such run.");
}

Result<void> FakeServices::keep_favourites(std::string run_dir, std::vector<Favourite> favourites, std::string host) {
    const std::lock_guard lock(mutex_);
    if (failure_) return *failure_;
    favourites_[host + run_dir] = std::move(favourites);
    return {};
}

std::vector<Favourite> FakeServices::favourites(std::string run_dir, std::string host) {
    const std::lock_guard lock(mutex_);
    const auto kept = favourites_.find(host + run_dir);
    return kept == favourites_.end() ? std::vector<Favourite>() : kept->second;
}

Result<std::string> FakeServices::open_archive(std::string path, ProgressFn progress, std::stop_token stop) {
    if (auto waited = wait_while_held(progress, "Opening " + path, stop); !waited) return waited.error();
    if (!std::filesystem::exists(path)) return make_error(ErrorCode::NotFound, path + ": no such file");
    return std::string("/runs/shapes-128-06");
}

Result<void> FakeServices::delete_run(std::string run_dir) {
    const std::lock_guard lock(mutex_);
    const auto gone = std::remove_if(runs_.begin(), runs_.end(), [&](const RunInfo& r) { return r.dir == run_dir; });
    if (gone == runs_.end()) return make_error(ErrorCode::NotFound, run_dir + ": there is no such run.");
    runs_.erase(gone, runs_.end());
    return {};
}

namespace {

/// What has a tip, as plots of the engine do.
constexpr const char* kPlots =
    R"(<svg xmlns="http://www.w3.org/2000/svg" width="96" height="54" viewBox="0 0 96 54"><rect width="96" height="27" fill="#1f77b4"/>)"
    R"(<text x="4" y="40" font-size="11">loss<title>loss of D</title></text></svg>)";

}  // namespace

Result<ExportDone> FakeServices::export_run(ExportRequest request, ProgressFn progress, std::stop_token stop) {
    if (auto waited = wait_while_held(progress, "Writing " + request.target, stop); !waited) return waited.error();
    const std::lock_guard lock(mutex_);
    exports_.push_back(request);
    if (failure_) return *failure_;
    std::ofstream file(request.target, std::ios::binary);
    file << (request.format == "svg" ? kPlots : "Headroom " + request.format + "\n");
    file.close();
    if (!file) return make_error(ErrorCode::Disk, request.target + ": could not be written.", "Choose another folder.");
    return ExportDone{request.target, Bytes{13}};
}

namespace {

/// RRDB is what ends in .pth; a network needs 8 MiB beside the pictures.
Result<UpscaleDone> upscale_forecast(const UpscaleRequest& request) {
    const auto picture = read_image_header(request.picture);
    if (!picture) return picture.error();
    UpscaleDone out;
    out.width = picture->width * request.scale;
    out.height = picture->height * request.scale;
    out.network = "Lanczos";
    if (request.method == "lanczos") return out;
    const bool own = request.method != "shapes";
    if (own && !request.method.ends_with(".pth"))
        return make_error(ErrorCode::BadFile, request.method + ": these weights do not enlarge pictures",
                          "Choose a file of the RRDB kind.");
    const Bytes room = request.budget.count > 0 ? request.budget : fixture::gib(1.2);
    const Bytes pictures{std::int64_t{3} * picture->width * picture->height * (1 + request.scale * request.scale)};
    if (room < pictures + Bytes{8 << 20})
        return make_error(ErrorCode::OutOfMemory, "enlarging in.png did not fit in " + to_text(room),
                          "Choose Lanczos.");
    out.network = own ? "RRDB 4x, 23 blocks of 64 channels" : "a network of the built-in shapes";
    out.peak = std::min(pictures + fixture::gib(0.4), room);
    out.tile = 192;
    out.overlap = 32;
    out.tiles = 6;
    return out;
}

}  // namespace

Result<UpscaleDone> FakeServices::upscale(UpscaleRequest request, ProgressFn progress, std::stop_token stop) {
    if (request.target.empty()) return upscale_forecast(request);
    if (auto waited = wait_while_held(progress, "Enlarging " + request.picture, stop); !waited) return waited.error();
    const std::lock_guard lock(mutex_);
    if (failure_) return *failure_;
    auto done = upscale_forecast(request);
    auto picture = decode_image(request.picture, 3);
    if (!done || !picture) return done ? picture.error() : done.error();
    const ImageBuffer larger = resample(*picture, done->width, done->height, ResampleFilter::Lanczos);
    if (auto written = write_png(request.target, larger, {}); !written) return written.error();
    done->path = request.target;
    return done;
}

Result<std::string> FakeServices::make_recipe(TrainConfig config, std::string, std::stop_token) {
    return write_config(config, {.headroom = "1.2.3", .device = "Scripted card", .data = "12 pictures, 0f"});
}

std::vector<RecipeDifference> FakeServices::recipe_differences(RecipeOrigin origin, TrainConfig, std::stop_token) {
    if (origin.device.empty() || origin.device == "Scripted card") return {};
    return {{RecipeDifference::What::Device, origin.device, "Scripted card"}};
}

std::vector<ExportFormat> FakeServices::export_formats(ExportKind kind) const {
    switch (kind) {
        case ExportKind::Grid: return {{"png", true, {}}};
        case ExportKind::Timelapse:
            return {{"gif", true, {}}, {"webp", true, {}}, {"mp4", false, "The program ffmpeg is not installed."}};
        case ExportKind::Checkpoint: return {{"safetensors", true, {}}, {"pth", true, {}}};
        case ExportKind::Metrics:
            return {{"csv", true, {}}, {"json", true, {}}, {"svg", true, {}}, {"tfevents", true, {}}};
        case ExportKind::Run: return {{"zip", true, {}}};
        case ExportKind::Walk: return {{"gif", true, {}}, {"webp", true, {}}};
        case ExportKind::Model: return {{"safetensors", true, {}}};
        case ExportKind::Onnx: return {{"onnx", true, {}}};
        case ExportKind::Config: break;
    }
    return {{"json", true, {}}};
}

FakeSession* FakeServices::session() const {
    const std::lock_guard lock(mutex_);
    return session_;
}

std::vector<ExportRequest> FakeServices::exports() const {
    const std::lock_guard lock(mutex_);
    return exports_;
}

void FakeServices::hold_work() {
    const std::lock_guard lock(mutex_);
    held_ = true;
}

void FakeServices::fail_exports(std::optional<Error> error) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(error);
}

void FakeServices::refuse() {
    fail_exports(make_error(ErrorCode::Disk, "cannot write /tmp: the disk is full",
                            "Free some space or choose another folder; the earlier file is unchanged."));
    const std::lock_guard lock(mutex_);
    refuses_ = true;
}

std::unique_ptr<Services> make_fake_services(const std::string& fixture) {
    std::string story = fixture;
    const auto ends = [&story](std::string_view suffix) {
        const bool there = story.ends_with(suffix);
        if (there) story.resize(story.size() - suffix.size());
        return there;
    };
    const bool live = ends("-live"), busy = ends("-busy"), refused = ends("-refused");
    auto services = std::make_unique<FakeServices>(story, live ? FakeMotion::Live : FakeMotion::Frozen);
    services->draw_pictures();
    if (busy) services->hold_work();
    if (refused) services->refuse();
    if (fixture.starts_with("elsewhere")) {
        services->train_elsewhere("/runs/shapes-128-07");
        services->fake_queue().set(night_queue());
    }
    return services;
}

}  // namespace headroom
