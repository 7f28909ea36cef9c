// Looks at the run's folder and lock.
#include "core/engine/remote/lost_run.h"

#include "core/families/words.h"
#include "core/io/runs/run_folder.h"
#include "core/io/runs/run_lock.h"

#include <utility>

namespace headroom::remote {
namespace {

/// "The checkpoint of step 120 is intact; ..."
std::string what_stands(const std::string& at) {
    return at.empty() ? "It had saved no checkpoint yet."
                      : "The checkpoint of " + at + " is intact; the run can go on from it.";
}

}  // namespace

bool LostRun::may_go_on() const { return !place.same_machine || (!run.dir.empty() && RunLock::is_held(run.dir)); }

Event LostRun::last_word() const {
    Failed failed{make_error(ErrorCode::Environment, ""), run.step, run.checkpoint, run.dir};
    if (!place.same_machine) {
        failed.error.message =
            "the connection to " + place.host + " was lost; whether the run goes on is not known here";
        failed.error.hint = "Connect the socket again and attach to it.";
        return failed;
    }
    if (may_go_on()) {
        failed.error.message =
            "the connection to the run's process " + std::to_string(place.pid) + " was lost; the run goes on";
        failed.error.hint = "Attach to it again.";
        return failed;
    }
    const auto folder = RunFolder::open(run.dir);
    const auto info = folder ? folder->load_info() : Result<RunInfo>(folder.error());
    if (info && (info->state == "finished" || info->state == "stopped"))
        return Finished{info->state == "finished" ? "reached its end" : "stopped", info->step, info->images, run.dir};
    if (info && !info->checkpoints.empty()) failed.last_checkpoint_step = info->checkpoints.back().step;
    const std::string at = failed.last_checkpoint_step < 0 ? std::string()
                           : info                          ? step_at(info->model, failed.last_checkpoint_step)
                                                           : "step " + std::to_string(failed.last_checkpoint_step);
    failed.error.message = "the run's process " + std::to_string(place.pid) +
                           (info && info->state == "failed" ? " has ended with an error" : " has died");
    failed.error.hint = what_stands(at);
    return failed;
}

}  // namespace headroom::remote
