// QueueRunner: works through the queue for one device: checks, starts each run as a child, writes down how it ended.
#pragma once

#include "core/engine/queue/queue_check.h"
#include "core/engine/queue/queue_store.h"
#include "core/engine/queue/queued_run.h"
#include "core/engine/queue/run_child.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace headroom {

/// Time, so that tests need not wait for it.
class RunnerClock {
public:
    virtual ~RunnerClock() = default;
    virtual std::int64_t unix_ms() = 0;
    /// Returns early when `stop` is asked for.
    virtual void wait(std::int64_t milliseconds, const std::stop_token& stop) = 0;
};
std::unique_ptr<RunnerClock> make_runner_clock();

struct RunnerOptions {
    std::string device;       ///< "cpu", "cuda:0": runs for it and runs for "auto" are taken
    std::string runs_folder;  ///< where new runs go, for the look at the disk
};

/// How many runs ended in which way.
struct RunnerSummary {
    int finished = 0, stopped = 0, failed = 0;
    int too_big = 0;  ///< wait although they can never fit
};

/// One thread. It computes nothing itself.
class QueueRunner {
public:
    QueueRunner(const QueueStore& store, Launcher& launcher, RunnerClock& clock, RunnerOptions options,
                RunnerNews news = {});

    /// Works until nothing is left for its device, or until it is to stop after a run, or `stop`, upon which the run under way is
    /// saved and stopped. The caller holds the device's lock (store.runner_lock()). Errors: Disk, BadFile.
    Result<RunnerSummary> work(const std::stop_token& stop);
    /// Whether something could start, now or later, without a further wish of the user.
    bool has_work(const QueueContent& content) const;

private:
    enum class Next { GoOn, Wait, End };
    Result<Next> once(const std::stop_token& stop);
    /// What a runner of this device that was killed has left is marked. True: a run of it still saves.
    Result<bool> tidy(QueueContent& content) const;
    /// The first that may start now; empty: none. `waits`: something is left for this device; `words`: why it does not start.
    std::string pick(const QueueContent& content, bool& waits, std::string& words) const;
    bool is_mine(const StoredItem& item) const;
    /// Was checked and can never fit.
    bool never_fits(const StoredItem& item) const;
    Result<Next> take(StoredItem item, const std::stop_token& stop);
    Result<Next> run(StoredItem& item, const Checked& checked, const std::stop_token& stop);

    const QueueStore& store_;
    Launcher& launcher_;
    RunnerClock& clock_;
    const RunnerOptions options_;
    const RunnerNews news_;
    /// When a run that did not fit is checked again, unless what happens to it is changed before.
    struct LookAgain {
        std::int64_t unix_ms;
        WhenTooBig when_too_big;
    };
    std::map<std::string, LookAgain> look_again_;
    RunnerSummary summary_;
};

/// The whole of a runner: takes the device's lock, works, and looks once more after giving it back, so that nothing that was added in
/// the meantime waits for nobody. No value: another runner has the device. Errors: Disk, BadFile.
Result<std::optional<RunnerSummary>> run_queue(const QueueStore& store, Launcher& launcher, RunnerClock& clock,
                                               const RunnerOptions& options, const RunnerNews& news,
                                               const std::stop_token& stop);

}  // namespace headroom
