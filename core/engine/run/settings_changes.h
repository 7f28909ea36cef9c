// SettingsChanges: the changes of settings of the run under way: made at once, or when the pictures that they need are packed.
#pragma once

#include "core/engine/backend.h"
#include "core/engine/run/pending_change.h"
#include "core/engine/run/run_files.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace headroom {

/// The worker's thread, between steps.
class SettingsChanges {
public:
    /// Called after a change: the settings before it, what was asked for and by whom.
    using AppliedFn =
        std::function<void(const TrainConfig& before, const ParamPatch& patch, const ChangeSource& source)>;

    SettingsChanges(SharedState& shared, RunFiles& files, AppliedFn applied)
        : shared_(shared), files_(files), applied_(std::move(applied)) {}

    /// A change that needs pictures of another size waits for them while training goes on; any other is made at once. By another one than
    /// whose waits it is made after that, where both are about the same. `lent`: the device is, so that nothing can be changed. `trainer`
    /// lives until the change is made or abandoned.
    void apply(Trainer& trainer, ParamPatch patch, ChangeSource source, bool lent);
    /// Makes the change that waits if its pictures are there; where they no longer are the right ones, others are packed first. False: nothing was
    /// to be done.
    bool finish_waiting(Trainer& trainer);
    /// Has the pictures of a change packed that is planned for later, after those of a change that waits; false: they are not yet.
    bool pack_ahead(Trainer& trainer, const ParamPatch& planned);
    /// Makes a planned change now; its refusal, which nobody has been told of: it stays as it was.
    std::optional<ParamRefused> apply_planned(Trainer& trainer, const ParamPatch& planned, const ChangeSource& source);
    /// Whether something that `by` has asked for is still to be made.
    bool waits(const std::string& by) const;
    /// What `by` has asked for and is still to be made is not.
    void withdraw(Trainer& trainer, const std::string& by);
    /// Ends the packing and says that its change was not made.
    void abandon();

private:
    /// Whether a change has to wait until that of another one is made, whose pictures are being packed.
    bool stands_behind(const Trainer& trainer, const ApplyParams& change) const;
    /// Makes what stood behind a change that waits no more.
    void follow_up(Trainer& trainer);
    /// Its refusal; nothing: it was made.
    std::optional<ParamRefused> make(Trainer& trainer, const ParamPatch& patch, const ChangeSource& source, bool lent);
    /// The same, and tells of a refusal.
    void apply_now(Trainer& trainer, const ParamPatch& patch, const ChangeSource& source, bool lent);
    void prepare(Trainer& trainer, ParamPatch patch, ChangeSource source, const TrainConfig& next);
    void tell(ParamRefused refused);

    SharedState& shared_;
    RunFiles& files_;
    AppliedFn applied_;
    std::unique_ptr<PendingChange> pending_;  ///< waits for its pictures; its job uses the trainer
    TrainConfig packs_beside_;                ///< the settings that were in force when their packing began
    std::deque<ApplyParams> behind_;          ///< by others, to be made after it
    std::unique_ptr<PendingChange> ahead_;    ///< packs those of a planned change; likewise
};

}  // namespace headroom
