// Budgets, the ledger and recorded steps of a run.
#include "core/train/run/run_memory.h"

#include "core/api/param_schema.h"
#include "core/memory/libtorch.h"
#include "core/memory/where/roof.h"
#include "core/train/run/memory_snapshot.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace headroom {

RunMemory::~RunMemory() {
    if (device_.memory) device_.memory->release_cache();
}

Result<void> RunMemory::open(TrainConfig& config, bool goes_on, const EmitFn& emit) {
    auto opened = open_device(config.device);
    if (!opened) return opened.error();
    device_ = std::move(*opened);
    const std::string trained_in(name_of(config.precision));
    for (const std::string& key : goes_on ? set_back_refused(config, on_cpu()) : std::vector<std::string>()) {
        if (emit)
            emit(key == "precision"
                     ? Warning{"precision", "the CPU does not compute in " + trained_in + ": the run goes on in fp32",
                               "On a GPU it can be set back to " + trained_in + "."}
                     : Warning{"scores",
                               "Inception's features need a file of its weights: the run goes on without scores",
                               "Name it with scores.weights, then set scores.every again."});
    }
    // "auto" may have ended on the CPU, which not every precision can be had on.
    for (const ParamError& problem : check_config(config, on_cpu()))
        return make_error(ErrorCode::InvalidArgument, problem.message);
    if (!device_.note.empty() && emit)
        emit(Warning{"device", device_.note, "The run goes on with " + memory().name() + "."});
    return {};
}

std::optional<Warning> slow_precision(double speed) {
    constexpr double kAsFast = 0.95;
    if (speed >= kAsFast) return std::nullopt;
    char said[32];
    std::snprintf(said, sizeof said, "%.2f times", speed);
    return Warning{kSlowPrecision,
                   speed > 0 ? "this processor computes products in bf16 at " + std::string(said) + " its speed in fp32"
                             : "this processor has no vectors for bf16",
                   "bf16 saves memory here, not time. Choose fp32, or Automatic, where memory is not short."};
}

void RunMemory::tell_of_slow_precision(const TrainConfig& config, const EmitFn& emit) const {
    if (!on_cpu() || config.precision != Precision::Bf16 || !emit) return;
    try {
        if (const auto warning = slow_precision(bf16_speed())) emit(*warning);
    } catch (const c10::Error&) {}  // no room for a few matrices: what follows says so
}

Bytes RunMemory::measured_context() const { return memory().figures().process - memory().counts().live.total(); }

void RunMemory::measure_context() { context_ = measured_context(); }

void RunMemory::set_limits(const TrainConfig& config, Bytes preview) {
    const std::int64_t sharers = on_cpu() ? processes : 1;
    budget_ = config.budget.count > 0 ? config.budget : Bytes{automatic_budget(memory().figures()).count / sharers};
    preview_ = preview;
    reserve_ = reserve_of(budget_, preview);
    limit_allocator();
}

bool RunMemory::follow_what_is_free(const TrainConfig& config) {
    if (on_cpu() || config.budget.count > 0) return false;
    if (automatic_budget(memory().fresh_figures()).count <= budget_.count + budget_.count / 20) return false;
    set_limits(config, preview_);
    return true;
}

void RunMemory::limit_allocator() {
    // The budget is for the whole process; the allocator limits what it counts, which is the rest after the libraries. On a
    // GPU those load their kernels as they are first called, so the rest shrinks during the first steps.
    last_limit_ = Clock::now();
    if (!on_cpu()) context_ = std::max(measured_context(), Bytes{0});
    memory().set_limit(std::max(budget_ - context_ - reserve_, Bytes{1}));  // 0 would be no limit at all
}

Result<void> RunMemory::check_budget(const TrainConfig& config, Bytes fixed, Bytes preview) const {
    if (config.budget.count == 0) return {};
    const auto refused = [&](const std::string& what) {
        return make_error(ErrorCode::OutOfMemory,
                          "memory.budget: " + to_text(config.budget) + " is not enough: " + what,
                          "Allow more, or leave the budget to Headroom with 0.");
    };
    if (config.budget <= context_) return refused("the program and its libraries alone take " + to_text(context_));
    if (fixed.count == 0 || config.budget > context_ + fixed + reserve_of(config.budget, preview)) return {};
    return refused("the program takes " + to_text(context_) +
                   ", and weights, optimiser state and gradients of this run " + to_text(fixed) +
                   ", whatever the batch");
}

