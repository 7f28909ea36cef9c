// Backend: the torch-free door from the engine (worker, services, command line) to the tensor side (core/train).
// The worker is tested against a fake backend; programs pass the real one (core/train/torch_backend.h).
#pragma once

#include "core/api/command.h"
#include "core/api/event.h"
#include "core/api/forecast.h"
#include "core/api/services.h"
#include "core/api/train_config.h"
#include "core/data/dataset.h"
#include "core/engine/plan/forecaster.h"
#include "core/io/runs/run_folder.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

/// Events of a trainer while it works; called on the worker thread.
using EmitFn = std::function<void(Event)>;

/// What a prepared run is, in plain numbers.
struct PreparedRun {
    std::int64_t step = 0, images = 0;
    std::int64_t data_count = 0;
    std::string data_name, device_name;
    std::int64_t parameters_g = 0, parameters_d = 0;
    double elapsed_seconds = 0;
    Precision automatic = Precision::Fp32;  ///< what the precision "auto" is on this device
    SkippedPictures skipped{};              ///< of the data set; not among `data_count`
};

/// How a step ended.
struct StepOutcome {
    bool done = false;  ///< false: `error` says why and the state is that of before the step
    StepDone metrics;
    Error error;
    /// False: the device is still at it. `metrics` holds what the program itself knows (which step, how many pictures, memory), and
    /// the rest comes of Trainer::figures().
    bool told = true;
};

/// One run's networks, optimisers and data. Made, used and destroyed on the worker thread only.
class Trainer {
public:
    virtual ~Trainer() = default;

    /// Opens data and device, builds the networks or restores them from `restored` (null: a fresh run; with
    /// `weights_only` its networks alone are taken). `emit` stays valid for the trainer's life.
    virtual Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* restored, bool weights_only,
                                        ProgressFn progress, EmitFn emit, std::stop_token stop) = 0;
    /// One optimiser step of D and of G. Survives out-of-memory errors by the ladder (an OomRecovered event, changed config).
    virtual StepOutcome step() = 0;
    /// Steps whose figures were not told with their outcome and are known by now, oldest first, each once. `all`: waits for those of
    /// all steps. Error: the device has failed since.
    virtual Result<std::vector<StepDone>> figures(bool all) {
        (void)all;
        return std::vector<StepDone>{};
    }
    /// Applies `next` at a step boundary. Error: nothing changed.
    virtual Result<void> apply(const TrainConfig& next, ProgressFn progress, std::stop_token stop) = 0;
    /// Whether apply(next) would have to wait for pictures that ready_data() can pack beforehand.
    virtual bool needs_other_data(const TrainConfig&) const { return false; }
    /// Packs the pictures of `next` and keeps them for apply(). Runs on a thread of its own while step() goes on; touches
    /// nothing that a step uses.
    virtual Result<void> ready_data(const TrainConfig&, ProgressFn, std::stop_token) { return {}; }
    /// The configuration in force (the ladder may have changed it).
    virtual TrainConfig config() const = 0;
    /// What this process computes of each step where several share it, as the settings of a run of its own.
    virtual TrainConfig own_part() const { return config(); }
    /// The networks as they are; empty while none are built.
    virtual NetworkLayout layout() const { return {}; }
    /// What to do about the latest OomRecovered.
    virtual void answer_oom(OomAnswer) {}
    virtual Result<SampleReady> sample(const SampleRequest& request) = 0;
    /// A copy of everything an exact resume needs, in memory of its own: it can be written while training goes on.
    virtual Result<std::shared_ptr<const CheckpointContent>> checkpoint() = 0;
    virtual std::shared_ptr<const MemoryReport> memory() = 0;
    /// The latest recorded step, or null.
    virtual std::shared_ptr<const StepTimeline> timeline() = 0;
    /// What the run makes against its data. Holds nothing afterwards but features of the data, in host memory. Errors: InvalidArgument (such runs are
    /// not scored; too few pictures), OutOfMemory, NotFound, BadFile (weights of the features), Cancelled.
    virtual Result<RunScores> scores(const ProgressFn&, std::stop_token) {
        return make_error(ErrorCode::InvalidArgument, "runs of this kind are not scored");
    }
    /// As Session::request_speed. Error: this run's steps cannot be watched.
    virtual Result<void> measure_next_step() {
        return make_error(ErrorCode::Environment, "this engine watches no steps", "Use the engine with LibTorch.");
    }
    /// The latest recorded step, or else the present state, as the bytes of a pickle that PyTorch's memory viewer reads.
    virtual Result<std::string> memory_snapshot() {
        return make_error(ErrorCode::Environment, "this engine counts no memory", "Use the engine with LibTorch.");
    }
    virtual Result<void> lend() = 0;
    virtual Result<void> take_back() = 0;
    /// True when steps, images or epochs have reached their limit.
    virtual bool reached_limit() const = 0;
};

