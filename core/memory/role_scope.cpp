// The scopes' thread-local state.
#include "core/memory/role_scope.h"

#include "core/memory/cpu_allocator.h"

namespace headroom {
namespace {

thread_local Role t_role = Role::Other;
thread_local Phase t_phase = Phase::None;
thread_local ScopeFollower* t_follower = nullptr;

void set_role(Role role) {
    t_role = role;
    if (t_follower) t_follower->role = role;
}

void set_phase(Phase phase) {
    t_phase = phase;
    if (t_follower) t_follower->phase = phase;
}

void note(Phase phase, int micro_batch, bool begins) {
    cpu_allocator::note_phase(phase, micro_batch, begins);
    if (t_follower) t_follower->phase_noted(phase, micro_batch, begins);
}

}  // namespace

Role current_role() { return t_role; }
Phase current_phase() { return t_phase; }

RoleScope::RoleScope(Role role) : before_(t_role) { set_role(role); }
RoleScope::~RoleScope() { set_role(before_); }

PhaseScope::PhaseScope(Phase phase, int micro_batch) : before_(t_phase) {
    set_phase(phase);
    note(phase, micro_batch, true);
}

PhaseScope::~PhaseScope() {
    note(t_phase, 0, false);
    set_phase(before_);
}

void set_scope_follower(ScopeFollower* follower) {
    t_follower = follower;
    if (!follower) return;
    follower->role = t_role;
    follower->phase = t_phase;
}

ScopeFollower* scope_follower() { return t_follower; }

}  // namespace headroom
