// StepMaker with several processes: a try that failed on one has failed on all, and all take on the same settings.
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/train/ranks/settings_text.h"
#include "core/train/step/step_maker.h"

#include <c10/util/Exception.h>

namespace headroom {

StepMaker::Attempt StepMaker::failed_together(DeviceFailure failure, const std::string& words, StepOutcome& out) {
    const Fate mine = failure == DeviceFailure::OutOfMemory ? Fate::NoRoom : Fate::Failed;
    refused_ = memory_.what_was_refused();
    data_back_ = {};
    if (failure != DeviceFailure::DeviceLost) {
        given_back_ = transaction_.undo();
        let_data_go();  // whoever was refused; a run that ends needs it no more
    }
    const auto fate = peers_->settle(mine, words, refused_, data_back_);
    if (!fate) {
        out.error = fate.error();
        return Attempt::Failed;
    }
    if (fate->fate == Fate::NoRoom) {
        const RoleBytes held = refused_.roles;  // the ledger is this process's
        refused_ = fate->refused;
        refused_.roles = held;
        refused_by_ = fate->rank;
        data_back_ = fate->data_back;
        return Attempt::NoRoom;
    }
    const std::string who = peers_->all().peers()[static_cast<std::size_t>(fate->rank)].words();
    if (fate->rank == peers_->rank() && failure == DeviceFailure::DeviceLost)
        out.error = memory_.device_lost("in " + now(), words);
    else
        out.error = make_error(ErrorCode::Internal, "the tensor library failed in " + now() + " on " + who,
                               "Save the log and report it.", fate->words);
    return Attempt::Failed;
}

void StepMaker::tell_who_was_refused(const EmitFn& emit) const {
    if (!emit || !decides() || !refused_elsewhere()) return;
    emit(Warning{"rank-memory",
                 who_was_refused() + " had no room in " + now() + ": " + to_text(refused_.requested) +
                     " more than the " + to_text(refused_.live) + " that its tensors held",
                 "All processes repeat the step with what fits there."});
}

std::string StepMaker::who_was_refused() const {
    return peers_ ? peers_->all().peers()[static_cast<std::size_t>(refused_by_)].words() : std::string();
}

bool StepMaker::follow_decision() {
    const auto next = peers_->hear_decision();
    if (!next || next->what == NextTry::What::Stop) return false;
    if (next->what == NextTry::What::Again) {
        relieved_at_ = work_.steps_done();
        return true;
    }
    const auto config = settings_of_first(next->settings, work_.settings());
    if (!config) return false;
    return try_rung(*config);
}

}  // namespace headroom
