// DeviceMemory: an owner's lease of a device (lease.h), CPU or GPU, behind one interface: its blocks counted by role, its limit, its
// step's peak and events, and what the system says of the device. The trainer, the ledger and the reports know only this, so
// every rule that is tested on the CPU holds on a GPU too. Torch-free header.
#pragma once

#include "core/api/memory_report.h"
#include "core/base/units.h"
#include "core/memory/device_pool.h"
#include "core/memory/lease.h"
#include "core/memory/role_scope.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// An owner's bytes, counted by an allocator at one moment.
struct AllocatorCounts {
    RoleBytes
        live;  ///< by role; Role::Cache holds what the allocator keeps for reuse, Role::Other what other owners hold besides
    Bytes live_total;  ///< live tensor bytes, cache not included
    Bytes step_peak;   ///< largest live_total since begin_step(), with what recorded work keeps
    RoleBytes
        at_peak;  ///< as `live` at that moment, probes left out; Role::Cache: what was kept besides when most was held
    PhaseBytes activations;          ///< live[Activations] by the phase that made them
    PhaseBytes activations_at_peak;  ///< the same of at_peak
    std::int64_t live_tensors = 0;   ///< live blocks
    Phase peak_phase = Phase::None;
    std::int64_t out_of_memory = 0;  ///< how often an allocation was refused
    std::int64_t retries = 0;        ///< how often the allocator had to empty its cache to find room (GPU)
};

/// One recorded event of a step. Marks have serial 0 and delta 0: phases, and memory got from or given back to the system
/// (`segment` not 0).
struct StepRecord {
    std::int64_t time_ns = 0;
    std::int64_t delta = 0;
    std::uint64_t serial = 0;  ///< block number; a change of role has the same serial twice
    Role role = Role::Other;
    Phase phase = Phase::None;
    std::int16_t micro_batch = 0;
    bool phase_begins = false;  ///< a PhaseScope was entered here
    LabelId label = 0;
    std::uint64_t address = 0;
    std::int64_t segment = 0;  ///< bytes that were got from the system (+) or given back (-) at `address`
};

/// A block that was alive when recording began or ended.
struct LiveBlock {
    std::uint64_t serial = 0;
    Bytes bytes;
    Role role = Role::Other;
    Phase phase = Phase::None;
    LabelId label = 0;
    std::uint64_t address = 0;
};

/// What a block turned out to be.
struct ShapeNote {
    std::uint64_t serial = 0;
    LabelId label = 0;  ///< 0: as it was allocated
    std::array<std::int32_t, 5> sizes{};
    std::int8_t dimensions = 0;
    const char* dtype = "";  ///< a literal
};

/// Memory held from the system: one live block with its padding, or one that is kept for reuse.
struct HeldSegment {
    std::uint64_t address = 0;
    Bytes size;
    bool in_use = false;
};

/// The events of one recorded step. `begin_ns` 0: nothing was recorded.
struct StepLog {
    std::int64_t begin_ns = 0, end_ns = 0;
    std::vector<LiveBlock> initial;
    std::vector<StepRecord> records;
    std::vector<ShapeNote> shapes;
    RoleBytes initial_bytes;
    std::vector<LiveBlock> final_blocks;  ///< alive when recording ended
    std::uint32_t header = 0;             ///< bytes between a segment's or block's begin and its data
    std::vector<HeldSegment> segments;    ///< held when recording ended; empty: the device reports none
};

/// What was refused last: for the out-of-memory report.
struct RefusedAllocation {
    Bytes requested, live, limit;
    Phase phase = Phase::None;
    Role role = Role::Other;
    LabelId label = 0;  ///< whose it would have been
    RoleBytes roles{};  ///< live by role at that moment; all zero: not known
};

/// The device as the system sees it, other programs included.
struct DeviceFigures {
    Bytes total;      ///< what programs can share: RAM, a control group's limit, or GPU memory less the driver's own
    Bytes available;  ///< what could be taken now
    Bytes process;    ///< held by this process: resident set, or its share of the GPU
    Bytes others;     ///< held by other programs
    bool limited = false;        ///< a control group allows less than the machine has
    bool known = true;           ///< false: the system said nothing; every figure above may be zero
    std::string source;          ///< "/proc", "driver"
    std::string unknown_reason;  ///< non-empty: which figure is not known, and why
    double age_seconds = 0;
    std::vector<OtherProgram> programs;  ///< other programs on a GPU, largest first
    int utilisation = -1;                ///< percent of the time the GPU was busy; -1: not known
    int celsius = -1;                    ///< the GPU's temperature; -1: not known
};

/// A point in the order of a device's work. On the thread that set it.
class DeviceMark {
public:
    virtual ~DeviceMark() = default;
    /// Whether all work before it is done, without waiting. `problem`: set when the device has failed, which is then found out.
    virtual bool reached(std::string& problem) = 0;
    /// Waits until it is. Empty, or what the device says went wrong.
    virtual std::string wait() = 0;
    /// Seconds of the device since `earlier`, a mark of the same device; both are reached. Below 0: not known.
    virtual double seconds_since(const DeviceMark& earlier) const = 0;
};

/// Work of a device that was recorded once and is done again as a whole. On the thread that recorded it. Going away it waits for the device.
class DeviceGraph {
public:
    virtual ~DeviceGraph() = default;
    /// Behind all that was given to the device before, without waiting. Empty, or what the device says went wrong.
    virtual std::string replay() = 0;
};

