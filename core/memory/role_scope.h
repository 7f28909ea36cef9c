// Role and phase of the allocations of the current thread. Scopes nest; autograd on the CPU runs on the calling thread and so
// inherits them.
#pragma once

#include "core/api/memory_report.h"

namespace headroom {

/// The role that new allocations of this thread get.
Role current_role();
Phase current_phase();

/// Sets the thread's role until the end of the scope.
class RoleScope {
public:
    explicit RoleScope(Role role);
    ~RoleScope();
    RoleScope(const RoleScope&) = delete;
    RoleScope& operator=(const RoleScope&) = delete;

private:
    Role before_;
};

/// Sets the thread's phase until the end of the scope and notes its begin and end in the step record.
class PhaseScope {
public:
    explicit PhaseScope(Phase phase, int micro_batch = 0);
    ~PhaseScope();
    PhaseScope(const PhaseScope&) = delete;
    PhaseScope& operator=(const PhaseScope&) = delete;

private:
    Phase before_;
};

}  // namespace headroom
