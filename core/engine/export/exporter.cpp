// Exports: sample grids, timelapses, weights, figures and configurations of a run.
#include "core/engine/export/exporter.h"

#include "core/base/contained.h"
#include "core/base/file_handle.h"
#include "core/engine/export/curves_svg.h"
#include "core/engine/export/model_export.h"
#include "core/engine/export/picture_notes.h"
#include "core/engine/export/weights_export.h"
#include "core/engine/recipe/recipe.h"
#include "core/engine/run_reader.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/words.h"
#include "core/io/animation/animation.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/csv.h"
#include "core/io/files/event_file.h"
#include "core/io/pictures/image_codec.h"
#include "core/io/runs/checkpoint_manifest.h"
#include "core/io/runs/run_archive.h"
#include "core/io/runs/run_archive_names.h"
#include "core/io/runs/run_folder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

// A timelapse is there to be sent and shown; a film is as large as it was painted.
constexpr int kLargestFrame = 800, kLargestFilm = 4096;
constexpr int kLargestGrid = 4096;
constexpr int kMostWalk = 2000, kLargestWalkGrid = 64;

Error bad(std::string message, std::string hint = {}) {
    return make_error(ErrorCode::InvalidArgument, std::move(message), std::move(hint));
}

/// The format that `request` asks for, by name or by the target's extension; else the kind's first.
Result<std::string> format_of(const ExportRequest& request) {
    const std::vector<ExportFormat> allowed = export_formats(request.kind);
    const auto known = [&](const std::string& name) {
        return std::any_of(allowed.begin(), allowed.end(), [&](const ExportFormat& f) { return f.name == name; });
    };
    std::string format = request.format;
    if (format.empty()) {
        format = ending_of(request.target);
        if (!format.empty()) format.erase(0, 1);
        if (!known(format)) format = allowed.front().name;
    }
    if (known(format)) return format;
    std::string list;
    for (const ExportFormat& f : allowed) list += (list.empty() ? "" : ", ") + f.name;
    return bad("format: '" + format + "' cannot hold this export; choose " + list);
}

/// Whether the run in `run_dir` keeps `target` itself, so that an export would damage it.
bool is_kept_by_run(const std::string& run_dir, const std::string& target) {
    std::error_code ec;
    const fs::path run = fs::weakly_canonical(run_of(run_dir), ec);
    if (!fs::exists(run / "run.json", ec)) return false;
    const fs::path within = fs::weakly_canonical(fs::absolute(target, ec), ec).lexically_relative(run);
    if (within.empty()) return false;
    const std::string top = within.begin()->string();
    return within == fs::path(top) ? is_run_file(top) : run_archive::is_kept_folder(top);
}

Result<ExportDone> done(const std::string& path) {
    std::error_code ec;
    const auto size = fs::file_size(path, ec);
    return ExportDone{path, Bytes{ec ? 0 : static_cast<std::int64_t>(size)}};
}

/// What a grid of these weights says of itself; bare ones know no settings.
ImageNotes grid_notes(const ExportRequest& r, const std::string& weights) {
    const auto manifest = CheckpointManifest::load(weights);
    if (!manifest) return {{"Software", "Headroom"}, {"Seed", std::to_string(r.seed)}};
    const std::int64_t count = static_cast<std::int64_t>(r.rows) * r.cols;
    return notes_of(manifest->config, {manifest->step, r.seed, count, r.truncation, r.latents, r.truncations});
}

Result<void> write_grid(const ExportRequest& r, Backend& backend, const ProgressFn& progress, std::stop_token stop) {
    if (r.rows < 1 || r.cols < 1 || static_cast<std::int64_t>(r.rows) * r.cols > kLargestGrid) {
        return bad("rows x cols: " + std::to_string(r.rows) + " x " + std::to_string(r.cols) +
                   " is not between 1 and " + std::to_string(kLargestGrid) + " pictures");
    }
    if (auto format = format_of(r); !format) return format.error();
    auto weights = weights_now(r.run_dir, progress);
    if (!weights) return weights.error();
    const ImageNotes notes = grid_notes(r, *weights);
    GenerateRequest request;
    request.source = *std::move(weights);
    request.ema = r.ema;
    request.count = r.rows * r.cols;
    request.seed = r.seed;
    request.latents = r.latents;
    request.truncation = r.truncation;
    request.truncations = r.truncations;
    request.device = r.device;
    auto images = backend.generate(request, progress, stop);
    if (!images) return images.error();
    return write_png(r.target, compose_grid(*images, r.cols), notes);
}

