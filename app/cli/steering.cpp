// Waits for the events that answer a request.
#include "app/cli/steering.h"

#include "app/cli/event_json.h"
#include "core/engine/remote/live_runs.h"
#include "core/engine/remote/remote_session.h"
#include "core/families/words.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace headroom::cli {
namespace {

/// "paused: paused by you", "lr.g 0.0002 -> 0.0001 at step 12".
std::string words_of(const Event& event) {
    if (const auto* state = std::get_if<StateChanged>(&event))
        return std::string(name_of(state->to)) + ": " + state->reason;
    if (const auto* change = std::get_if<ParamApplied>(&event))
        return change->key + " " + to_text(change->old_value) + " -> " + to_text(change->new_value) + " at step " +
               std::to_string(change->step);
    if (const auto* saved = std::get_if<CheckpointSaved>(&event)) return "checkpoint " + saved->path;
    if (const auto* saved = std::get_if<SampleSaved>(&event)) return "sample " + saved->path;
    if (const auto* done = std::get_if<ScoresDone>(&event))
        return "step " + std::to_string(done->step) + ": " + scores_text(done->scores);
    if (const auto* finished = std::get_if<Finished>(&event))
        return finished->reason + (finished->run_dir.empty() ? "" : "; the run is in " + finished->run_dir);
    return {};
}

}  // namespace

Result<Steering> Steering::attach(const Context& context) {
    auto services = context.services();
    const auto run = find_live_run(context.args.positionals[0], *services);
    if (!run) return run.error();
    const auto socket = remote::socket_of(*run);
    if (!socket) return socket.error();
    std::string dir;
    auto session = remote::attach_to(*socket, {{"terminal"}, /*story=*/false}, &dir);
    if (!session) return session.error();
    if (!is_active((*session)->state()))
        return make_error(ErrorCode::InvalidArgument, *run + ": the run has ended",
                          "headroom-cli train continues it with --resume.");
    return Steering(context, *std::move(session), std::move(dir));
}

void Steering::tell(const Event& event) {
    if (context_->console.json())
        context_->console.print(event_line(event));
    else if (const std::string words = words_of(event); !words.empty())
        context_->console.message(words);
}

Result<int> Steering::wait(const std::function<Judgement(const Event&)>& judge) {
    std::mutex mutex;
    std::condition_variable_any woken;
    bool wake = false;
    session_->set_wake([&] {
        const std::lock_guard lock(mutex);
        wake = true;
        woken.notify_one();
    });
    const auto wait_on = [&]() -> Result<int> {
        while (!context_->stop.stop_requested()) {
            {
                std::unique_lock lock(mutex);
                // The wait ends by itself too, so that no lost wake can hang a script.
                woken.wait_for(lock, context_->stop, std::chrono::milliseconds(200), [&] { return wake; });
                wake = false;
            }
            for (const Event& event : session_->drain_events()) {
                const auto judged = judge(event);
                if (judged && !*judged) return judged->error();
                if (judged) {
                    if (!std::holds_alternative<ParamApplied>(event)) tell(event);  // these were told one by one
                    return 0;
                }
                if (const auto* failed = std::get_if<Failed>(&event)) return failed->error;
                if (const auto* finished = std::get_if<Finished>(&event))
                    return make_error(ErrorCode::InvalidArgument, "the run has ended before: " + finished->reason);
            }
        }
        return make_error(ErrorCode::Cancelled, "stopped waiting; the run goes on");
    };
    auto outcome = wait_on();
    session_->set_wake({});
    return outcome;
}

}  // namespace headroom::cli
