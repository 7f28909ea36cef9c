// StepsUnderWay: steps that were given to a device which works behind the program's back, and their figures on the way to the host:
// how long each took, what it came to, and where the device failed if it did. A step of the host's (the CPU) is never here.
#pragma once

#include "core/api/event.h"
#include "core/base/clock.h"
#include "core/memory/device_memory.h"
#include "core/train/step/figures.h"

#include <ATen/core/TensorBody.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// On the worker's thread, in its turn. The figures of several steps travel in one copy, at most 30 times a second, and are read
/// when they have come.
class StepsUnderWay {
public:
    /// Copies of figures are at least this far apart.
    static constexpr double kSecondsApart = 1.0 / 30;
    /// So many steps the host may be ahead of the device: enough that the device never waits for work, few enough that a wish of
    /// the user's is heard soon.
    static constexpr std::size_t kAhead = 2;

    /// A try of step `step` begins: marks are set in it until end_try(). False: the device sets none, and whoever asks for figures
    /// waits.
    bool begin_try(DeviceMemory& memory, at::Device device, std::int64_t step);
    /// While the try's work is recorded and not done, no phase of it is marked.
    void set_recording(bool on) { recording_ = on; }
    /// The try is over, `made` or undone.
    void end_try(bool made);
    /// What is known of the step that was made last; `write` adds `figures` when they have come.
    void add(StepDone done, PackedFigures figures, FigureWriter write);
    /// Waits, between two steps, where the host is too far ahead. Empty, or what went wrong.
    std::string keep_pace();

    /// Where the device failed, so far as its marks tell.
    struct Failure {
        std::int64_t step = 0;
        Phase phase = Phase::None;
        std::string words;
    };
    /// Looks, without waiting.
    std::optional<Failure> failure();
    /// The same when it is known that it has failed, and how.
    Failure place_of(const std::string& words) const;

    /// Steps whose figures are known, in order, each once. `all`: sends for those of every step and waits for them. `problem`: what
    /// the device says when it has failed meanwhile. Throws c10::Error; nothing is lost then.
    std::vector<StepDone> take(bool all, std::string& problem);
    /// The step whose loss was no number, when it is the next to be taken: it is not, nor is any after it.
    std::optional<std::int64_t> diverged() const { return diverged_; }
    bool empty() const { return waiting_.empty() && coming_.empty() && known_.empty(); }

private:
    struct Boundary {
        Phase phase;                       ///< that the work before it belongs to
        std::unique_ptr<DeviceMark> mark;  ///< null: a device that has failed sets none
    };
    struct Marks {
        std::int64_t step = 0;
        std::shared_ptr<DeviceMark> begin;
        std::deque<Boundary> boundaries;  ///< not yet seen to be reached
        std::shared_ptr<DeviceMark> end;  ///< null: the step is being made
    };
    struct Waiting {
        StepDone done;
        PackedFigures figures;
        FigureWriter write;
        std::shared_ptr<const DeviceMark> begin, end;
    };
    /// Figures of some steps in one copy.
    struct Coming {
        std::vector<Waiting> steps;
        at::Tensor host;  ///< page-locked
        std::unique_ptr<DeviceMark> arrived;
    };
    void hear(Phase phase, bool begins);
    void set_boundary();
    /// Lets go of marks that are reached.
    void look(std::string& problem);
    void send(std::string& problem);
    void receive(bool wait, std::string& problem);
    /// `step` was done when its figures had come.
    void complete(Waiting& step, const float* numbers);

    DeviceMemory* memory_ = nullptr;
    at::Device device_{at::kCPU};
    std::deque<Marks> steps_;  ///< not yet seen to be done, oldest first; the last may be in the making
    bool recording_ = false;
    std::vector<Phase> phases_;                          ///< that the host is in, outermost first
    std::shared_ptr<DeviceMark> last_begin_, last_end_;  ///< of the step that was made last
    std::vector<Waiting> waiting_;
    std::deque<Coming> coming_;
    std::vector<StepDone> known_;
    std::optional<std::int64_t> diverged_;
    Clock::time_point last_sent_{};
};

}  // namespace headroom
