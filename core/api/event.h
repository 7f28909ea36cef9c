// Events: facts that flow out of the engine, past tense. One variant, so that a new kind breaks the build at every visitor
// that must treat it. Delivery policies are those of the event box (core/engine/run/event_box.h).
#pragma once

#include "core/api/counsel.h"
#include "core/api/image_buffer.h"
#include "core/api/latent.h"
#include "core/api/memory_report.h"
#include "core/api/oom.h"
#include "core/api/own_value.h"
#include "core/api/param.h"
#include "core/api/run_state.h"
#include "core/api/scores.h"
#include "core/api/train_config.h"
#include "core/base/enum_names.h"
#include "core/base/error.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace headroom {

/// The run's state changed. `reason` in words ("paused by you", "disk full").
struct StateChanged {
    RunState from = RunState::Idle;
    RunState to = RunState::Idle;
    std::string reason;
};

/// Facts about the run that has been prepared.
struct RunStarted {
    std::string run_dir;
    std::string name;
    ConfigSnapshot config;
    std::int64_t step = 0;  ///< > 0: resumed from here
    std::int64_t images = 0;
    std::int64_t data_count = 0;  ///< pictures in the data set
    std::string data_name;        ///< "Shapes (built-in)"
    std::int64_t parameters_g = 0;
    std::int64_t parameters_d = 0;
    std::string device_name;
};

/// A wait with its stage in words; latest only. `fraction` < 0: unknown.
struct Progress {
    std::string what;
    double fraction = -1.0;
};

/// Where a step of a run stands that works through a folder of pictures (Family::worked_folder). All count from 1.
struct FrameProgress {
    std::int64_t frame = 0, frames = 0;          ///< among the pictures that can be read, as far as that is known
    std::int64_t iteration = 0, iterations = 0;  ///< within the frame
    std::string file;                            ///< what its result is called in the run's frames folder
    bool done = false;                           ///< the frame's last step
};

/// One optimiser step's figures; appended, thinned when full. NaN: not applicable.
struct StepDone {
    std::int64_t step = 0;
    std::int64_t images = 0;
    double loss_g = 0, loss_d = 0;
    double d_real = 0, d_fake = 0;  ///< mean sigmoid(D(x)), sigmoid(D(G(z))) for BCE; mean logits otherwise
    double grad_norm_g = 0, grad_norm_d = 0;
    double images_per_second = 0;  ///< of this step
    double step_seconds = 0;
    double epoch = 0;
    double scale_g = 0, scale_d = 0;  ///< loss scales (fp16), else 0
    int threads = 0;
    /// What the budget is compared with, as the ledger shows it: this process, that is tensors, cache and context, after
    /// the step (`live`) and at its peak (`peak`, the same figure as MemoryReport::at_peak.this_process()).
    Bytes live, peak, budget;
    Bytes others;                          ///< held by other programs on the device
    Bytes peak_tensors;                    ///< counted tensor bytes at the peak alone; not kept in a run's history
    double elapsed_seconds = 0;            ///< of the run, over all sessions, pauses excluded
    OwnValue own_figures{};                ///< of its family alone: a struct in core/families, in its folder
    std::optional<FrameProgress> frame{};  ///< a run over a folder of pictures; not kept in a run's history

    /// The figures that a family alone has, by its struct T; null: not known.
    template <class T> const T* own() const { return own_figures.find<T>(); }
    /// The same, to be set.
    template <class T> T& edit() { return own_figures.edit<T>(); }
};

struct MemorySampled {
    std::shared_ptr<const MemoryReport> report;
};  ///< latest only
struct TimelineReady {
    std::shared_ptr<const StepTimeline> timeline;
};  ///< latest only

/// What a sample shows.
/// A VQGAN's Grid: each picture above its reconstruction, in one. Picture: the one that text to image paints.
/// Cutouts: what the first CLIP saw of it. Chosen: of latents that were named. Nearest: one of those, and what of the data is near it.
enum class SampleKind { Grid, Walk, Real, Nearest, Picture, Cutouts, Chosen };

/// Whose request an answer is of: everyone who watches a run hears all answers.
struct SampleTicket {
    std::int64_t asker = 0;   ///< a random number of whoever asks; 0: the run itself, or one who takes any
    std::int64_t number = 0;  ///< counts that one's requests

    bool operator==(const SampleTicket&) const = default;
};

