// The ledgers of a run's other processes, as each tells of its own.
#pragma once

#include "core/api/memory_report.h"
#include "core/ranks/collective.h"

namespace headroom {

/// Tells process 0 this process's ledger; it is looked at there whenever that is wanted. Waits for nobody.
void tell_memory(Collective& all, const MemoryReport& mine);

/// On process 0: fills `report.ranks` with its own ledger and the latest of each other process, least to spare first.
void add_ranks(MemoryReport& report, Collective& all);

}  // namespace headroom