/// Pictures to make from stored weights.
struct GenerateRequest {
    std::string source;  ///< run folder, checkpoint folder or weight file
    bool ema = true;
    int count = 64;
    std::uint64_t seed = 0;  ///< 0: the run's fixed latents
    double truncation = 1.0;
    bool walk = false;  ///< `count` frames along a closed path through `walk_stops` latents
    int walk_stops = 8;
    std::vector<LatentId>
        latents{};       ///< these instead of `count`; of a walk the ends on its way instead of random ones
    bool closed = true;  ///< a walk ends where it began
    /// A checkpoint or run with the same network: `blend_frames` times the pictures, on the way from `source`'s weights to its weights.
    std::string blend_with{};
    int blend_frames = 0;
    /// As of a run: "auto", "cpu", "cuda:0". Empty: the run's own; the CPU, which is told, where that cannot be used, has no room or is at
    /// work for a run of this process.
    std::string device{};
    std::vector<double> truncations{};  ///< of each of `latents`, instead of `truncation`; empty: that
};

/// What stands between this program and a GPU, in sentences, for `doctor`. Empty: not looked at.
struct GpuSupport {
    bool driver_present = false;
    std::string driver;  ///< its version, where NVML reports it
    std::string module;  ///< the CUDA module: loaded, or why not
    std::string nvml;    ///< "works", or why not
    std::string none;    ///< why no device is listed; empty when some are
};

class Backend {
public:
    virtual ~Backend() = default;
    /// For runs of that kind.
    virtual std::unique_ptr<Trainer> make_trainer(ModelKind kind) = 0;
    /// The CPU first, then every GPU that the driver lists. Any thread but the window's: the first call loads the CUDA module.
    virtual std::vector<DeviceInfo> devices() = 0;
    virtual GpuSupport gpu_support() { return {}; }
    /// Costs of configurations, shared by all sessions; null: only static parts are known.
    virtual std::shared_ptr<Forecaster> forecaster() { return nullptr; }
    /// Counted tensor bytes that are alive on all devices in roles that only runs have (no previews, no probes): back at the
    /// baseline when a run is over.
    virtual Bytes live_tensor_bytes() { return {}; }
    /// As Services::upscale.
    virtual Result<UpscaleDone> upscale(const UpscaleRequest&, ProgressFn, std::stop_token) {
        return make_error(ErrorCode::Environment, "this engine enlarges no pictures", "Use the engine with LibTorch.");
    }
    /// As Services::nearest_in_features.
    virtual Result<NearestFound> nearest_in_features(const NearestQuery&, ProgressFn, std::stop_token) {
        return make_error(ErrorCode::Environment, "this engine has no CLIP", "Use the engine with LibTorch.");
    }
    virtual Result<ImageList> generate(const GenerateRequest& request, ProgressFn progress, std::stop_token stop) = 0;
    /// The exact static part of a configuration's memory, from shapes alone. `layout`: of the networks that take it on; empty: of fresh ones.
    virtual RoleBytes static_memory(const TrainConfig& config, const NetworkLayout& layout) = 0;
};

}  // namespace headroom