/// An animation between latents, or of a grid between the weights of two checkpoints.
Result<void> write_walk(const ExportRequest& r, Backend& backend, const ProgressFn& progress, std::stop_token stop) {
    const auto format = format_of(r);
    if (!format) return format.error();
    const bool blends = !r.blend_with.empty();
    if (r.max_frames < 2 || r.max_frames > kMostWalk)
        return bad("max_frames: " + std::to_string(r.max_frames) + " is not between 2 and " +
                   std::to_string(kMostWalk));
    if (!blends && r.latents.size() == 1) return bad("latents: a walk needs two ends or more");
    GenerateRequest request;
    request.source = r.run_dir;
    request.ema = r.ema;
    request.seed = r.seed;
    request.truncation = r.truncation;
    request.device = r.device;
    request.latents = r.latents;
    request.truncations = r.truncations;
    request.walk = !blends;
    request.closed = r.closed;
    const std::int64_t grid = static_cast<std::int64_t>(r.rows) * r.cols;
    request.count = blends ? static_cast<int>(std::clamp<std::int64_t>(grid, 1, kLargestWalkGrid)) : r.max_frames;
    request.blend_with = r.blend_with;
    request.blend_frames = r.max_frames;
    auto images = backend.generate(request, progress, stop);
    if (!images) return images.error();
    if (!blends) return write_animation(r.target, *format, *images, r.seconds_per_frame, stop);
    const std::size_t each = images->size() / static_cast<std::size_t>(r.max_frames);
    ImageList frames;
    for (std::size_t f = 0; f < static_cast<std::size_t>(r.max_frames); ++f) {
        const auto first = images->begin() + static_cast<std::ptrdiff_t>(f * each);
        frames.push_back(compose_grid(ImageList(first, first + static_cast<std::ptrdiff_t>(each)),
                                      std::min<int>(r.cols, static_cast<int>(each))));
    }
    return write_animation(r.target, *format, frames, r.seconds_per_frame, stop);
}

Result<void> write_timelapse(const ExportRequest& r, const ProgressFn& progress, std::stop_token stop) {
    const auto format = format_of(r);
    if (!format) return format.error();
    if (r.max_frames < 1 || r.max_frames > ExportRequest::kMostFrames)
        return bad("max_frames: " + std::to_string(r.max_frames) + " is not between 1 and " +
                   std::to_string(ExportRequest::kMostFrames));
    if (!(r.seconds_per_frame >= 0.01 && r.seconds_per_frame <= 60))
        return bad("seconds per frame: not between 0.01 and 60");
    auto run = read_run(r.run_dir, 0);
    if (!run) return run.error();
    // A run over a folder has made a film, other runs have their samples; of more than were asked for, some, spread evenly.
    const bool film = !run->frame_paths.empty();
    const auto& paths = film ? run->frame_paths : run->sample_paths;
    if (paths.empty()) {
        const bool paints = !family_of(run->config).facts().trains;
        return make_error(ErrorCode::NotFound,
                          r.run_dir + (paints ? ": holds no pictures yet" : ": holds no samples yet"),
                          std::string(paints ? "Pictures are kept" : "Samples are drawn") + " every preview.every " +
                              step_word(run->config.model, 2) + ".");
    }
    const std::size_t count = std::min<std::size_t>(paths.size(), static_cast<std::size_t>(r.max_frames));
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < count; ++i)
        chosen.push_back(paths[count == 1 ? paths.size() - 1 : i * (paths.size() - 1) / (count - 1)]);
    auto last = decode_image(chosen.back());
    if (!last) return last.error();
    // The last frame rules: a run that grew its resolution shows its early samples enlarged, in their own shape.
    const double shrink =
        std::min(1.0, static_cast<double>(film ? kLargestFilm : kLargestFrame) / std::max(last->width, last->height));
    const int width = std::max(1, static_cast<int>(std::lround(last->width * shrink))),
              height = std::max(1, static_cast<int>(std::lround(last->height * shrink)));
    const auto read = [&](std::size_t i) -> Result<ImageBuffer> {
        if (stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the export was stopped");
        if (progress) progress("writing the animation", static_cast<double>(i) / static_cast<double>(count));
        return decode_image(chosen[i]);
    };
    return write_animation(r.target, *format, AnimationFrames(count, width, height, read), r.seconds_per_frame, stop);
}

