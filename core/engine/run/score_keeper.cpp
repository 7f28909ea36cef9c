// Scores between two steps.
#include "core/engine/run/score_keeper.h"

#include "core/families/words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {

bool can_be_compared(const RunScores& a, const RunScores& b, BestBy by) {
    return a.features == b.features && of_one_size(a, b) && (by == BestBy::Kid || a.pictures == b.pictures);
}

void ScoreKeeper::begin(const TrainConfig& config) {
    all_ = files_.scores();
    wished_ = files_.wants_scores();
    const std::string doubt = doubt_in(config);
    if (!doubt.empty() && all_.empty()) shared_.events.put(Warning{"scores", doubt, ""});
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
    auto scores = computed(trainer);
    if (!scores) {
        if (scores.error().code == ErrorCode::Cancelled) {
            Error cut = scores.error();
            cut.hint = "The run is scored when it goes on.";
            if (asked) shared_.warn("scores", cut);
            return;  // those that are due are taken when the run goes on from here
        }
        set_wished(false);
        failed_at_ = last.step;
        files_.log(LogLevel::Warn, scores.error().message);
        return shared_.warn("scores", scores.error());
    }
    set_wished(false);
    const TrainConfig config = trainer.config();
    keep({last.step, last.images, last.elapsed_seconds, *std::move(scores)}, config);
    if (are_best(config.best_by)) writer_.save_best_checkpoint(trainer, last.step);
}

Result<RunScores> ScoreKeeper::computed(Trainer& trainer) {
    return trainer.scores(shared_.progress(), shared_.stopping.get_token());
}

void ScoreKeeper::keep(const ScoresDone& done, const TrainConfig& config) {
    if (auto kept = files_.add_scores(done); !kept) shared_.warn("history", kept.error());
    files_.log(LogLevel::Info, step_at(config.model, done.step) + ": " + scores_text(done.scores));
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
    return its == all_.end() || !can_be_compared(its->scores, now.scores, by) || !(its->scores.order_by(by) <= figure);
}

}  // namespace headroom
