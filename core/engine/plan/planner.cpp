// The planner on a backend.
#include "core/engine/plan/planner.h"

#include "core/engine/plan/fit_search.h"
#include "core/engine/plan/rehearsal.h"

#include <utility>

namespace headroom {
namespace {

class BackendPlanner final : public Planner {
public:
    BackendPlanner(std::shared_ptr<Backend> backend, NetworkLayout layout,
                   std::shared_ptr<const std::atomic<RunState>> state)
        : backend_(std::move(backend)), layout_(std::move(layout)), state_(std::move(state)) {}

    Result<FitReport> fit(FitRequest request, ProgressFn progress, std::stop_token stop) override {
        const auto forecaster = backend_->forecaster();
        if (!forecaster) return make_error(ErrorCode::Environment, "this engine cannot forecast");
        auto room = forecaster->room(request.config, layout_);
        if (!room) return room.error();
        const Bytes budget = request.budget.count > 0 ? request.budget : room->budget;
        const auto device = forecaster->report(request.config, *room);
        auto report =
            search_fit(request, {layout_, budget, room->reserve, room->on_cpu}, *forecaster, progress, std::move(stop));
        if (report) report->device = device;
        return report;
    }

    Result<Rehearsal> rehearse(RehearsalRequest request, ProgressFn progress, std::stop_token stop) override {
        if (is_active(state_->load()))
            return make_error(ErrorCode::InvalidArgument,
                              "a run is under way, and a rehearsal needs the device for itself", "Stop the run first.");
        return rehearse_on(*backend_, request, progress, std::move(stop));
    }

private:
    std::shared_ptr<Backend> backend_;
    NetworkLayout layout_;
    std::shared_ptr<const std::atomic<RunState>> state_;
};

}  // namespace

std::shared_ptr<Planner> make_planner(std::shared_ptr<Backend> backend, NetworkLayout layout,
                                      std::shared_ptr<const std::atomic<RunState>> state) {
    return std::make_shared<BackendPlanner>(std::move(backend), std::move(layout), std::move(state));
}

}  // namespace headroom
