// The CPU's ledger.
#include "core/memory/ledger.h"

#include <algorithm>

namespace headroom {
namespace {

LedgerColumn column(const RoleBytes& roles, Bytes others, Bytes context, Bytes total) {
    LedgerColumn c;
    c.other_programs = others;
    c.context = context;
    c.roles = roles;
    c.free = total - others - c.this_process();
    return c;
}

}  // namespace

Bytes automatic_budget(const HostMemory& host) {
    return {(host.available.count + host.resident.count) / 10 * 9};
}

MemoryReport make_cpu_report(const LedgerInput& in) {
    MemoryReport r;
    r.device_name = in.device_name;
    r.is_cpu = true;
    r.device_total = in.host.total;
    r.budget = in.budget;
    r.reserve = in.reserve;
    r.step_peak = in.counts.step_peak;
    r.run_peak = std::max(in.run_peak, in.counts.step_peak);
    r.oom_survived = in.oom_survived;
    r.driver_source = "/proc";
    if (!in.host.known) r.unknown_reason = "/proc could not be read";

    const Bytes beyond = in.host.resident - in.counts.live.total();
    const Bytes context = std::max(beyond, Bytes{0});
    r.closure_error = context - beyond;
    const Bytes others = std::max(in.host.total - in.host.available - in.host.resident, Bytes{0});
    r.now = column(in.counts.live, others, context, r.device_total);
    r.at_peak = column(in.counts.at_peak, others, context, r.device_total);
    const Bytes left_by_others = r.device_total - others;
    r.others_are_tighter = left_by_others < in.budget;
    r.to_spare = std::min(in.budget, left_by_others) - r.at_peak.this_process() - in.reserve;
    return r;
}

}  // namespace headroom