Result<void> write_metrics(const ExportRequest& r) {
    auto format = format_of(r);
    if (!format) return format.error();
    const bool drawn = *format == "svg";
    auto run = read_run(r.run_dir, drawn ? HistoryStore::kMostShown : 0);  // what lists all steps reads them in pieces
    if (!run) return run.error();
    constexpr const char* kStillThere = "Its weights can still be exported.";
    if (!run->damage.empty()) return make_error(ErrorCode::BadFile, run->damage, kStillThere);
    if (drawn) return write_text_atomic(r.target, curves_svg(*run));
    const StepPieces steps = [&](const TakeSteps& take) { return read_steps(r.run_dir, take); };
    const auto written = write_stream_atomic(r.target, 0, [&](const WriteFn& write) {
        if (*format == "csv") return write_metrics_csv(steps, write);
        if (*format == "json") return write_metrics_json(steps, run->marks, run->scores, write);
        return write_event_file(steps, run->info.created_unix_ms, run->scores, write);
    });
    if (written || written.error().code != ErrorCode::BadFile) return written;
    return make_error(ErrorCode::BadFile, written.error().message, kStillThere, written.error().detail);
}

Result<void> write_settings(const ExportRequest& r, Backend& backend, std::stop_token stop) {
    if (auto format = format_of(r); !format) return format.error();
    auto run = read_run(r.run_dir);
    if (!run) return run.error();
    const auto recipe = make_recipe(run->config, &*run, backend, std::move(stop));
    return recipe ? write_text_atomic(r.target, *recipe) : recipe.error();
}

Result<void> write_archive(const ExportRequest& r, const ProgressFn& progress, std::stop_token stop) {
    if (auto format = format_of(r); !format) return format.error();
    return write_run_archive(r.run_dir, r.target, progress, std::move(stop));
}

Result<void> write_export(const ExportRequest& request, Backend& backend, const ProgressFn& progress,
                          std::stop_token stop) {
    switch (request.kind) {
        case ExportKind::Grid: return write_grid(request, backend, progress, std::move(stop));
        case ExportKind::Timelapse: return write_timelapse(request, progress, std::move(stop));
        case ExportKind::Checkpoint: return write_checkpoint_copies(request, format_of(request), progress);
        case ExportKind::Model: return write_model(request, backend, progress, std::move(stop));
        case ExportKind::Onnx: return write_onnx_networks(request, progress);
        case ExportKind::Metrics: return write_metrics(request);
        case ExportKind::Config: return write_settings(request, backend, std::move(stop));
        case ExportKind::Walk: return write_walk(request, backend, progress, std::move(stop));
        case ExportKind::Run: return write_archive(request, progress, std::move(stop));
    }
    return {};
}

}  // namespace

std::vector<ExportFormat> export_formats(ExportKind kind) {
    std::vector<ExportFormat> out;
    const auto plain = [&](std::initializer_list<const char*> names) {
        for (const char* name : names) out.push_back({name, true, {}});
    };
    switch (kind) {
        case ExportKind::Grid: plain({"png"}); break;
        case ExportKind::Timelapse:
            for (const AnimationFormat& f : animation_formats()) out.push_back({f.name, f.available, f.note});
            break;
        case ExportKind::Checkpoint: plain({"safetensors", "pth"}); break;
        case ExportKind::Metrics: plain({"csv", "json", "svg", "tfevents"}); break;
        case ExportKind::Model: plain({"safetensors"}); break;
        case ExportKind::Onnx: plain({"onnx"}); break;
        case ExportKind::Config: plain({"json"}); break;
        case ExportKind::Run: plain({"zip"}); break;
        case ExportKind::Walk: return export_formats(ExportKind::Timelapse);
    }
    return out;
}

Result<void> check_export_target(const ExportRequest& request) {
    const std::string& target = request.target;
    if (target.empty()) return bad("target: no file to write was named");
    std::error_code ec;
    const fs::path folder = fs::absolute(target, ec).parent_path();
    if (!fs::is_directory(folder, ec))
        return make_error(ErrorCode::NotFound, folder.string() + ": no such folder", "Make it, or choose another one.");
    if (fs::is_directory(target, ec)) return bad(target + ": is a folder, not a file to write");
    if (is_kept_by_run(request.run_dir, target))
        return bad(target + ": is where the run keeps its own files", "Choose another name or folder.");
    return {};
}

Result<ExportDone> export_from_run(const ExportRequest& request, Backend& backend, const ProgressFn& progress,
                                   std::stop_token stop) {
    if (auto ok = check_export_target(request); !ok) return ok.error();
    sweep_files_left_here(folder_of(request.target));  // of exports that were killed
    const Result<void> written = contained("the export failed unexpectedly",
                                           [&] { return write_export(request, backend, progress, std::move(stop)); });
    if (!written) return written.error();
    return done(request.target);
}

}  // namespace headroom
