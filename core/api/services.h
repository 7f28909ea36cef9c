// Services: what the window and the command line need beside a running session: devices, data sets, finished runs, exports.
// All calls block and may take long: never call them on the window's thread. Thread-safe; nothing throws across it.
#pragma once

#include "core/api/dataset_facts.h"
#include "core/api/event.h"
#include "core/api/image_buffer.h"
#include "core/api/latent.h"
#include "core/api/models.h"
#include "core/api/param.h"
#include "core/api/place.h"
#include "core/api/queue.h"
#include "core/api/recipe.h"
#include "core/api/session.h"
#include "core/api/step_pieces.h"
#include "core/api/train_config.h"
#include "core/api/upscale.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// Called now and then with what is being done and how far (0..1, < 0 unknown).
using ProgressFn = std::function<void(const std::string& what, double fraction)>;

struct DeviceInfo {
    std::string id;    ///< "cpu", "cuda:0"
    std::string name;  ///< "AMD EPYC, 2 cores", "NVIDIA RTX 4060"
    Bytes total, free;
    bool usable = true;
    std::string note;                       ///< why not usable, or what is special
    Precision automatic = Precision::Fp32;  ///< what the precision "auto" is there
};

struct RejectedFile {
    std::string path, reason;
};

struct DatasetImage {
    std::string path;
    int width = 0, height = 0;
    std::array<double, 3> mean_rgb{};
};

/// What a data set holds. `thumbnails` are the first `thumbnails_wanted` pictures as training sees them.
struct DatasetReport {
    std::string name, kind;  ///< kind: "shapes", "folder", "cifar10", "mnist"
    std::int64_t accepted = 0;
    std::vector<RejectedFile> rejected;
    std::vector<DatasetImage> images;  ///< filled when asked for
    ImageList thumbnails;
    int smallest_side = 0, largest_side = 0;
    std::optional<DatasetFacts> facts{};          ///< when asked for
    std::optional<SuggestedRecipe> suggestion{};  ///< likewise; none: nothing is known of such data
};

struct DatasetQuery {
    TrainConfig config;  ///< data.* and image.size are used
    int thumbnails_wanted = 64;
    std::int64_t first = 0;  ///< first thumbnail's index
    bool list_images = false;
    bool look = false;    ///< at every picture: DatasetReport::facts and suggestion
    bool on_gpu = false;  ///< where what is proposed would train; Services with an engine find out
};

struct CheckpointInfo {
    std::string path;
    std::int64_t step = 0, images = 0;
    Bytes size;
    bool best = false, verified = false;
    std::string problem{};
    double score = std::numeric_limits<double>::quiet_NaN();  ///< as in RunInfo
    std::int64_t side = 0;                                    ///< of the pictures of its settings; 0: not known
};

/// What a user wrote about a run.
struct RunNotes {
    std::vector<std::string> tags{};  ///< short words without commas, each once
    std::string text{};
    bool operator==(const RunNotes&) const = default;
};

struct RunInfo {
    std::string dir, name, state;  ///< state: "running", "stopped", "finished", "failed", "crashed"
    std::int64_t created_unix_ms = 0, step = 0, images = 0;
    double elapsed_seconds = 0;
    ModelKind model;
    std::string data_name;
    std::string prompts;        ///< text to image: what it painted; empty otherwise
    int width = 0, height = 0;  ///< of its pictures, pixels
    std::string thumbnail_path;
    std::vector<CheckpointInfo> checkpoints;
    Precision precision = Precision::Fp32;  ///< computed in; Auto only where it never ran
    std::string device{};                   ///< its name; empty: not known
    Bytes peak;                             ///< most that the process held in any step; 0: not known
    /// Best of its checkpoints: sliced Wasserstein distance (DCGAN), mean |difference| of reconstructions (VQGAN), lower is
    /// better; text to image: mean similarity to the prompts in the latest step. NaN: none.
    double score = std::numeric_limits<double>::quiet_NaN();
    RunNotes notes{};
    std::optional<LiveRun> elsewhere{};  ///< another process trains it and answers
    ParamPatch begun_with{};             ///< of the settings that its plan has changed, what it began with
};

/// A recorded change, recovery or checkpoint.
struct HistoryMark {
    std::int64_t step = 0, images = 0;
    std::string kind, text;
};

