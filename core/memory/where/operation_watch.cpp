// Callbacks of LibTorch's dispatcher, and the stack of operations under way.
#include "core/memory/where/operation_watch.h"

#include "core/base/clock.h"
#include "core/memory/where/operation_kind.h"

#include <ATen/record_function.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace headroom {

/// Of one thread, which its scopes and LibTorch's calls tell everything.
class OperationWatch::Record final : public ScopeFollower {
public:
    Record() : before_(scope_follower()), mark_(Clock::now()) {
        set_scope_follower(this);
        current() = this;
        handle_ = at::addThreadLocalCallback(at::RecordFunctionCallback(began, ended)
                                                 .needsInputs(true)
                                                 .needsOutputs(true)
                                                 .scopes({at::RecordScope::FUNCTION}));
    }
    ~Record() override { stop(); }

    static Record*& current() {
        thread_local Record* of_thread = nullptr;
        return of_thread;
    }

    void phase_noted(Phase which, int, bool begins) override {
        charge();
        if (begins)
            phases_under_way_.push_back(which);
        else if (!phases_under_way_.empty())
            phases_under_way_.pop_back();
    }

    void begin(std::string name, Work work, bool holds, bool stands_alone) {
        stands_alone = stands_alone || holders_ == 0;
        if (holds) ++holders_;
        open_.push_back({std::move(name), std::move(work), holds, stands_alone, Clock::now()});
    }

    void end(double made) {
        const double taken = seconds_since(open_.back().start);
        Open done = std::move(open_.back());
        open_.pop_back();
        if (done.holds) --holders_;
        Inside told = done.inside;
        if (done.stands_alone) {
            const Work own = without(std::move(done.work), made, done);
            told = {taken, told.direct_flops + own.direct_flops, told.bytes + own.bytes};
            add(std::move(done.name), own, taken - done.inside.seconds);
        }
        Inside& outer = open_.empty() ? top_ : open_.back().inside;
        outer.seconds += told.seconds;
        outer.direct_flops += told.direct_flops;
        outer.bytes += told.bytes;
    }

    std::vector<WatchedPhase> phases() {
        charge();
        stop();
        std::vector<WatchedPhase> out;
        for (const Phase phase : order_) {
            WatchedPhase told{phase, seconds_[phase], seconds_[phase], {}};
            for (const auto& [key, operation] : operations_) {
                if (std::get<0>(key) != phase) continue;
                told.between -= operation.seconds;
                told.operations.push_back(operation);
            }
            std::sort(told.operations.begin(), told.operations.end(),
                      [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
            out.push_back(std::move(told));
        }
        return out;
    }

private:
    /// What an operation has called.
    struct Inside {
        double seconds = 0, direct_flops = 0, bytes = 0;
    };
    struct Open {
        std::string name;
        Work work;
        bool holds;         ///< what it calls is part of it
        bool stands_alone;  ///< not part of what called it
        Clock::time_point start;
        Inside inside{};
    };

    /// Its own part of `work`: what is told by something that it called is told. A product's tensors are its own all the same.
    static Work without(Work work, double made, const Open& open) {
        work.bytes += made;
        const double left = std::max(0.0, work.direct_flops - open.inside.direct_flops);
        if (!open.holds)
            work.bytes = std::max(0.0, work.bytes - open.inside.bytes);
        else if (work.direct_flops > 0 && left == 0)
            work.bytes = 0;
        if (left < work.direct_flops) work.flops = std::min(work.flops, left);
        work.direct_flops = left;
        return work;
    }

    void add(std::string name, const Work& work, double seconds) {
        const Phase phase = current_phase();
        WatchedOperation& row = operations_[{phase, name, work.shape, work.type}];
        row.name = std::move(name);
        row.work.type = work.type;
        row.work.shape = work.shape;
        ++row.calls;
        row.seconds += seconds;
        row.work.flops += work.flops;
        row.work.direct_flops += work.direct_flops;
        row.work.bytes += work.bytes;
    }

    /// The time since the last look belongs to the phase of then.
    void charge() {
        const Clock::time_point at = Clock::now();
        const Phase phase = phases_under_way_.empty() ? Phase::None : phases_under_way_.back();
        if (!seconds_.contains(phase)) order_.push_back(phase);
        seconds_[phase] += std::chrono::duration<double>(at - std::exchange(mark_, at)).count();
    }

    void stop() {
        if (current() != this) return;
        at::removeCallback(handle_);
        current() = nullptr;
        set_scope_follower(before_);
    }

    struct Called final : at::ObserverContext {
        explicit Called(const OperationKind& kind) : kind(kind) {}
        const OperationKind& kind;
    };

    static std::unique_ptr<at::ObserverContext> began(const at::RecordFunction& call) {
        Record* record = current();
        if (!record || !call.operator_name()) return nullptr;  // autograd's nodes are no operations
        const OperationKind& kind = record->kind_of(call);
        record->begin(kind.name(), kind.work(call.inputs()), kind.is_product(), kind.is_copy() || kind.is_product());
        return std::make_unique<Called>(kind);
    }

    static void ended(const at::RecordFunction& call, at::ObserverContext* context) {
        Record* record = current();
        if (record && context) record->end(static_cast<Called*>(context)->kind.made(call.outputs()));
    }

    const OperationKind& kind_of(const at::RecordFunction& call) {
        const auto name = call.operator_name();
        std::string key = name ? name->name + "." + name->overload_name : std::string(call.name());
        const auto found = kinds_.find(key);
        return found != kinds_.end() ? *found->second
                                     : *(kinds_[std::move(key)] = std::make_unique<OperationKind>(call));
    }

    ScopeFollower* before_;
    at::CallbackHandle handle_ = 0;
    Clock::time_point mark_;
    std::vector<Phase> phases_under_way_, order_;
    std::map<Phase, double> seconds_;
    std::vector<Open> open_;
    Inside top_;
    int holders_ = 0;
    std::map<std::tuple<Phase, std::string, std::string, at::ScalarType>, WatchedOperation> operations_;
    std::unordered_map<std::string, std::unique_ptr<OperationKind>> kinds_;
};

OperationWatch::OperationWatch() : record_(std::make_unique<Record>()) {}
OperationWatch::~OperationWatch() = default;
std::vector<WatchedPhase> OperationWatch::end() { return record_->phases(); }

bool WorkScope::is_watched() { return OperationWatch::Record::current() != nullptr; }
void WorkScope::begin(const char* name, Work work) {
    OperationWatch::Record::current()->begin(name, std::move(work), true, true);
}
void WorkScope::end() {
    if (auto* record = OperationWatch::Record::current()) record->end(0);
}

}  // namespace headroom
