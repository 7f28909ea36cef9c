// Counsel between two steps.
#include "core/engine/run/counsel_keeper.h"

#include "core/api/param_schema.h"
#include "core/config/change_mark.h"
#include "core/engine/counsel/run_counsel.h"
#include "core/engine/run/run_samples.h"
#include "core/families/counsel_rules.h"
#include "core/families/family_counsel.h"
#include "core/families/words.h"

#include <set>
#include <string>
#include <utility>

namespace headroom {

CounselKeeper::CounselKeeper(SharedState& shared, RunFiles& files, SettingsChanges& changes, CounselWatch::TellFn tell)
    : shared_(shared), files_(files), changes_(changes), watch_([this, tell = std::move(tell)](CounselTold told) {
          if (!recalls_) tell(std::move(told));
      }) {}

void CounselKeeper::begin(Trainer& trainer, const PreparedRun& prepared, const TrainConfig& stored, bool goes_on) {
    const TrainConfig config = trainer.config();
    const PicturesFn pictures = [&trainer](std::int64_t first, int count) {
        auto some = sample_of(trainer, {SampleKind::Real, count, 0, 1.0, first});
        return some ? std::move(some->raw) : ImageList{};
    };
    const DataFacts data = facts_of(config, prepared.data_count, pictures, shared_.cancel.get_token());
    if (!goes_on || watched_rules(config).empty()) return watch_.begin(config, data);
    RunHistory past = files_.past();
    past.config = stored;
    recalls_ = true;
    catch_up(watch_, past, config, data);
    recalls_ = false;
}

void CounselKeeper::show(const SampleReady& sample) {
    if (sample.kind == SampleKind::Real) return watch_.add_data_pictures(sample.raw);
    // What was asked for in between may be of other latents.
    if (sample.kind == SampleKind::Grid && !sample.path.empty())
        watch_.add_sample(sample.step, sample.ema.empty() ? sample.raw : sample.ema, sample.path);
}

void CounselKeeper::show_data(Trainer& trainer) {
    const auto count = static_cast<int>(trainer.config().preview_grid);
    if (const auto some = sample_of(trainer, {SampleKind::Real, count, 0, 1.0, 0})) watch_.add_data_pictures(some->raw);
}

void CounselKeeper::changed(Trainer& trainer, const ParamPatch& changed, std::int64_t step, bool automatic) {
    std::set<std::string> keys;
    for (const auto& [key, value] : changed) keys.insert(key);
    if (keys.empty()) return;
    watch_.changed(trainer.config(), keys, step, automatic);
    if (keys.contains("image.size")) show_data(trainer);
}

bool CounselKeeper::wants_change(Trainer& trainer, const StepDone& last) {
    const std::string self(kAutopilotName);
    if (tried_ && !changes_.waits(self)) settle(trainer, last);
    const bool on = trainer.config().counsel_autopilot;
    if (tried_) {
        if (on && watch_.stands(tried_->rule)) return false;
        // Switched off, muted or no longer seen while its pictures are packed.
        changes_.withdraw(trainer, self);
        tried_.reset();
    }
    return on && watch_.to_change().has_value();
}

void CounselKeeper::make_change(Trainer& trainer, const StepDone& last) {
    tried_ = watch_.to_change();
    if (!tried_) return;
    const std::string self(kAutopilotName);
    changes_.apply(trainer, tried_->change, {ChangeOrigin::Autopilot, self}, false);
    if (!changes_.waits(self)) settle(trainer, last);
}

void CounselKeeper::settle(Trainer& trainer, const StepDone& last) {
    const CounselNotice notice = *std::exchange(tried_, std::nullopt);
    const TrainConfig config = trainer.config();
    const auto asked = with_patch(config, notice.change);
    const bool made = asked && *asked == config;
    const std::string why = std::string(row_of(notice.rule).title) + ": " + notice.advice;
    files_.log(made ? LogLevel::Info : LogLevel::Warn, "autopilot at " + step_at(config.model, last.step) + ": " +
                                                           notice.seen + " " + why + (made ? "" : " It was refused."));
    if (!made) return watch_.could_not(notice);
    files_.add_mark(std::string(kCounselMark), why, last.step, last.images);
}

}  // namespace headroom
