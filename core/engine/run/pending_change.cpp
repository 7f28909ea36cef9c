// The packing thread's body.
#include "core/engine/run/pending_change.h"

#include <exception>
#include <new>
#include <utility>

namespace headroom {

PendingChange::PendingChange(ParamPatch requested, ChangeSource who, Job job, std::function<void()> when_done)
    : patch(std::move(requested)), source(std::move(who)) {
    thread_ = std::jthread([this, job = std::move(job), when_done = std::move(when_done)](std::stop_token stop) {
        run(std::move(stop), job);
        when_done();
    });
}

void PendingChange::run(std::stop_token stop, const Job& job) {
    try {
        outcome_ = job(std::move(stop));
    } catch (const std::bad_alloc&) {
        outcome_ = make_error(ErrorCode::OutOfMemory, "the system had no memory left to pack the pictures",
                              "Close other programs, then try again.");
    } catch (const std::exception& e) {
        outcome_ = make_error(ErrorCode::Internal, "packing the pictures failed unexpectedly",
                              "Save the log and report it.", e.what());
    }
    done_ = true;
}

}  // namespace headroom