class DeviceMemory {
public:
    DeviceMemory() = default;
    virtual ~DeviceMemory() = default;
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    /// A lease of the same device for another owner.
    virtual std::shared_ptr<DeviceMemory> for_another() const = 0;
    /// Held by whoever computes as this owner: a step, a preview, a probe. Waits where another owner has the GPUs' turn.
    [[nodiscard]] Turn turn() { return Turn(*this); }
    /// How this owner's work is computed: at once where it has its turn, and in every turn from now on.
    void compute_with(const ComputeSettings& settings);

    virtual bool is_cpu() const = 0;
    /// False: the device is only looked at and has no context of this process; figures can be asked for, nothing computed on it.
    virtual bool computes() const { return true; }
    /// "cpu", "cuda:0".
    virtual std::string id() const = 0;
    /// "AMD EPYC 9B14, 2 cores", "NVIDIA H200".
    virtual std::string name() const = 0;
    /// Whether it can round products of float32 numbers to TF32.
    virtual bool has_tf32() const { return false; }
    /// Any thread. About 50 microseconds.
    virtual DeviceFigures figures() = 0;
    /// The same of now: a GPU's are up to half a second old otherwise. Waits for the driver, two seconds at most.
    virtual DeviceFigures fresh_figures() { return figures(); }

    /// Largest allowed live bytes of this owner (a GPU: bytes held from it, cache included); 0: no limit.
    virtual void set_limit(Bytes limit) = 0;
    virtual Bytes limit() const = 0;
    /// How the device's allocator keeps freed blocks, for forecasts. No value: as Headroom's own on the CPU (block_cache.h).
    virtual std::optional<PoolRules> pool_rules() const { return std::nullopt; }
    /// While suspended, this thread's (a GPU: all) allocations ignore the limit. Nests; see LimitSuspension.
    virtual void suspend_limit(bool on) = 0;

    virtual AllocatorCounts counts() = 0;
    virtual RefusedAllocation last_refused() = 0;
    /// Forgets the step's peak and starts at the present live bytes; with `record`, also keeps its events from here on.
    virtual void begin_step(bool record) = 0;
    virtual StepLog end_step() = 0;
    /// Records the calling thread's blocks apart from the owner's (a GPU: with them) and without a limit until end_probe().
    virtual void begin_probe() = 0;
    virtual StepLog end_probe() = 0;
    /// What is alive now, as the log of a step in which nothing happened.
    virtual StepLog present() = 0;
    /// Says what the block that starts at `data` is (only while a step is recorded). `note.serial` is filled in.
    virtual void describe(const void* data, ShapeNote note) = 0;
    /// Moves the block that starts at `data` to another role. Unknown addresses are ignored.
    virtual void retag(const void* data, Role role) = 0;
    /// Gives what is kept for reuse back to the device, and page-locked memory to the system. Returns how many bytes of the device that were.
    virtual Bytes release_cache() = 0;

    /// Waits for all work on the device. Empty, or what the device says went wrong.
    virtual std::string synchronise() = 0;
    /// Marks where the calling thread's work on the device stands. Null: the device has done it all when a call returns (the CPU), or
    /// sets no marks; synchronise() then tells how it went.
    virtual std::unique_ptr<DeviceMark> mark() { return nullptr; }
    /// Copies page-locked bytes of the host to the device beside its work: after the copies before it, and after the work before `after` where
    /// there is one. Both places stay as they are until the mark that it returns is reached; null: it cannot be had, and nothing is copied.
    virtual std::unique_ptr<DeviceMark> copy_beside(void* to, const void* from, std::size_t bytes,
                                                    const DeviceMark* after) {
        (void)to, (void)from, (void)bytes, (void)after;
        return nullptr;
    }
    /// The calling thread's work on the device from here on begins after all before `mark`, one of this device. Nobody waits. Empty, or what
    /// the device says went wrong.
    virtual std::string follow(const DeviceMark& mark) {
        (void)mark;
        return {};
    }
    /// From here to end_capture() what this thread gives to the device is recorded and not done; what waits for the device throws. What it
    /// allocates is kept for the graphs of this device, Role::Graphs while no tensor uses it. Empty, or why nothing is recorded.
    virtual std::string begin_capture() { return "this device records no work"; }
    /// Null: what was recorded cannot be repeated; `problem` says why.
    virtual std::unique_ptr<DeviceGraph> end_capture(std::string& problem) {
        problem = "this device records no work";
        return nullptr;
    }
    /// Within the owner's turn: `hear` is told of each phase (role_scope.h) that its thread enters or leaves; empty: nobody is.
    virtual void follow_phases(std::function<void(Phase phase, bool begins)> hear) { (void)hear; }
    /// Empty, or the error after which nothing can be computed on this device until the program is started again.
    virtual std::string lasting_error() = 0;

protected:
    /// From here to leave() the calling thread's blocks are this owner's, and on a GPU its scopes (role_scope.h) count on every
    /// thread: autograd computes a GPU's gradients on threads of its own.
    virtual void enter() = 0;
    virtual void leave() = 0;
    bool has_turn() const { return in_force_.has_value(); }

private:
    friend class Turn;
    void begin_turn();
    void end_turn();

    ComputeSettings settings_;
    std::optional<ComputeLease> in_force_;
};

/// While alive, allocations ignore the limit (unwinding after an out-of-memory error).
class DeviceLimitSuspension {
public:
    explicit DeviceLimitSuspension(DeviceMemory& memory) : memory_(memory) { memory_.suspend_limit(true); }
    ~DeviceLimitSuspension() { memory_.suspend_limit(false); }
    DeviceLimitSuspension(const DeviceLimitSuspension&) = delete;
    DeviceLimitSuspension& operator=(const DeviceLimitSuspension&) = delete;

private:
    DeviceMemory& memory_;
};

}  // namespace headroom
