// RunPlan: the changes that a run's settings ask for by themselves (Family::planned), each before the first step for which it is time: a run
// that is continued makes it before the same one.
#pragma once

#include "core/engine/run/settings_changes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headroom {

/// Whether that is whose changes these are.
bool is_of_plan(const ChangeSource& source);

/// Whether such a change is the one that the settings `before` ask for by themselves.
bool is_planned(const TrainConfig& before, const ParamPatch& patch, const ChangeSource& source);

/// `now` as it was meant, after so many images: where somebody who had `before` has set what the plan would change again at once, that is to
/// stay, and the plan ends.
TrainConfig as_meant(const TrainConfig& before, const TrainConfig& now, std::int64_t images);

/// The worker's thread, between steps.
class RunPlan {
public:
    explicit RunPlan(SettingsChanges& changes) : changes_(changes) {}

    enum class Due { Nothing, Waits, Now };
    /// What is to be done after so many images. Waits: its pictures are still being packed.
    Due look(Trainer& trainer, std::int64_t images);
    /// Makes the change that is due, after the step `last`. Its refusal, to be told, which is a mark unless it was refused so before; it is not tried
    /// again while the settings stay as they are.
    std::optional<ParamRefused> make(Trainer& trainer, const StepDone& last);
    /// Other settings are in force: what was refused may be made now.
    void settings_changed() { refused_.clear(); }
    /// Ends a plan whose settings somebody who had `before` has set: as_meant().
    void take_as_meant(Trainer& trainer, const TrainConfig& before, std::int64_t images);

private:
    SettingsChanges& changes_;
    ParamPatch refused_;
    std::string told_;  ///< the mark of the latest refusal
};

}  // namespace headroom
