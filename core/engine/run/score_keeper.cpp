// Scores between two steps.
#include "core/engine/run/score_keeper.h"

#include "core/families/words.h"

#include <algorithm>
#include <cstdio>

namespace headroom {

void ScoreKeeper::resume(std::int64_t step) {
    all_ = files_.scores();
    std::erase_if(all_, [step](const ScoresDone& s) { return s.step > step; });
}

const RunScores* ScoreKeeper::at(std::int64_t step) const {
    return !all_.empty() && all_.back().step == step ? &all_.back().scores : nullptr;
}

bool ScoreKeeper::is_due(const TrainConfig& config, const StepDone& last) const {
    return config.scores_every > 0 && last.step > 0 && last.step % config.scores_every == 0 && !at(last.step) &&
           failed_at_ != last.step;
}

void ScoreKeeper::take(Trainer& trainer, const StepDone& last) {
    // A request to stop is seen between two pieces of the work.
    const auto scores = trainer.scores(
        [this](const std::string& what, double fraction) { shared_.events.put(Progress{what, fraction}); },
        shared_.commands.stopping());
    if (!scores) {
        if (scores.error().code == ErrorCode::Cancelled) return;  // taken when the run goes on from here
        failed_at_ = last.step;
        return shared_.warn("scores", scores.error());
    }
    ScoresDone done{last.step, last.images, last.elapsed_seconds, *scores};
    files_.add_scores(done);
    char text[200];
    std::snprintf(text, sizeof text, "scores: FID %.4g, KID %.4g +- %.2g, precision %.2f, recall %.2f, copies %.2f",
                  scores->fid, scores->kid, scores->kid_error, scores->precision, scores->recall, scores->copies);
    files_.log(LogLevel::Info, step_at(trainer.config().model, last.step) + ": " + text + " (" + scores->features + ", " +
                                   std::to_string(scores->pictures) + " pictures)");
    if (at(last.step)) all_.pop_back();
    all_.push_back(done);
    shared_.events.put(std::move(done));
}

bool ScoreKeeper::is_best(std::int64_t step, BestBy by) const {
    const RunScores* now = at(step);
    if (!now || !(now->by(by) == now->by(by))) return false;
    return std::none_of(all_.begin(), all_.end() - 1, [&](const ScoresDone& s) {
        return s.scores.features == now->features && s.scores.by(by) <= now->by(by);
    });
}

}  // namespace headroom
