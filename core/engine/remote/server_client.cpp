// Requests of one client, and events for it.
#include "core/engine/remote/server_client.h"

#include "core/base/contained.h"
#include "core/base/overloaded.h"
#include "core/engine/remote/socket_folder.h"
#include "core/io/runs/run_history.h"

#include <utility>
#include <vector>

namespace headroom::remote {
namespace {

/// No more is made ready than this: what waits in the box is thinned there, what is ready is not.
constexpr std::size_t kReadyBytes = 256u << 10;
/// Of those before it was resumed, thinned.
constexpr std::size_t kEarlierSteps = 2000;
/// So often it is filled for one client before the others have their turn.
constexpr int kTurns = 4;

std::size_t bytes_of(const ImageList& images) {
    std::size_t bytes = 0;
    for (const ImageBuffer& image : images) bytes += image.pixels ? image.pixels->size() : 0;
    return bytes;
}

/// The steps that a run had behind it when this process went on with it, as its history keeps them.
std::vector<StepDone> earlier_steps(const RunStarted& started) {
    if (started.step == 0) return {};
    const auto history = HistoryStore::open_read_only(history_path(started.run_dir));
    if (!history) return {};
    auto steps = history->steps();
    std::erase_if(steps, [&](const StepDone& s) { return s.step > started.step; });
    const std::size_t every = 1 + steps.size() / kEarlierSteps;
    std::erase_if(steps, [n = std::size_t{0}, every](const StepDone&) mutable { return n++ % every != 0; });
    return steps;
}

Result<RunForecast> forecast_of(const AskForecast& asked, Session& session) {
    if (asked.run) return session.forecast_run(asked.patch);
    auto present = session.forecast(asked.patch);
    if (!present) return present.error();
    return RunForecast{*std::move(present), {}};
}

ForecastAnswer answer_of(const AskForecast& asked, RunForecast known) {
    return {asked.patch, std::move(known.forecast), asked.run, std::move(known.stage), std::move(known.unmeasured)};
}

}  // namespace

ServerClient::ServerClient(FileHandle socket, const ServerSurroundings& around, Welcome welcome)
    : socket_(std::move(socket), kRequestLimits), around_(around), config_(welcome.config), state_(welcome.live.state) {
    say(welcome);
}

ServerClient::~ServerClient() {
    if (box_) box_->set_wake({});
}

void ServerClient::leave(WatchedSession* session) {
    if (box_ && session) session->remove_watcher(box_);
    if (task_) task_->cancel();
}

bool ServerClient::read(WatchedSession* session) {
    const bool there = socket_.fill();
    while (auto frame = socket_.take()) {
        auto request = decode_request(*frame);
        if (!request && request.error().code != ErrorCode::NotFound) return false;
        if (!request) {
            refuse(request.error());
            continue;
        }
        if (!greeted_ && !std::holds_alternative<Hello>(*request)) return false;
        handle(*std::move(request), session);
    }
    return there && !socket_.broken();
}

void ServerClient::handle(Request request, WatchedSession* session) {
    if (auto* hello = std::get_if<Hello>(&request)) return greet(*hello, session);
    if (!session) return refuse(make_error(ErrorCode::NotFound, "the run's process is ending"));
    std::visit(Overloaded{
                   [](const Hello&) {},
                   [&](Command& asked) { command(std::move(asked), *session); },
                   [&](const AskForecast& asked) {
                       auto known =
                           contained("the forecast failed unexpectedly", [&] { return forecast_of(asked, *session); });
                       if (known)
                           say(answer_of(asked, *std::move(known)));
                       else
                           say(Refused{known.error(), asked.patch, asked.run});
                   },
                   [&](FitRequest& asked) { begin(fit_work(session->planner(), std::move(asked))); },
                   [&](RehearsalRequest& asked) { begin(rehearsal_work(session->planner(), std::move(asked))); },
                   [&](ExportRequest& asked) {
                       if (!around_.export_run)
                           return refuse(make_error(ErrorCode::Environment, "nothing can be exported there"));
                       if (asked.run_dir.empty()) asked.run_dir = session->facts().dir;
                       begin(export_work(around_.export_run, std::move(asked)));
                   },
               },
               request);
}

void ServerClient::greet(const Hello& hello, WatchedSession* session) {
    if (greeted_) return;
    if (hello.protocol != kProtocol)
        return refuse(make_error(ErrorCode::Environment, "the run's process speaks version " +
                                                             std::to_string(kProtocol) + " of the protocol, not " +
                                                             std::to_string(hello.protocol)));
    greeted_ = true;
    const bool same = hello.host_id == around_.host_id;
    const std::int64_t pid = same ? peer_pid(socket_.fd()) : hello.pid;
    const std::string who = hello.who.empty() ? "a program" : hello.who.substr(0, 40);
    name_ = who + (same ? "" : " on " + hello.host.substr(0, 60)) + ", process " + std::to_string(pid);
    if (!hello.watch || !session) return;
    box_ = session->add_watcher(hello.story);
    box_->set_wake(around_.wake);
    // The story names the state; without it one that changed since the welcome would never be told.
    if (const RunState now = session->state(); !hello.story && now != state_)
        events_.emplace_back(StateChanged{state_, now, ""});
    for (Event& e : box_->drain()) {
        const auto* started = std::get_if<RunStarted>(&e);
        auto earlier = started ? earlier_steps(*started) : std::vector<StepDone>();
        events_.push_back(std::move(e));
        for (StepDone& step : earlier) events_.emplace_back(std::move(step));
    }
}

void ServerClient::command(Command asked, WatchedSession& session) {
    std::visit(Overloaded{
                   [&](const Pause&) { session.pause(); },
                   [&](const Resume&) { session.resume(); },
                   [&](const StepOnce&) { session.step_once(); },
                   [&](const Stop& c) { session.request_stop(c.mode); },
                   [&](const ApplyParams& c) { apply(c, session); },
                   [&](const TakeSample& c) { session.request_sample(c.request); },
                   [&](const SaveCheckpoint&) { session.request_checkpoint(); },
                   [&](const Lend&) { session.lend(); },
                   [&](const AnswerOom& c) { session.answer_oom(c.answer); },
                   [&](TakeScores&) { session.request_scores(); },
                   [&](MeasureStep&) { session.request_speed(); },
                   [&](TakeSnapshot& c) { session.request_snapshot(std::move(c.path)); },
               },
               asked);
}

void ServerClient::apply(const ApplyParams& change, WatchedSession& session) {
    std::string refused = "no run is under way";
    if (is_active(session.state())) {  // else it would change what the owner is about to begin
        for (const auto& [key, value] : change.patch) own_changes_[key] = change.source.origin;
        const auto plan = session.apply(change.patch, ChangeSource{ChangeOrigin::Elsewhere, name_});
        if (plan) return;
        refused = plan.error().message;
    }
    if (!change.patch.empty()) for_it_alone_.push_back(refusal_of(change.patch, std::move(refused)));
}

void ServerClient::begin(ServerTask::WorkFn work) {
    if (task_)
        return refuse(make_error(ErrorCode::InvalidArgument, "one thing at a time can be asked over a connection"));
    task_ = std::make_unique<ServerTask>(std::move(work), around_.wake);
}

void ServerClient::refuse(Error error) { say(Refused{std::move(error)}); }

Event ServerClient::seen_from_here(Event event) const {
    if (auto* change = std::get_if<ParamApplied>(&event)) {
        if (change->origin == ChangeOrigin::Ladder || change->origin == ChangeOrigin::Autopilot) return event;
        if (change->origin == ChangeOrigin::Elsewhere && change->by == name_) {
            const auto own = own_changes_.find(change->key);
            change->origin = own == own_changes_.end() ? ChangeOrigin::User : own->second;
            change->by.clear();
        } else if (change->origin != ChangeOrigin::Elsewhere) {
            change->origin = ChangeOrigin::Elsewhere;
            if (change->by.empty()) change->by = around_.owner;  // what its plan made nobody did
        }
    } else if (auto* sample = std::get_if<SampleReady>(&event)) {
        constexpr std::size_t most = kReplyLimits.attachment;
        if (bytes_of(sample->ema) + bytes_of(sample->raw) > most) sample->raw.clear();
        if (bytes_of(sample->ema) > most)
            return Warning{"sample",
                           "the pictures of step " + std::to_string(sample->step) + " are too large to be sent",
                           "They lie in the run's folder."};
    }
    return event;
}

void ServerClient::tell_settings(WatchedSession& session) {
    ConfigSnapshot now = session.snapshot();
    if (now == config_) return;
    const bool changed = !config_ || !(*now == *config_);
    config_ = std::move(now);
    if (changed) say(SettingsNow{config_});
}

/// Makes one more thing ready; false: there is nothing.
bool ServerClient::tell_next(WatchedSession* session) {
    if (!for_it_alone_.empty()) {
        say(for_it_alone_.front());
        for_it_alone_.pop_front();
        return true;
    }
    if (task_) {
        if (auto said = task_->next()) {
            say(*said);
            return true;
        }
        if (task_->over()) task_.reset();
    }
    if (!box_) return false;
    if (events_.empty() && caught_up_) {
        for (Event& e : box_->drain()) events_.push_back(std::move(e));
        if (session && !events_.empty()) tell_settings(*session);
    }
    if (events_.empty() && caught_up_) return false;
    if (events_.empty()) {
        caught_up_ = true;
        say(CaughtUp{});
        return true;
    }
    say(seen_from_here(std::move(events_.front())));
    events_.pop_front();
    return true;
}

bool ServerClient::write(WatchedSession* session, int watchers) {
    if (box_ && told_watchers_ != watchers) say(WatchersNow{told_watchers_ = watchers});
    for (int turn = 0; turn < kTurns && socket_.queued() == 0; ++turn) {
        while (socket_.queued() < kReadyBytes && tell_next(session)) {}
        if (!socket_.flush()) return false;
    }
    if (!socket_.flush()) return false;
    const auto now = std::chrono::steady_clock::now();
    if (socket_.queued() == 0 || socket_.sent() != sent_) took_last_ = now;
    sent_ = socket_.sent();
    return now - took_last_ < around_.patience;
}

bool ServerClient::told_all() const {
    return socket_.queued() == 0 && for_it_alone_.empty() && events_.empty() &&
           (!box_ || (caught_up_ && box_->empty())) && (!task_ || !task_->waiting());
}

}  // namespace headroom::remote
