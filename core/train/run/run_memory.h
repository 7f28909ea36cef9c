// RunMemory: a run's device, budget and figures: what every trainer reports of memory.
// On the worker's thread.
#pragma once

#include "core/api/event.h"
#include "core/base/clock.h"
#include "core/engine/backend.h"
#include "core/memory/ledger.h"
#include "core/memory/timeline_builder.h"
#include "core/train/device.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Whether a step's events are kept for its timeline.
enum class Recording { Never, NowAndThen, Always };

/// Id of the Warning that a run's precision saves no time.
inline constexpr const char* kSlowPrecision = "slow-precision";

/// What is said of bf16 that computes `speed` times as fast as fp32 (bf16_speed(); 0: without kernels for it); nothing where it saves time.
std::optional<Warning> slow_precision(double speed);

class RunMemory {
public:
    RunMemory() = default;
    /// Gives the device back, and what was kept of it.
    ~RunMemory();
    RunMemory(const RunMemory&) = delete;
    RunMemory& operator=(const RunMemory&) = delete;

    /// Opens config.device; a Warning names a GPU that "auto" passed over. With `goes_on`, a stored run, what a new one is refused
    /// (set_back_refused) is set back, with a Warning. Errors: as open_device; a setting that the device
    /// cannot have.
    Result<void> open(TrainConfig& config, bool goes_on, const EmitFn& emit);
    /// On a CPU: a Warning (kSlowPrecision) where bf16 is slower than fp32 there and asked for. In its turn.
    void tell_of_slow_precision(const TrainConfig& config, const EmitFn& emit) const;
    bool on_cpu() const { return device_.memory->is_cpu(); }
    at::Device device() const { return device_.device; }
    DeviceMemory& memory() const { return *device_.memory; }

    /// What the process holds of the device beyond its allocator, as of now: libraries, kernels.
    void measure_context();
    Bytes context() const { return context_; }
    Bytes budget() const { return budget_; }
    Bytes reserve() const { return reserve_; }
    /// Takes on the configuration's budget (0: what is available) and leaves a reserve for `preview` bytes; limits the allocator.
    void set_limits(const TrainConfig& config, Bytes preview);
    /// A budget that is the device's to say grows to what is free by now. Whether it has, by what may make a difference. A GPU's; waits for its driver.
    bool follow_what_is_free(const TrainConfig& config);
    /// Budget less context and reserve, to the allocator.
    void limit_allocator();
    /// Error: config.budget is less than the program and `fixed`, what this run holds whatever its batch, take. `fixed` without
    /// bytes: the program alone.
    Result<void> check_budget(const TrainConfig& config, Bytes fixed, Bytes preview) const;

    /// Before each try of a step. Now and then: where settings and time allow.
    void begin_step(const TrainConfig& config, double elapsed, Recording events);
    /// After a try that went well: keeps the recorded events, if any, as those of step `step`.
    void end_step(std::int64_t step, double elapsed);
    /// After a try that was refused.
    void drop_step() { (void)memory().end_step(); }
    /// Fills the memory figures of `m` and makes the step's peak that of the ledger. The step has been counted.
    void tell_step(StepDone& m);
    /// The latest refusal of the allocator, or what is known of an out-of-memory error that it has not seen.
    RefusedAllocation what_was_refused() const;

    MemoryReport report() const;
    /// The ledger as it was when `refused` was.
    MemoryReport report_at(const RefusedAllocation& refused) const;
    std::shared_ptr<const StepTimeline> timeline(const std::vector<NamedBlock>& named, StepSpeed speed);
    /// Of the latest recorded step when there is one and `of_step`, else of this moment; for PyTorch's memory viewer.
    std::string snapshot(const std::vector<NamedBlock>& named, bool of_step) const;
    /// How a run ends whose device failed. `when`: "in step 12".
    Error device_lost(const std::string& when, const std::string& words) const;

    int processes = 1;  ///< of the run, on this machine: they share the memory that there is for the CPU
    std::int64_t oom_survived = 0;
    Bytes others_before, good_budget;  ///< when the latest step ended

private:
    Bytes measured_context() const;
    LedgerInput ledger_of(const AllocatorCounts& counts, std::optional<Bytes> peak_context) const;

    TrainDevice device_;
    Bytes context_, budget_, reserve_, run_peak_;
    Bytes preview_;                      ///< what the reserve is for
    std::optional<Bytes> peak_context_;  ///< when the latest step ended
    Clock::time_point last_limit_{};     ///< when the allocator's limit was last set (GPU)
    std::int64_t refusals_before_ = 0;   ///< of the allocator, when the step began
    double last_record_ = -1;            ///< run time of the last recorded step
    std::optional<StepLog> log_;         ///< of the latest recorded step, until its timeline is fetched
    std::optional<StepLog> shown_log_;   ///< the same afterwards, for a snapshot
    std::int64_t log_step_ = 0, step_ = 0;
    Bytes log_overhead_;  ///< cache and context at the peak of that step
};

/// While alive, the reserve that training leaves may be used too: for previews, scores and saves.
class InReserve {
public:
    explicit InReserve(const RunMemory& run);
    ~InReserve();
    InReserve(const InReserve&) = delete;
    InReserve& operator=(const InReserve&) = delete;

private:
    DeviceMemory& memory_;
    Bytes limit_;
};

}  // namespace headroom
