// Commands: requests that flow into the engine, imperative. Latest value per key wins in the command box.
#pragma once

#include "core/api/event.h"
#include "core/api/latent.h"
#include "core/api/param.h"
#include "core/api/run_state.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace headroom {

/// How the user answers an out-of-memory error that was survived. Unanswered, the ladder climbs back after calm steps.
enum class OomAnswer {
    Keep,            ///< stay with the smaller settings
    UndoWhenItFits,  ///< go back at the first step with room
};

/// Which pictures to make. For Walk, `count` frames between random latents or those named; for Real, pictures of the data set; for Chosen, those of the
/// latents named; for Nearest, the `count` pictures of the data set that are nearest to that of the first latent named.
struct SampleRequest {
    SampleKind kind = SampleKind::Grid;
    int count = 64;
    std::uint64_t seed = 0;  ///< 0: the run's fixed latents
    double truncation = 1.0;
    std::int64_t first = 0;  ///< Real: index of the first picture shown
    std::vector<LatentId> latents{};
    bool closed = true;     ///< Walk: it ends where it began
    SampleTicket ticket{};  ///< comes back with the answer; of one asker's requests of a kind the latest counts
    std::vector<double> truncations{};  ///< Walk, Chosen: of each of `latents`, instead of `truncation`; empty: that
};

/// Whether the later of the two is all that counts.
inline bool are_of_one_wish(const SampleRequest& a, const SampleRequest& b) {
    return a.kind == b.kind && a.ticket.asker == b.ticket.asker;
}

/// What to start. With `resume_from`, `config` may be null: the run's own is used.
struct RunRequest {
    ConfigSnapshot config;
    std::string run_dir;       ///< where to write; empty: a new folder under the studio's runs folder
    std::string resume_from;   ///< a run folder to continue exactly
    std::string weights_from;  ///< a run, a checkpoint, a weight file or a folder with netG and netD: weights only
    std::string name;          ///< shown name; empty: made from data and size
    std::string generator_from{}, discriminator_from{};  ///< weight files of one network each, instead of weights_from
    int processes = 1;                                   ///< ranks that share the run on this machine
    std::int64_t seconds = 0;       ///< it saves and stops after so much time by the clock; 0: never
    std::string memory_snapshot{};  ///< file for a memory snapshot of the first step (see TakeSnapshot); empty: none
    /// With resume_from: `config` is the draft that the run has left, in which what its plan has changed is as at its beginning. As long as the draft asks
    /// for that plan the run goes on with what the plan has made of it.
    bool of_draft = false;
};

struct Pause {};
struct Resume {};
struct StepOnce {};
struct Stop {
    StopMode mode = StopMode::SaveAndStop;
};
struct ApplyParams {
    ParamPatch patch;
    ChangeSource source{};
};
struct TakeSample {
    SampleRequest request;
};
struct SaveCheckpoint {};
struct Lend {};
/// See Session::request_scores.
struct TakeScores {};
/// Watches the next step: see Session::request_speed.
struct MeasureStep {};
/// Writes a memory snapshot of the latest recorded step, in the format of PyTorch's memory viewer.
struct TakeSnapshot {
    std::string path;
};
struct AnswerOom {
    OomAnswer answer = OomAnswer::Keep;
};

using Command = std::variant<Pause, Resume, StepOnce, Stop, ApplyParams, TakeSample, SaveCheckpoint, Lend, AnswerOom,
                             TakeSnapshot, MeasureStep, TakeScores>;

}  // namespace headroom
