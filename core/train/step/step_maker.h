// StepMaker: makes a run's steps, whatever is trained: thread count, recorded events, one try; and when it does not fit, relief,
// the ladder's rungs with the same step repeated, the story of it, and the way back up after calm. On the worker's thread.
#pragma once

#include "core/api/command.h"
#include "core/engine/backend.h"
#include "core/train/device_errors.h"
#include "core/train/ranks/step_peers.h"
#include "core/train/run/run_memory.h"
#include "core/train/step/compute_threads.h"
#include "core/train/step/ladder.h"
#include "core/train/step/oom_story.h"
#include "core/train/step/step_graphs.h"
#include "core/train/step/steps_under_way.h"
#include "core/train/step/transaction.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// What decides which work a step gives to its device, settings aside.
struct StepCourse {
    std::string text;     ///< "64 64, R1": equal texts, equal work; empty: the step cannot be recorded
    std::string why_not;  ///< and why
};

/// A step that was recorded, to be done again for another one of its course.
struct StepRecording {
    /// Before: what differs from step to step goes to where the work reads it, and what undoing the step needs is kept. Throws c10::Error.
    std::function<void(StepTransaction&)> bring;
    /// After: the host knows of the step what try_step() leaves it to know, and does what was not recorded. Throws likewise.
    std::function<void()> note;
};

/// What a trainer does in a step; StepMaker says when.
class TrainStep {
public:
    virtual ~TrainStep() = default;
    virtual const TrainConfig& settings() const = 0;
    virtual std::int64_t steps_done() const = 0;
    /// Trained on by the steps that are done.
    virtual std::int64_t images_done() const = 0;
    /// What comes before a step now and then. Error: the step is not made.
    virtual Result<void> before_step() { return {}; }
    /// One try at the step, weights included. Throws c10::Error. What the try changes before it is sure to succeed is kept in
    /// `step`, whose undo() puts it back; weights change in its finish().
    virtual void try_step(StepTransaction& step) = 0;
    /// Of the step that comes.
    virtual StepCourse course() const { return {{}, "its kind of run does not offer it"}; }
    /// try_step() comes next, on a device that records: nothing that is asked of it is done, and what differs from step to step must be read
    /// from memory that stays. Throws c10::Error.
    virtual void begin_recording() {}
    /// It is over. Empty where it failed, in which case what try_step() noted is forgotten.
    virtual StepRecording end_recording(bool made) {
        (void)made;
        return {};
    }
    /// The step is made: counts it. Also a step of which only the parts that settled are made, when the rest fits nowhere.
    virtual void commit(double seconds, StepDone& out) noexcept = 0;
    /// Does what follows the step that was committed, and tells what is known of it but for memory and time: into `out` what the
    /// host knows, and the figures that lie on the device. Waits for nothing, nothing is refused. Throws c10::Error; is then called
    /// once more. The step stays made.
    virtual ToldFigures tell(StepDone& out) = 0;
    /// After an undone try: lets go of what only makes steps quicker, before any setting changes. Returns its bytes; none where there is nothing.
    virtual Bytes relieve() { return {}; }
    /// Takes on settings that differ from those in force by rungs of the ladder alone; nothing is refused meanwhile.
    virtual void use_rung(const TrainConfig& config) = 0;
    /// Whether it can go up to these, one rung above those in force.
    virtual bool can_climb(const TrainConfig&) const { return true; }
    /// Adds to the facts of a step's first refusal: where within the step, and whether its peak was known before.
    virtual void describe(OomScene&) const {}
};

/// How an error calls a step, and what it advises when none fits.
struct StepWords {
    std::string step = "step";
    std::string advice;
};

class StepMaker {
public:
    StepMaker(RunMemory& memory, TrainStep& work, StepWords words);

    /// The run has several processes: tries stand or fall together, and process 0 decides what follows. Before begin().
    void share_with(StepPeers* peers) {
        peers_ = peers;
        graphs_.leave_out("the run's processes vote and add up within them");
    }
    /// Once the device is open, in its turn.
    void begin();
    /// Settings that process 0 has gone up or down to.
    void follow(const TrainConfig& config) { use_rung(config); }
    /// Process 0 of several begins a step with these settings: whatever tells the others.
    std::function<Result<void>(const TrainConfig&)> tell_others;
    /// Somebody else changed the settings from `before`. `other_shapes`: what is known of needs is void. False: steps go on as they were.
    bool settings_changed(const TrainConfig& before, bool other_shapes);
    /// Lets go of what steps keep of the device besides their networks, for something that found no room. False: there was nothing.
    bool make_room();
    /// Lets go of steps that were recorded: what they read is there no longer.
    void forget_recordings() { (void)graphs_.drop(); }
    /// The next step. Survives what does not fit (OomRecovered, changed settings) unless the settings say otherwise.
    StepOutcome make(const EmitFn& emit);

    /// As Trainer::figures().
    Result<std::vector<StepDone>> figures(bool all);

    /// Before the device is lent: figures are brought home, what is kept on the device from step to step is let go of. Error: as figures().
    Result<void> settle();

