// OperationWatch: while it lives, where the calling thread's time goes: which operations of LibTorch and kernels of our own it computes in which phase,
// how long they take, and what they compute and move. Of work on the CPU: what a GPU is asked for it does later.
#pragma once

#include "core/memory/role_scope.h"
#include "core/memory/where/work.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headroom {

/// Operations of one name and shape. `work` is that of all calls together.
struct WatchedOperation {
    std::string name;
    std::int64_t calls = 0;
    double seconds = 0;  ///< without what it has called that is listed itself
    Work work;
};

struct WatchedPhase {
    Phase phase = Phase::None;
    double seconds = 0;                        ///< its operations', and `between`
    double between = 0;                        ///< in none of them: the program's own work, autograd's, the allocator's
    std::vector<WatchedOperation> operations;  ///< those that took longest first
};

/// One at a time for a thread.
class OperationWatch {
public:
    OperationWatch();
    ~OperationWatch();
    OperationWatch(const OperationWatch&) = delete;
    OperationWatch& operator=(const OperationWatch&) = delete;

    /// Ends the watch: all phases since its beginning, in the order in which they were first entered.
    std::vector<WatchedPhase> end();

private:
    friend class WorkScope;
    class Record;
    std::unique_ptr<Record> record_;
};

}  // namespace headroom
