// Copying, parking, taking back.
#include "core/train/run/state_keeper.h"

#include "core/train/device_errors.h"

#include <utility>

namespace headroom {
namespace {

class Muted {
public:
    explicit Muted(EmitFn& emit) : emit_(emit), before_(std::exchange(emit, nullptr)) {}
    ~Muted() { emit_ = std::move(before_); }
    Muted(const Muted&) = delete;
    Muted& operator=(const Muted&) = delete;

private:
    EmitFn& emit_;
    EmitFn before_;
};

}  // namespace

std::shared_ptr<const CheckpointContent> StateKeeper::copy(double score, bool pinned) const {
    try {
        return state_.copy_state(score, pinned);
    } catch (const c10::OutOfMemoryError&) { (void)memory_.memory().release_cache(); }
    const DeviceLimitSuspension unlimited(memory_.memory());
    return state_.copy_state(score, pinned);
}

Result<std::shared_ptr<const CheckpointContent>> StateKeeper::checkpoint(std::int64_t step, bool scored) {
    const auto turn = memory_.memory().turn();
    if (parked_) return parked_;  // lent: what was parked is what the checkpoint would hold
    try {
        return copy(scored ? state_.score() : std::numeric_limits<double>::quiet_NaN(), false);
    } catch (const c10::Error& e) {
        if (failure_of(e, memory_.memory()) == DeviceFailure::DeviceLost)
            return memory_.device_lost("while the state was copied for the checkpoint", e.what_without_backtrace());
        return make_error(ErrorCode::Internal, "the state could not be copied for a checkpoint",
                          "Save the log and report it.", e.what_without_backtrace());
    }
}

Result<void> StateKeeper::lend() {
    const auto turn = memory_.memory().turn();
    if (parked_) return {};  // lent already: another process could not take its part back
    try {
        parked_ = copy(std::numeric_limits<double>::quiet_NaN(), /*pinned=*/!memory_.on_cpu());
    } catch (const c10::Error& e) {
        return make_error(ErrorCode::Environment, "the model could not be copied to host memory",
                          "The run goes on as it was.", e.what_without_backtrace());
    }
    state_.drop();
    memory_.memory().release_cache();
    return {};
}

Result<void> StateKeeper::take_back() {
    const auto turn = memory_.memory().turn();
    if (!parked_) return {};
    try {
        const Muted silent(emit_);
        if (auto restored = state_.put_back(*parked_); !restored) {
            state_.drop();
            return restored;
        }
    } catch (const c10::Error& e) {
        const DeviceFailure failure = failure_of(e, memory_.memory());
        state_.drop();
        if (failure == DeviceFailure::OutOfMemory)
            return make_error(ErrorCode::OutOfMemory, "there is not enough room yet to take the model back",
                              "Free some memory, then resume again.");
        if (failure == DeviceFailure::DeviceLost)
            return memory_.device_lost("while the model was taken back", e.what_without_backtrace());
        return make_error(ErrorCode::Internal, "the tensor library failed while the model was taken back",
                          "Save the log and report it.", e.what_without_backtrace());
    }
    parked_.reset();
    memory_.memory().release_cache();  // its locked pages are the system's again
    state_.set_limits();
    return {};
}

}  // namespace headroom
