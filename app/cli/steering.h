// Steering: asks something of a run that another process trains, and waits until it has happened.
#pragma once

#include "app/cli/verbs.h"
#include "core/api/session.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace headroom::cli {

class Steering {
public:
    /// Of an event: nothing (it decides nothing), done, or what went wrong.
    using Judgement = std::optional<Result<void>>;

    /// To the run that the first argument names. Errors: NotFound, Environment; InvalidArgument when the run has ended.
    static Result<Steering> attach(const Context& context);

    Session& session() const { return *session_; }
    const std::string& run_dir() const { return run_dir_; }
    /// Until an event is judged, which is told. Errors: its own; that of the run if it fails; Cancelled by a signal.
    Result<int> wait(const std::function<Judgement(const Event&)>& judge);
    /// An event for people or scripts.
    void tell(const Event& event);

private:
    Steering(const Context& context, std::unique_ptr<Session> session, std::string run_dir)
        : context_(&context), session_(std::move(session)), run_dir_(std::move(run_dir)) {}

    const Context* context_;
    std::unique_ptr<Session> session_;
    std::string run_dir_;
};

}  // namespace headroom::cli
