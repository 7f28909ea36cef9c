// The report on an out-of-memory error: the tensor that was refused, why now, each remedy with its worth, the ledger.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/param.h"
#include "core/api/run_state.h"
#include "core/base/enum_names.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// The rungs of the ladder, in the order in which they are tried.
enum class OomRung { Relief, Dataset, MicroBatch, Fakes, Checkpointing, Precision, OptimiserState };
template <> struct EnumNames<OomRung> {
    static constexpr std::array<std::string_view, 7> names{"relief",        "data_set",  "micro_batch",    "fakes",
                                                           "checkpointing", "precision", "optimiser_state"};
};

enum class RemedyOutcome { Worked, NotEnough, NotNeeded };
template <> struct EnumNames<RemedyOutcome> {
    static constexpr std::array<std::string_view, 3> names{"worked", "not_enough", "not_needed"};
};

/// One remedy of the ladder. Zero bytes or seconds: not known, or it does not apply.
struct OomRemedy {
    OomRung rung = OomRung::Relief;
    RemedyOutcome outcome = RemedyOutcome::NotNeeded;
    std::string words{};                ///< "Micro-batch 256 to 128, accumulation 1 to 2"
    Bytes gave{};                       ///< given back at once (caches)
    Bytes missing{};                    ///< still lacking when the step was tried after it
    Bytes peak_before{}, peak_after{};  ///< of this process in a step; before: what the failed step held and asked for
    double seconds_before = 0, seconds_after = 0;  ///< of a step
};

/// Why a step that was tried did not fit.
enum class OomCause { Unknown, FirstStep, OthersGrew, BudgetCut, LargerStep, Thrashing };
template <> struct EnumNames<OomCause> {
    static constexpr std::array<std::string_view, 6> names{"unknown",    "first_step",  "others_grew",
                                                           "budget_cut", "larger_step", "thrashing"};
};

/// An out-of-memory error: survived at the cost of one repeated step, or (`survived` false) the end of the run, whose Failed
/// event follows.
struct OomRecovered {
    std::int64_t step = 0;  ///< the step that was repeated, or that did not fit
    std::int64_t images = 0;
    Phase phase = Phase::None;
    Bytes requested, live, budget;   ///< budget: of the process; `live`: counted tensors when it was refused
    std::vector<std::string> tried;  ///< remedies in order, in words
    ParamPatch before, after;        ///< what the ladder changed
    bool changes_batch_statistics = false;
    std::shared_ptr<const MemoryReport> ledger;  ///< at the failure, before anything was given back

    bool survived = true;
    Role role = Role::Other;                 ///< of the tensor that was refused
    int micro_batch = 0, micro_batches = 0;  ///< it belonged to micro-batch i of k, from 1; 0: not known
    std::string tensor;   ///< whose it is, as the step's timeline calls it: "G main.13 norm"; empty: not known
    std::string process;  ///< which of a run's had no room: "process 1 (pid 4711 on frodo)"; empty: it has but one
    Bytes allowed;        ///< most that tensors might hold when it was refused
    Bytes missing;        ///< live + requested - allowed, at least 0
    OomCause cause = OomCause::Unknown;
    std::string why;                  ///< the cause in one sentence
    Bytes others_before, others_now;  ///< held by other programs after the last successful step, and at the failure
    Bytes forecast;                   ///< peak of this process that was expected of the settings; 0: none
    std::vector<OomRemedy> remedies;  ///< in order; those not needed last
    std::string statistics_note;      ///< how the mathematics differs, in one sentence; empty: it does not
    double seconds = 0;               ///< lost: failed tries and undoing
    Bytes undo_needs;         ///< this process's peak with the settings of before, reserve included; 0: not known
    int calm_steps = 200;     ///< unanswered, the ladder climbs back after so many
    std::string report_path;  ///< the report file in the run folder; empty: none is written
};

}  // namespace headroom