struct RunHistory {
    RunInfo info;
    TrainConfig config;
    std::vector<StepDone> steps;  ///< a long run's are thinned to what plots show
    std::vector<HistoryMark> marks;
    std::vector<std::string> sample_paths;
    std::vector<ScoresDone> scores{};      ///< by step
    std::vector<std::string> frame_paths;  ///< finished pictures of a run over a folder, in order
    std::int64_t recorded_steps = 0;       ///< with those that were thinned out
    std::string damage{};                  ///< why the figures are not all there; empty: they are
};

/// Config: the settings as a recipe. Run: the whole run folder as one archive, which open_archive() turns into a run again. Walk: an animation
/// between latents, or between the weights of two checkpoints. Model: the weights that draw, with a card, pictures and a loader for PyTorch
/// beside them. Onnx: the networks that draw.
enum class ExportKind { Grid, Timelapse, Checkpoint, Metrics, Config, Run, Walk, Model, Onnx };

struct ExportRequest {
    ExportKind kind = ExportKind::Grid;
    std::string run_dir;
    std::string address{};  ///< of the process that is asked to export and to send the file; empty: the folder is here
    std::string target;     ///< file to write; its folder must exist
    std::string format;     ///< "png", "gif", "webp", "mp4", "csv", "json", "safetensors", "pth", "zip", "onnx"
    int rows = 8, cols = 8;
    std::uint64_t seed = 0;  ///< 0: the run's fixed latents
    bool ema = true;
    double truncation = 1.0;
    std::string device{};            ///< Grid, Walk: as GenerateRequest::device
    double seconds_per_frame = 0.1;  ///< timelapse
    /// Of a run's samples, or of a folder run's frames; where there are more, this many are spread evenly; 1 to kMostFrames.
    int max_frames = 200;
    static constexpr int kMostFrames = 10000;
    std::vector<LatentId>
        latents{};       ///< Grid: these instead of rows x cols; Walk: the ends on its way; empty: random ones
    bool closed = true;  ///< Walk: it ends where it began
    std::string
        blend_with{};  ///< Walk: a checkpoint or run; the way leads from the weights of run_dir to its weights, for the pictures of a Grid
    std::string
        licence{};  ///< Model: under which others may use it, as the Hugging Face hub calls it; empty: "unknown"
    std::vector<double> truncations{};  ///< Grid, Walk: of each of `latents`, instead of `truncation`; empty: that
};

/// Which pictures of a data set CLIP finds most like a picture.
struct NearestQuery {
    TrainConfig config;   ///< data.* and image.size: the data set; device: where CLIP computes
    ImageBuffer picture;  ///< grey or RGB, of any size
    int count = 16;
    std::string clip{};  ///< weights; empty: the built-in CLIP
};

struct NearestFound {
    std::string clip;                ///< path of the weights
    std::vector<Neighbour> nearest;  ///< the nearest first, by their features
    ImageList pictures;              ///< they, as training sees them
};

/// A format that an export can have. `note`: why it is not available here and what to do; empty otherwise.
struct ExportFormat {
    std::string name;
    bool available = true;
    std::string note;
};

class Services {
public:
    virtual ~Services() = default;

