// The scopes' thread-local state and the labels.
#include "core/memory/role_scope.h"

#include "core/memory/cpu_allocator.h"

#include <deque>
#include <functional>
#include <map>
#include <mutex>

namespace headroom {
namespace {

thread_local Role t_role = Role::Other;
thread_local Phase t_phase = Phase::None;
thread_local LabelId t_label = 0;
thread_local std::uint32_t t_scope = 0;
thread_local std::uint32_t t_library_call = 0;
thread_local int t_roles = 0;
thread_local ScopeFollower* t_follower = nullptr;

struct Labels {
    std::mutex mutex;
    std::deque<std::string> texts{{}};
    std::map<std::string, LabelId, std::less<>> ids;
};

Labels& labels() {
    static Labels* l = new Labels;  // lives for ever: threads may ask after static destructors
    return *l;
}

void set_role(Role role) {
    t_role = role;
    if (t_follower) t_follower->role = role;
}

void set_phase(Phase phase) {
    t_phase = phase;
    if (t_follower) t_follower->phase = phase;
}

void set_label(LabelId label, std::uint32_t scope) {
    t_label = label;
    t_scope = scope;
    if (!t_follower) return;
    t_follower->label = label;
    t_follower->scope = scope;
}

std::uint32_t next_scope() {
    static std::atomic<std::uint32_t> last{0};
    const std::uint32_t n = ++last;
    return n != 0 ? n : ++last;
}

void note(Phase phase, int micro_batch, bool begins) {
    cpu_allocator::note_phase(phase, micro_batch, begins);
    if (t_follower) t_follower->phase_noted(phase, micro_batch, begins);
}

}  // namespace

LabelId label_id(std::string_view text) {
    if (text.empty()) return 0;
    Labels& l = labels();
    const std::lock_guard lock(l.mutex);
    if (const auto found = l.ids.find(text); found != l.ids.end()) return found->second;
    const auto id = static_cast<LabelId>(l.texts.size());
    l.texts.emplace_back(text);
    l.ids.emplace(text, id);
    return id;
}

std::string label_text(LabelId id) {
    Labels& l = labels();
    const std::lock_guard lock(l.mutex);
    return id < l.texts.size() ? l.texts[id] : std::string();
}

Role current_role() { return t_role; }
Phase current_phase() { return t_phase; }
LabelId current_label() { return t_label; }
std::uint32_t current_scope() { return t_scope; }
std::uint32_t current_library_call() { return t_library_call; }
bool has_own_role() { return t_roles > 0; }

RoleScope::RoleScope(Role role) : before_(t_role) {
    ++t_roles;
    set_role(role);
}
RoleScope::~RoleScope() {
    --t_roles;
    set_role(before_);
}

LabelScope::LabelScope(LabelId label) : label_before_(t_label), scope_before_(t_scope) {
    set_label(label, next_scope());
}
LabelScope::~LabelScope() { set_label(label_before_, scope_before_); }

LibraryCall::LibraryCall() : before_(t_library_call) { t_library_call = next_scope(); }
LibraryCall::~LibraryCall() { t_library_call = before_; }

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
    follower->label = t_label;
    follower->scope = t_scope;
}

ScopeFollower* scope_follower() { return t_follower; }

}  // namespace headroom
