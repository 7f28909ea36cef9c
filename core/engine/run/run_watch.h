// RunWatch: looks at every memory report of a run for leaks and for neighbours that grow, and warns of them once.
#pragma once

#include "core/engine/backend.h"
#include "core/engine/run/host_programs.h"
#include "core/engine/run/leak_watch.h"
#include "core/engine/run/neighbour_watch.h"

#include <memory>

namespace headroom {

/// One thread. Warnings: "leak" and "neighbours".
class RunWatch {
public:
    explicit RunWatch(EmitFn emit) : emit_(std::move(emit)) {}

    /// The report with what is known of the neighbours. `steady`: it was taken after a step of a run that goes on.
    std::shared_ptr<const MemoryReport> look(std::shared_ptr<const MemoryReport> report, std::int64_t step,
                                             bool steady);
    /// What is watched, for the words of it.
    void set_kind(ModelKind kind) { kind_ = kind; }
    /// Settings changed.
    void reset() { leaks_.reset(); }

    /// "leak" and "neighbours" in words.
    static Warning words(const Leak& leak, ModelKind kind);
    static Warning words(const NeighbourGrowth& growth, Bytes others);

private:
    EmitFn emit_;
    ModelKind kind_{};
    LeakWatch leaks_;
    NeighbourWatch neighbours_;
    std::unique_ptr<HostPrograms> programs_;  ///< from the first report of a CPU on
};

}  // namespace headroom
