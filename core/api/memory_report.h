// MemoryReport: who holds the device's memory, by role. The bar, the big figure, the ledger, the tray, the status bar and
// the command line all read this one structure, so they cannot disagree.
#pragma once

#include "core/api/run_state.h"
#include "core/base/enum_names.h"
#include "core/base/units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Owners of counted bytes, in ledger order. Every allocation has exactly one.
enum class Role {
    Weights,
    Buffers,
    Ema,
    Optimiser,
    Gradients,
    Activations,
    Inputs,
    Dataset,  ///< the packed pictures, where they lie on the device
    Workspace,
    Libraries,  ///< what cuBLAS and cuDNN keep or take for a call of theirs on a GPU
    Cache,
    Preview,
    Codebook,
    Clip,
    Graphs,  ///< what a recorded step (a CUDA graph) keeps for its activations and all else that it makes
    Other,
};
inline constexpr std::size_t kRoleCount = 16;

template <> struct EnumNames<Role> {
    static constexpr std::array<std::string_view, kRoleCount> names{
        "weights",   "buffers",   "ema",   "optimiser", "gradients", "activations", "inputs", "data_set",
        "workspace", "libraries", "cache", "preview",   "codebook",  "clip",        "graphs", "other"};
};

/// Bytes per role.
struct RoleBytes {
    std::array<Bytes, kRoleCount> bytes{};

    Bytes& operator[](Role r) { return bytes[static_cast<std::size_t>(r)]; }
    Bytes operator[](Role r) const { return bytes[static_cast<std::size_t>(r)]; }
    Bytes total() const {
        Bytes sum;
        for (Bytes b : bytes) sum += b;
        return sum;
    }
};

/// Bytes per phase of a step.
struct PhaseBytes {
    std::array<Bytes, EnumNames<Phase>::names.size()> bytes{};

    Bytes& operator[](Phase p) { return bytes[static_cast<std::size_t>(p)]; }
    Bytes operator[](Phase p) const { return bytes[static_cast<std::size_t>(p)]; }
    Bytes total() const {
        Bytes sum;
        for (Bytes b : bytes) sum += b;
        return sum;
    }
};

/// One column of the ledger: other + context + roles + free == device total, exactly.
struct LedgerColumn {
    Bytes other_programs;    ///< held by other processes on the device
    Bytes context;           ///< this process beyond counted tensors: libraries, kernels, allocator slack
    RoleBytes roles;         ///< counted tensor bytes of this process (Role::Cache: freed blocks kept for reuse)
    Bytes free;              ///< the rest of the device
    PhaseBytes activations;  ///< roles[Activations] by the phase that made them; a GPU and the CPU alike

    Bytes this_process() const { return context + roles.total(); }
    Bytes total() const { return other_programs + this_process() + free; }
};

/// Another program that holds memory of the device.
struct OtherProgram {
    std::int64_t pid = 0;
    std::string name;  ///< "firefox"; empty when it may not be known
    Bytes bytes;
};

/// How other programs grew lately; `grown` 0: they did not.
struct NeighbourGrowth {
    Bytes grown;  ///< since `seconds` ago
    double seconds = 0;
    std::string program;  ///< the one that grew most, "firefox"; empty: not known
    std::int64_t pid = 0;
    Bytes left;  ///< what is left for all
};

/// One process of a run that several share.
struct RankMemory {
    int rank = 0;
    std::string host, device;  ///< names
    LedgerColumn now, at_peak;
    Bytes budget, to_spare;
};

