// Role and phase of the allocations of the current thread. Scopes nest; autograd on the CPU runs on the calling thread and so
// inherits them. On a GPU it runs on threads of its own: a ScopeFollower carries the training thread's scopes over.
#pragma once

#include "core/api/memory_report.h"

#include <atomic>

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

/// What the scopes of one thread say at this moment, readable on every thread.
struct ScopeFollower {
    std::atomic<Role> role{Role::Other};
    std::atomic<Phase> phase{Phase::None};
    virtual ~ScopeFollower() = default;
    /// The followed thread entered or left a phase.
    virtual void phase_noted(Phase which, int micro_batch, bool begins) = 0;
};

/// Makes `follower` follow the calling thread's scopes; null: nothing does. It must outlive its following.
void set_scope_follower(ScopeFollower* follower);
ScopeFollower* scope_follower();

}  // namespace headroom
