// The ledger.
#include "core/memory/ledger.h"

#include <algorithm>

namespace headroom {
namespace {

LedgerColumn column(const RoleBytes& roles, const PhaseBytes& activations, Bytes others, Bytes context, Bytes total) {
    LedgerColumn c;
    c.other_programs = others;
    c.context = context;
    c.roles = roles;
    c.activations = activations;
    c.free = total - others - c.this_process();
    return c;
}

}  // namespace

Bytes automatic_budget(const DeviceFigures& device) {
    return {(device.available.count + device.process.count) / 10 * 9};
}

Bytes reserve_of(Bytes budget, Bytes preview) { return std::min(preview, Bytes{budget.count / 20}); }

MemoryReport make_report(const LedgerInput& in) {
    MemoryReport r;
    r.device_name = in.device_name;
    r.is_cpu = in.is_cpu;
    r.device_total = in.device.total;
    r.budget = in.budget;
    r.reserve = in.reserve;
    r.peak_tensors = in.counts.step_peak;
    r.oom_survived = in.oom_survived;
    r.allocator_retries = in.counts.retries;
    r.driver_source = in.device.source;
    r.driver_age_seconds = in.device.age_seconds;
    r.unknown_reason = in.device.unknown_reason;
    r.programs = in.device.programs;
    r.live_tensors = in.counts.live_tensors;
    r.utilisation = in.device.utilisation;
    r.celsius = in.device.celsius;

    const Bytes beyond = in.device.process - in.counts.live.total();
    const Bytes context = std::max(beyond, Bytes{0});
    r.closure_error = context - beyond;
    r.now = column(in.counts.live, in.counts.activations, in.device.others, context, r.device_total);
    r.at_peak = column(in.counts.at_peak, in.counts.activations_at_peak, in.device.others,
                       in.peak_context.value_or(context), r.device_total);
    r.run_peak = std::max(in.run_peak, r.at_peak.this_process());
    const Bytes left_by_others = r.device_total - in.device.others;
    r.others_are_tighter = left_by_others < in.budget;
    r.to_spare = std::min(in.budget, left_by_others) - r.at_peak.this_process() - in.reserve;
    return r;
}

}  // namespace headroom
