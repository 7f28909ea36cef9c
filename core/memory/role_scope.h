// Role, phase and label of the allocations of the current thread. Scopes nest; autograd on the CPU runs on the calling thread
// and so inherits them. On a GPU it runs on threads of its own: a ScopeFollower carries the training thread's scopes over.
#pragma once

#include "core/api/memory_report.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

/// A text that says who allocates ("G main.3 conv"), kept for ever. 0: nobody in particular.
using LabelId = std::uint32_t;

/// The id of `text`, the same for the same text. Any thread; takes a lock, so ask once and keep it.
LabelId label_id(std::string_view text);
/// Empty for 0.
std::string label_text(LabelId id);

/// The role that new allocations of this thread get.
Role current_role();
Phase current_phase();
LabelId current_label();
/// The number of the innermost LabelScope of this thread; 0: none is open. What is allocated and freed within one is
/// temporary: it counts as workspace, not as an activation.
std::uint32_t current_scope();
/// The number of the innermost LibraryCall of this thread; 0: none is open.
std::uint32_t current_library_call();
/// Whether this thread has set its role itself; threads of autograd have only where a recomputation sets one.
bool has_own_role();

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

/// Says who allocates until the end of the scope.
class LabelScope {
public:
    explicit LabelScope(LabelId label);
    ~LabelScope();
    LabelScope(const LabelScope&) = delete;
    LabelScope& operator=(const LabelScope&) = delete;

private:
    LabelId label_before_;
    std::uint32_t scope_before_;
};

/// A call of a library that takes memory for itself (cuDNN). What a GPU's allocator makes and frees within one is the library's.
class LibraryCall {
public:
    LibraryCall();
    ~LibraryCall();
    LibraryCall(const LibraryCall&) = delete;
    LibraryCall& operator=(const LibraryCall&) = delete;

private:
    std::uint32_t before_;
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
    std::atomic<LabelId> label{0};
    std::atomic<std::uint32_t> scope{0};
    virtual ~ScopeFollower() = default;
    /// The followed thread entered or left a phase.
    virtual void phase_noted(Phase which, int micro_batch, bool begins) = 0;
};

/// Makes `follower` follow the calling thread's scopes; null: nothing does. It must outlive its following.
void set_scope_follower(ScopeFollower* follower);
ScopeFollower* scope_follower();

}  // namespace headroom
