// TrainLoop: drives one session from start to end without a window: events out as lines, signals and control lines in.
#pragma once

#include "app/cli/console.h"
#include "core/api/session.h"
#include "core/base/clock.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom::cli {

class TrainLoop {
public:
    /// `control`: file of control lines, "-" or empty.
    TrainLoop(Session& session, Console& console, std::string control);
    ~TrainLoop();

    /// Called with every event before it is told.
    void listen(std::function<void(const Event&)> listener) { listener_ = std::move(listener); }
    /// While the disk takes nothing the run waits, is tried so often, and goes on when it can be saved. Without this nobody is there who could
    /// make room: it is tried once more and ended without saving.
    void wait_for_disk(std::chrono::milliseconds every = std::chrono::seconds(30)) {
        patient_ = true;
        try_every_ = every;
    }
    /// Returns when the run has ended. Error: why it failed; what could not be saved is one too (Disk).
    Result<void> run(RunRequest request, std::stop_token stop);
    /// The same for a run that another process trains; returns also when `stop` asks for it or nobody reads it, and the run goes on.
    Result<void> watch(std::stop_token stop);

private:
    /// "step 12", "iteration 12".
    std::string at(std::int64_t step) const;
    void follow(const std::stop_token* leave);
    void take(const Event& event);
    void on_started(const RunStarted& e);
    void on_step(const StepDone& e);
    void on_state(const StateChanged& e);
    void on_sample(const SampleReady& e);
    void on_warning(const Warning& e);
    void on_counsel(const CounselTold& e);
    /// What the changes that are advised would take, of each as soon as it is known.
    void tell_forecasts();
    /// The disk has just refused what the run waits for.
    void on_refusal();
    /// Has a run that waits for the disk saved again, when it is time for it.
    void try_disk();
    void control_line(const std::string& line);
    void warn(const Warning& warning);
    void wait_for_events();

    Session& session_;
    Console& console_;
    std::string control_;
    std::mutex mutex_;
    std::condition_variable woken_;
    bool wake_ = false;
    std::function<void(const Event&)> listener_;
    bool watching_ = false;  ///< the run is another's: nothing is written for it
    std::string run_dir_;
    double rate_ = 0;
    std::atomic<bool> asked_{false};  ///< a script wants the picture as a file
    std::optional<Error> unsaved_;    ///< what was asked to be saved is not on the disk
    bool patient_ = false;
    std::chrono::milliseconds try_every_{1000};
    std::optional<Clock::time_point> try_at_;  ///< the run waits for the disk
    bool trying_ = false;
    int tries_ = 0;  ///< since it was saved last
    std::optional<Error> failure_;
    std::vector<CounselNotice> advised_;  ///< whose changes' forecasts are awaited
    bool ended_ = false;
};

}  // namespace headroom::cli