/// A measurement. `now` and `at_peak` both add up to `device_total`.
struct MemoryReport {
    std::string device_name;  ///< "NVIDIA RTX 4060", "CPU (RAM)"
    bool is_cpu = true;
    Bytes device_total;
    Bytes budget;   ///< what this process may use
    Bytes reserve;  ///< part of the budget set aside for preview, save, scores
    LedgerColumn now;
    LedgerColumn at_peak;  ///< at the peak of the latest step: roles at the tensors' peak, cache up to the most held
    Bytes peak_tensors;    ///< counted tensor bytes in `at_peak`, without the cache
    Bytes run_peak;        ///< largest at_peak.this_process() of a step since the run started
    Bytes to_spare;        ///< min(budget, total - others) - at_peak.this_process() - reserve; negative: too big
    bool others_are_tighter = false;  ///< other programs, not the budget, limit `to_spare`
    Bytes closure_error;              ///< device figure minus the sum of the rows before rounding
    double driver_age_seconds = 0;    ///< age of the other-programs and context figures
    std::string driver_source;        ///< "driver", "/proc", for tooltips
    std::int64_t oom_survived = 0;
    std::int64_t allocator_retries = 0;
    std::string unknown_reason;          ///< non-empty: some figure is n/a, and why
    std::vector<OtherProgram> programs;  ///< other programs on a GPU by name, largest first; empty on the CPU
    NeighbourGrowth neighbours;          ///< how they grew of late
    std::int64_t live_tensors = 0;       ///< counted blocks that are alive now
    int utilisation = -1;                ///< percent of the time the GPU was busy; -1: n/a
    int celsius = -1;                    ///< the GPU's temperature; -1: n/a
    std::vector<RankMemory>
        ranks{};  ///< of a run of several processes, least to spare first; the figures above are rank 0's

    /// Bytes of the peak that no row explains: counted ones without a role, and what the rows and the device differ by.
    Bytes remainder() const {
        return at_peak.roles[Role::Other] + (closure_error < Bytes{} ? -closure_error : closure_error);
    }
};

/// A tensor alive at a step's peak.
struct PeakTensor {
    Role role = Role::Other;
    Phase phase = Phase::None;
    Bytes bytes;
    std::string label;    ///< owner: "G main.3.weight", "D main.2 conv"; empty: not known
    std::string shape{};  ///< "64 x 128 x 32 x 32 bf16"; empty: not known
};

/// A tensor of a recorded step and when it lived: [born_ms, died_ms).
struct StepTensor : PeakTensor {
    double born_ms = 0;  ///< 0: before the step
    double died_ms = 0;  ///< the step's duration: it outlived the step
};

/// What a phase computed and moved, beside the most that the machine can do (the roofline of Williams, Waterman and Patterson, 2009).
struct PhaseSpeed {
    Phase phase = Phase::None;
    double ms = 0;
    double gflops = 0, gb_s = 0;  ///< computed; read and written: 10^9 a second
    double share_of_limit =
        0;  ///< the least time that its work takes on this machine by its time; 0: it has no such work
};
/// Of one step that was watched, on the CPU.
struct StepSpeed {
    std::int64_t step = 0;  ///< 0: none was watched
    PhaseSpeed whole;
    std::vector<PhaseSpeed> phases{};
    double fp32_gflops = 0, bf16_gflops = 0, gb_s = 0;  ///< the limits: products, and a copy
};

/// The bytes of one step over time: phases in order, bytes per role at sample points, the peak explained.
struct StepTimeline {
    struct PhaseSpan {
        Phase phase = Phase::None;
        int micro_batch = 0;
        double begin_ms = 0;
        double end_ms = 0;
    };
    struct Point {
        double ms = 0;
        RoleBytes bytes;
    };
    std::int64_t step = 0;
    double duration_ms = 0;
    std::vector<PhaseSpan> phases;
    std::vector<Point> points;  ///< at most a few hundred, peak included
    double peak_ms = 0;
    Bytes peak_tensors;   ///< tensor bytes at the peak
    Bytes peak_overhead;  ///< cache + context at the peak
    Phase peak_phase = Phase::None;
    std::vector<PeakTensor> largest;  ///< largest first, at most 64
    /// What lived when, for `alive_at` (core/api/step_tensors.h): the largest by bytes, at most kMostTensors.
    std::vector<StepTensor> tensors{};
    PhaseBytes peak_activations{};  ///< activations at the peak by the phase that made them
    StepSpeed speed{};  ///< of the latest step that was watched with these settings, which may be an earlier one

    static constexpr std::size_t kMostTensors = 2048;
};

}  // namespace headroom
