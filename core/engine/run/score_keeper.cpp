// Scores between two steps.
#include "core/engine/run/score_keeper.h"

#include "core/base/clock.h"
#include "core/base/contained.h"
#include "core/config/change_mark.h"
#include "core/families/words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stop_token>
#include <utility>

namespace headroom {

void ScoreKeeper::begin(const TrainConfig& config, const StepDone& last) {
    all_ = files_.scores();
    wished_ = files_.wants_scores();
    for (const HistoryMark& mark : files_.marks())
        if (mark.kind == kDataMark) writer_.other_data_after(mark.step);
    begun_ = true;
    if (data_changed_) data_changed(last);
    const std::string doubt = doubt_in(config);
    if (!doubt.empty() && all_.empty()) shared_.events.put(Warning{"scores", doubt, ""});
}

void ScoreKeeper::data_changed(const StepDone& last) {
    data_changed_ = true;
    if (!begun_ || writer_.of_other_data(last.step)) return;
    writer_.other_data_after(last.step);
    files_.add_mark(std::string(kDataMark), "the run goes on with other pictures", last.step, last.images);
}

bool ScoreKeeper::are_due(const TrainConfig& config, const StepDone& last) const {
    const bool by_settings = config.scores_every > 0 && last.step > 0 && last.step % config.scores_every == 0;
    if (!by_settings && !wished_) return false;
    const bool taken = !all_.empty() && all_.back().step == last.step;
    return !taken && failed_at_ != last.step;
}

void ScoreKeeper::set_wished(bool wished) {
    if (wished == wished_) return;
    wished_ = wished;
    if (auto kept = files_.set_wants_scores(wished); !kept) shared_.warn("disk", kept.error());
}

void ScoreKeeper::take_now(Trainer& trainer, const StepDone& last, bool lent) {
    if (!lent) return take(trainer, last, /*asked=*/true);
    shared_.warn("scores",
                 make_error(ErrorCode::InvalidArgument, "the device is lent, so that the run cannot be scored",
                            "Take it back first, then ask again."));
}

void ScoreKeeper::take(Trainer& trainer, const StepDone& last, bool asked) {
    if (asked) set_wished(true);
    const auto start = Clock::now();
    auto scores = computed(trainer);
    if (!scores) {
        if (scores.error().code == ErrorCode::Cancelled) {
            if (!shared_.stopping.stop_requested())
                set_wished(true);  // also those that were due, once the pause is over
            Error cut = scores.error();
            cut.hint = "The run is scored when it goes on.";
            if (asked) shared_.warn("scores", cut);
            return;  // those that are due, or that counsel asks for, are taken when the run goes on from here
        }
        set_wished(false);
        failed_at_ = last.step;
        files_.log(LogLevel::Warn, scores.error().message);
        const bool is_known = std::exchange(told_failure_, scores.error().message) == scores.error().message;
        if (asked || !is_known) shared_.warn("scores", scores.error());
        return;
    }
    set_wished(false);
    told_failure_.clear();
    const TrainConfig config = trainer.config();
    keep({last.step, last.images, last.elapsed_seconds, *std::move(scores)}, config, seconds_since(start));
    if (are_best(config.best_by)) writer_.save_best_checkpoint(trainer, last.step);
}

Result<RunScores> ScoreKeeper::computed(Trainer& trainer) {
    // It may take minutes, for which nobody who wants the device is to wait.
    std::stop_source enough;
    const std::stop_callback stopped(shared_.stopping.get_token(), [&enough] { enough.request_stop(); });
    const ProgressFn tell = [this, &enough, told = shared_.progress()](const std::string& what, double fraction) {
        if (shared_.commands.wants_pause()) enough.request_stop();
        told(what, fraction);
    };
    return contained("scoring failed unexpectedly", [&] { return trainer.scores(tell, enough.get_token()); });
}

void ScoreKeeper::keep(const ScoresDone& done, const TrainConfig& config, double seconds) {
    if (auto kept = files_.add_scores(done); !kept) shared_.warn("history", kept.error());
    char took[32];
    std::snprintf(took, sizeof took, ", in %.1f s", seconds);
    files_.log(LogLevel::Info, step_at(config.model, done.step) + ": " + scores_text(done.scores) + took);
    std::erase_if(all_, [&](const ScoresDone& s) { return s.step >= done.step; });
    all_.push_back(done);
    told_(done);
    shared_.events.put(done);
}

bool ScoreKeeper::are_best(BestBy by) {
    const ScoresDone& now = all_.back();
    const double figure = now.scores.order_by(by);
    if (!std::isfinite(figure)) return false;
    writer_.wait_idle();  // what is still being written may be the best one
    const auto best = writer_.best_checkpoint();
    if (!best) return true;
    if (best->step == now.step) return false;
    const auto its = std::find_if(all_.begin(), all_.end(), [&](const ScoresDone& s) { return s.step == best->step; });
    const bool compares =
        its != all_.end() && !writer_.of_other_data(its->step) && can_be_compared(its->scores, now.scores, by);
    return !compares || !(its->scores.order_by(by) <= figure);
}

}  // namespace headroom
