// Fixture plans: the table of "Make it fit" as the fake engine answers it, and what a test may make it do instead.
#pragma once

#include "core/api/planner.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace headroom::fixture {

/// What the scripted planner does beside answering; shared between a test and the planner's thread.
class PlannerScript {
public:
    /// From now on calls report progress and wait until they are asked to stop.
    void hold();
    /// Calls wait no longer; those that wait answer.
    void release();
    /// fit() and rehearse() end with this error; nothing: they answer.
    void fail(std::optional<Error> error);
    std::vector<FitRequest> questions() const;
    std::vector<RehearsalRequest> rehearsals() const;
    int stopped() const { return stopped_; }  ///< calls that ended because they were asked to

private:
    friend class StoryPlanner;
    Result<void> begin(const ProgressFn& progress, const std::string& what, std::stop_token stop);

    mutable std::mutex mutex_;
    bool held_ = false;
    std::optional<Error> failure_;
    std::vector<FitRequest> questions_;
    std::vector<RehearsalRequest> rehearsals_;
    std::atomic<int> stopped_{0};
};

/// Plans for the story's model on the design's card from story_forecast(); rehearsals end at once. `busy`: a run has the device.
std::shared_ptr<Planner> story_planner(std::shared_ptr<PlannerScript> script, bool busy = false);

}  // namespace headroom::fixture