    /// The session; made on first use (loads the tensor library, may take a second).
    virtual std::unique_ptr<Session> make_session() = 0;
    virtual std::vector<DeviceInfo> devices() = 0;
    virtual Result<DatasetReport> inspect_dataset(DatasetQuery query, ProgressFn progress, std::stop_token stop) = 0;
    virtual std::vector<RunInfo> list_runs() = 0;
    /// A long run's steps are thinned to what pictures show.
    virtual Result<RunHistory> load_run(std::string run_dir) = 0;
    /// All steps of a run, however many. Errors: BadFile, Disk, as `take`.
    virtual Result<void> read_steps(std::string run_dir, const TakeSteps& take) {
        const auto run = load_run(std::move(run_dir));
        return run ? take(run->steps) : run.error();
    }
    virtual Result<void> delete_run(std::string run_dir) = 0;
    /// Replaces what the user wrote about a run, under way or not. Errors: NotFound, InvalidArgument (tags), Disk.
    virtual Result<void> annotate_run(std::string run_dir, RunNotes) {
        return make_error(ErrorCode::NotFound, run_dir + ": there is no such run");
    }
    /// Replaces the latents that the user keeps of a run: in its folder, or, of one on another machine, `host`, here. Errors: NotFound,
    /// InvalidArgument (too many), Disk.
    virtual Result<void> keep_favourites(std::string run_dir, std::vector<Favourite>, std::string /*host*/ = {}) {
        return make_error(ErrorCode::NotFound, run_dir + ": there is no such run");
    }
    /// What is kept of it so.
    virtual std::vector<Favourite> favourites(std::string /*run_dir*/, std::string /*host*/ = {}) { return {}; }
    /// Writes one file, atomically; Checkpoint, Model and Onnx others beside it. Returns its path and size.
    virtual Result<ExportDone> export_run(ExportRequest request, ProgressFn progress, std::stop_token stop) = 0;
    /// `config` as a recipe that is made here: with versions, the device's name and the fingerprint of its data, and of the run in `run_dir`
    /// (empty: none) what was measured. May list a folder. Error: Cancelled.
    virtual Result<std::string> make_recipe(TrainConfig, std::string run_dir, std::stop_token) {
        return make_error(ErrorCode::Environment, run_dir + ": recipes cannot be made here");
    }
    /// What is another here than where a recipe was made; of what is not known nothing. May list a folder.
    virtual std::vector<RecipeDifference> recipe_differences(RecipeOrigin, TrainConfig, std::stop_token) { return {}; }
    /// Unpacks the archive of a run into a new folder among the runs and returns it; every file is checked. Errors: NotFound, BadFile, Disk, Cancelled.
    virtual Result<std::string> open_archive(std::string path, ProgressFn, std::stop_token) {
        return make_error(ErrorCode::Environment, path + ": archives cannot be opened here");
    }
    /// Enlarges a picture, in tiles where the budget asks for it. Writes one PNG, atomically. Errors: InvalidArgument (scale, sides of the
    /// result), NotFound, BadFile (picture, weights), OutOfMemory, Disk, Cancelled.
    virtual Result<UpscaleDone> upscale(UpscaleRequest request, ProgressFn progress, std::stop_token stop) = 0;
    /// The features of a data set are made when it is first asked for with a CLIP, and kept. Errors: those of data sets; NotFound, BadFile (the
    /// CLIP), OutOfMemory, Disk, Cancelled.
    virtual Result<NearestFound> nearest_in_features(NearestQuery, ProgressFn, std::stop_token) {
        return make_error(ErrorCode::Environment, "this engine has no CLIP", "Look for near pictures in pixels.");
    }
    /// The built-in models first, then those of the catalogue. Looks at the disk alone.
    virtual std::vector<KnownModel> list_models() { return {}; }
    /// Fetches a model of the catalogue, going on where an earlier try broke off; the only call that uses the network. Returns the path
    /// of its weights. Errors: NotFound, Environment (no connection), BadFile (not what was promised), Disk, Cancelled.
    virtual Result<std::string> fetch_model(std::string id, FetchProgressFn, std::stop_token) {
        return make_error(ErrorCode::NotFound, "'" + id + "' is no model of the catalogue");
    }
    /// Deletes what was fetched of a model of the catalogue, broken downloads too. Errors: NotFound, Disk.
    virtual Result<void> delete_model(std::string id) {
        return make_error(ErrorCode::NotFound, "'" + id + "' is no model of the catalogue");
    }
    /// What the file at `path` is, from its names and shapes. Errors: NotFound, BadFile.
    virtual Result<WeightSummary> look_at_weights(std::string path) {
        return make_error(ErrorCode::NotFound, path + ": cannot be read here");
    }
    /// The formats of a kind of export, the default first. Quick: looks for programs in PATH.
    virtual std::vector<ExportFormat> export_formats(ExportKind kind) const = 0;
    /// A session of a run that another process trains: of a run folder, or "unix:PATH" of its socket. Errors: NotFound (nobody trains it),
    /// Environment (it does not answer, or speaks another version).
    virtual Result<std::unique_ptr<Session>> attach(std::string run_or_address) {
        return make_error(ErrorCode::NotFound, run_or_address + ": no process trains it");
    }
    /// Begins or continues a run in a process of its own, which goes on without this one. Returns its address, to attach to. Errors: those of
    /// the start, Environment (no process could be started).
    virtual Result<std::string> start_elsewhere(RunRequest, ProgressFn, std::stop_token) {
        return make_error(ErrorCode::Environment, "runs in processes of their own cannot be started here");
    }
    /// Null: there is none.
    virtual std::shared_ptr<Queue> queue() { return nullptr; }
    /// Where runs are kept by default.
    virtual std::string runs_folder() const = 0;
};

}  // namespace headroom