/// Pictures for the window; the latest few are kept.
struct SampleReady {
    SampleKind kind = SampleKind::Grid;
    std::int64_t step = 0;
    std::int64_t images = 0;
    int size = 0;                      ///< pixels per side; Picture: of the longer one; Cutouts: of each
    ImageList ema;                     ///< empty without EMA
    ImageList raw;                     ///< for Real and Nearest: the real pictures
    std::string path;                  ///< the PNG written into the run folder; may be empty
    std::vector<Neighbour> nearest{};  ///< Nearest: which the real pictures are
    SampleTicket ticket{};             ///< of the request that it answers
};

/// Who asked for a change. Elsewhere: another client of the run's socket. Autopilot: counsel itself.
enum class ChangeOrigin { User, Ladder, Undo, Control, Elsewhere, Autopilot };
template <> struct EnumNames<ChangeOrigin> {
    static constexpr std::array<std::string_view, 6> names{"user",    "ladder",    "undo",
                                                           "control", "elsewhere", "autopilot"};
};

/// The same with a name for people.
struct ChangeSource {
    ChangeOrigin origin = ChangeOrigin::User;
    std::string by{};  ///< "terminal, process 4711"; empty: nothing more to say

    ChangeSource() = default;
    ChangeSource(ChangeOrigin o, std::string who = {}) : origin(o), by(std::move(who)) {}
};

/// A parameter took effect at `step`. Never dropped.
struct ParamApplied {
    std::string key;
    ParamValue old_value, new_value;
    std::int64_t step = 0;
    std::int64_t images = 0;
    ChangeOrigin origin = ChangeOrigin::User;
    std::string by{};  ///< as ChangeSource
};

/// A forecast that was pending is known now (or its probe failed: `problem` says why). Ask the session again.
struct ForecastReady {
    std::string problem{};
};

/// A refusal as the run's history marks it.
struct RefusalMark {
    std::int64_t step = 0, images = 0;
    std::string text;  ///< "image.size 128: the change does not fit in the budget of 4.00 GiB"
};

/// A staged change was refused at the boundary; the old value stays.
/// Settings that were asked for together and stay as they were, for one reason.
struct ParamRefused {
    std::vector<std::string> keys;  ///< the one that the message is about first, where that is known
    std::string message;
    std::optional<RefusalMark> mark{};  ///< of what the run's own plan asks for, the first time that it is refused so
};

/// Of all that `patch` asks for. `about`: the setting that is the reason, where that is known.
inline ParamRefused refusal_of(const ParamPatch& patch, std::string why, std::string_view about = {}) {
    ParamRefused refused{{}, std::move(why)};
    for (const auto& [key, value] : patch)
        refused.keys.insert(key == about ? refused.keys.begin() : refused.keys.end(), key);
    return refused;
}

struct CheckpointSaved {
    std::string path;
    std::int64_t step = 0;
    std::int64_t images = 0;
    bool best = false;
    Bytes size;
    double seconds = 0;
};
struct SampleSaved {
    std::string path;
    std::int64_t step = 0;
};
/// Pictures that were asked for, or were due, and could not be made.
struct SampleFailed {
    SampleKind kind = SampleKind::Grid;
    Error error;
    SampleTicket ticket{};
};
struct ExportDone {
    std::string path;
    Bytes size;
};

/// Something worth a notice that did not stop the run.
struct Warning {
    std::string id;
    std::string message;
    std::string hint;
};

/// Id of the warning that a run goes on with other pictures than those that it was trained on.
inline constexpr std::string_view kDataChanged = "data-changed";

enum class LogLevel { Debug, Info, Warn, Error };
struct LogLine {
    LogLevel level = LogLevel::Info;
    std::int64_t unix_ms = 0;
    std::string text;
};

struct Finished {
    std::string reason;
    std::int64_t step = 0;
    std::int64_t images = 0;
    std::string run_dir;
};
struct Failed {
    Error error;
    std::int64_t step = 0;
    std::int64_t last_checkpoint_step = -1;
    std::string run_dir;
};

using Event = std::variant<StateChanged, RunStarted, Progress, StepDone, MemorySampled, TimelineReady, SampleReady,
                           ParamApplied, ParamRefused, OomRecovered, CheckpointSaved, SampleSaved, SampleFailed,
                           ExportDone, ForecastReady, Warning, LogLine, Finished, Failed, CounselTold, ScoresDone>;

}  // namespace headroom