void RunMemory::begin_step(const TrainConfig& config, double elapsed, Recording events) {
    const bool due = config.memory_timeline && elapsed - last_record_ >= 1.0;
    memory().begin_step(events == Recording::Always || (events == Recording::NowAndThen && due));
    refusals_before_ = memory().counts().out_of_memory;
}

void RunMemory::end_step(std::int64_t step, double elapsed) {
    StepLog log = memory().end_step();
    step_ = step;
    if (log.begin_ns == 0) return;
    log_ = std::move(log);
    log_step_ = step;
    last_record_ = elapsed;
}

void RunMemory::tell_step(StepDone& m) {
    peak_context_.reset();
    const MemoryReport ledger = report();
    // From here to the next step's end the ledger shows the peak that this step reports.
    peak_context_ = ledger.at_peak.context;
    run_peak_ = ledger.run_peak;
    m.live = ledger.now.this_process();
    m.peak = ledger.at_peak.this_process();
    m.peak_tensors = ledger.peak_tensors;
    m.others = others_before = ledger.now.other_programs;
    m.budget = good_budget = budget_;
    if (log_ && log_step_ == step_) log_overhead_ = m.peak - m.peak_tensors;
    // The driver updates its figures twice a second.
    if (!on_cpu() && seconds_since(last_limit_) >= 2.0) limit_allocator();
}

RefusedAllocation RunMemory::what_was_refused() const {
    const AllocatorCounts counts = memory().counts();
    if (counts.out_of_memory != refusals_before_) return memory().last_refused();
    // A library of NVIDIA's ran out while it allocated for itself.
    RefusedAllocation r;
    r.live = counts.step_peak;
    r.limit = memory().limit();
    r.phase = counts.peak_phase;
    r.role = Role::Workspace;
    r.roles = counts.at_peak;
    return r;
}

LedgerInput RunMemory::ledger_of(const AllocatorCounts& counts, std::optional<Bytes> peak_context) const {
    LedgerInput in;
    in.counts = counts;
    in.device = memory().figures();
    in.budget = budget_;
    in.reserve = reserve_;
    in.run_peak = run_peak_;
    in.peak_context = peak_context;
    in.oom_survived = oom_survived;
    in.device_name = memory().name();
    in.is_cpu = on_cpu();
    return in;
}

MemoryReport RunMemory::report() const { return make_report(ledger_of(memory().counts(), peak_context_)); }

MemoryReport RunMemory::report_at(const RefusedAllocation& refused) const {
    AllocatorCounts counts;
    // Where the allocator does not tell who held what at the refusal, the step's peak is the nearest.
    const bool known = refused.roles.total().count > 0;
    counts.live = counts.at_peak = known ? refused.roles : memory().counts().at_peak;
    counts.live_total = counts.step_peak = refused.live;
    MemoryReport report = make_report(ledger_of(counts, context_));
    // Since the refusal much was freed; the column of the peak is that of the refusal.
    report.now = report.at_peak;
    return report;
}

std::shared_ptr<const StepTimeline> RunMemory::timeline(const std::vector<NamedBlock>& named, StepSpeed speed) {
    if (!log_) return nullptr;
    shown_log_ = std::exchange(log_, std::nullopt);
    StepTimeline built = build_timeline(*shown_log_, log_step_, log_overhead_, named);
    built.speed = std::move(speed);
    return std::make_shared<const StepTimeline>(std::move(built));
}

std::string RunMemory::snapshot(const std::vector<NamedBlock>& named, bool of_step) const {
    const std::string id = memory().id();
    const auto colon = id.find(':');
    const SnapshotDevice device{colon == std::string::npos ? 0 : std::stoi(id.substr(colon + 1)), memory().name(),
                                memory().limit()};
    const StepLog* log = log_ ? &*log_ : shown_log_ ? &*shown_log_ : nullptr;
    return memory_snapshot(log && of_step ? *log : memory().present(), named, device);
}

Error RunMemory::device_lost(const std::string& when, const std::string& words) const {
    return make_error(
        ErrorCode::Environment,
        memory().id() + " (" + memory().name() + ") failed " + when +
            " and cannot be used until Headroom is started again",
        "Start Headroom again and resume the run from its last checkpoint; resuming on the CPU works at once.", words);
}

InReserve::InReserve(const RunMemory& run) : memory_(run.memory()), limit_(run.memory().limit()) {
    if (limit_.count > 0) memory_.set_limit(limit_ + run.reserve());
}

InReserve::~InReserve() { memory_.set_limit(limit_); }

}  // namespace headroom
