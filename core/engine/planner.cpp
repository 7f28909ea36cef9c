// The planner on a backend.
#include "core/engine/planner.h"

#include <utility>

namespace headroom {
namespace {

class BackendPlanner final : public Planner {
public:
    BackendPlanner(std::shared_ptr<Backend> backend, NetworkLayout layout, std::shared_ptr<const std::atomic<RunState>> state)
        : backend_(std::move(backend)), layout_(std::move(layout)), state_(std::move(state)) {}

    Result<FitReport> fit(FitRequest, ProgressFn, std::stop_token) override {
        return make_error(ErrorCode::Environment, "this engine cannot forecast");
    }

    Result<Rehearsal> rehearse(RehearsalRequest, ProgressFn, std::stop_token) override {
        if (is_active(state_->load()))
            return make_error(ErrorCode::InvalidArgument, "a run is under way, and a rehearsal needs the device for itself", "Stop the run first.");
        return make_error(ErrorCode::Environment, "this engine cannot forecast");
    }

private:
    std::shared_ptr<Backend> backend_;
    NetworkLayout layout_;
    std::shared_ptr<const std::atomic<RunState>> state_;
};

}  // namespace

std::shared_ptr<Planner> make_planner(std::shared_ptr<Backend> backend, NetworkLayout layout, std::shared_ptr<const std::atomic<RunState>> state) {
    return std::make_shared<BackendPlanner>(std::move(backend), std::move(layout), std::move(state));
}

}  // namespace headroom