    /// Since the settings changed.
    int steps_since_change() const { return steps_since_change_; }
    void answer(OomAnswer answer) { ladder_.answer(answer); }
    /// What this process computes of each step, as the settings of a run of its own.
    TrainConfig own_part(const TrainConfig& config) const;
    /// Who can tell a configuration's peak better than the ladder's own extrapolation: tensor bytes without a data set on the device; may be
    /// empty.
    void estimate_by(std::function<std::optional<Bytes>(const TrainConfig&)> estimate) {
        ladder_.estimate = [this, known = std::move(estimate)](const TrainConfig& config) {
            return known ? known(own_part(config)) : std::nullopt;
        };
    }
    /// What it is known to tell of these settings.
    std::optional<Bytes> estimate(const TrainConfig& config) const {
        return ladder_.estimate ? ladder_.estimate(config) : std::nullopt;
    }
    /// For tests: relief alone has just been tried, so that the next refusal goes down a rung; or it was never tried.
    void note_relief(bool tried) { relieved_at_ = tried ? work_.steps_done() : -1; }

    double elapsed = 0;  ///< seconds of all steps of the run

private:
    enum class Attempt { Done, NoRoom, Failed };
    /// One try. NoRoom: everything is as before it, `refused_` and `given_back_` tell of the failure. Failed: out.error says why.
    Attempt attempt(StepOutcome& out);
    /// After a try that threw: undone where it can be.
    Attempt failed(DeviceFailure failure, const std::string& words, StepOutcome& out);
    /// After a try that was undone: the data set leaves the device, if it lies there.
    void let_data_go();
    /// The same with several processes: what became of the try on all of them counts.
    Attempt failed_together(DeviceFailure failure, const std::string& words, StepOutcome& out);
    /// Of several processes: that another one than this had no room.
    void tell_who_was_refused(const EmitFn& emit) const;
    /// Of several processes: the one that had no room, "process 1 (...)"; else empty.
    std::string who_was_refused() const;
    /// That was another process than this.
    bool refused_elsewhere() const { return peers_ && refused_by_ != peers_->rank(); }
    /// Of several processes: the others take on what process 0 has decided. False: nothing is left.
    bool follow_decision();
    /// How many processes compute on this machine.
    unsigned local_processes() const { return peers_ ? static_cast<unsigned>(peers_->all().place().local_size) : 1u; }
    /// This process decides what follows a failure.
    bool decides() const { return !peers_ || peers_->is_first(); }
    /// Figures of the step that was made, `told_` where they come later. Error: they could not be had; the step stays made.
    Result<void> tell(double seconds, StepDone& m);
    /// How a run ends whose weights are no numbers any more.
    Error diverged(std::int64_t step) const;
    /// How a run ends whose device has failed, where its marks place that.
    Error lost(const StepsUnderWay::Failure& failure) const;
    /// Prepares another try of the step that did not fit. False: nothing is left.
    bool next_try(OomStory& story);
    /// Process 0, or the only one.
    NextTry decide(OomStory& story, std::optional<TrainConfig>& rung);
    void use_rung(const TrainConfig& config);
    /// The same, unless what it moves finds no room where it goes: then all is as it was. False: so.
    bool try_rung(const TrainConfig& config);
    /// One rung up, when the ladder says so.
    void climb_back(const EmitFn& emit);
    OomScene scene() const;
    void tell_survived(OomStory& story, const StepDone& metrics, double lost, const EmitFn& emit);
    /// Counts the step when a part of it is final, so that it is not repeated. What the error adds.
    std::string count_what_settled(double seconds);
    Error give_up(OomStory& story, double lost, const EmitFn& emit);
    /// Out of memory in all but name: goes down before it is an error.
    void end_thrashing(const StepDone& metrics, const EmitFn& emit);
    ComputeThreads make_threads() const;
    /// What is computed from now on is computed as the settings and the tuner say. Returns the threads.
    int use_settings();
    std::int64_t next_step() const { return work_.steps_done() + 1; }
    /// "step 12", the one that is being made.
    std::string now() const { return words_.step + " " + std::to_string(next_step()); }

    RunMemory& memory_;
    TrainStep& work_;
    StepWords words_;
    StepPeers* peers_ = nullptr;
    ComputeThreads threads_{0, 1};
    Ladder ladder_;
    StepTransaction transaction_;
    StepsUnderWay under_way_;
    StepGraphs graphs_;
    bool graphs_dropped_ = false;    ///< since the latest try was refused
    bool budget_grew_ = false;       ///< likewise
    std::vector<StepDone> settled_;  ///< whose figures settle() has brought home
    bool late_ = false;              ///< the step's figures come later: the device works behind the host's back
    std::optional<std::pair<PackedFigures, FigureWriter>> told_;  ///< of the step that was made, where they come later
    RefusedAllocation refused_;                                   ///< why the latest try failed
    int refused_by_ = 0;                                          ///< the process of the run that it failed on
    Bytes given_back_;                                            ///< caches given back after it
    Bytes data_back_;                ///< of the data set, which left the devices of all processes
    std::int64_t relieved_at_ = -1;  ///< steps done when one was repeated after relief alone
    Bytes usual_peak_;               ///< tensor bytes of the largest step with these settings
    double usual_seconds_ = 0;       ///< of the latest step
    int steps_since_change_ = 0;
};

}  // namespace headroom
