// runs watch, set, pause, resume, stop, lend, checkpoint, sample, score, begin: runs that another process trains.
#include "app/cli/made_folders.h"
#include "app/cli/option_reader.h"
#include "app/cli/settings.h"
#include "app/cli/steering.h"
#include "app/cli/train_loop.h"
#include "app/cli/verbs.h"
#include "core/api/param_schema.h"
#include "core/base/file_handle.h"
#include "core/engine/remote/begin_elsewhere.h"
#include "core/engine/studio_services.h"
#include "core/families/words.h"
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fcntl.h>
#include <unistd.h>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Judgement = Steering::Judgement;

Result<int> watch(const Context& c) {
    auto services = c.services();
    const auto run = find_live_run(c.args.positionals[0], *services);
    if (!run) return run.error();
    auto session = services->attach(*run);
    if (!session) return session.error();
    if (isatty(STDOUT_FILENO) != 1) c.console.print_json();
    TrainLoop loop(**session, c.console, "");
    if (auto ended = loop.watch(c.stop); !ended) return ended.error();
    return 0;
}

/// A lent run makes no step either.
bool is_as(RunState wanted, RunState state) {
    return state == wanted || (wanted == RunState::Paused && state == RunState::Lent);
}

/// Asks for a state and waits until the run is in it.
Result<int> change_state(const Context& c, RunState wanted, void (Session::*ask)(), const char* trouble) {
    auto steering = Steering::attach(c);
    if (!steering) return steering.error();
    if (const RunState state = steering->session().state(); is_as(wanted, state)) {
        c.console.message("it is " + std::string(name_of(state)) +
                          (state == wanted ? " already" : ", and makes no step"));
        return 0;
    }
    (steering->session().*ask)();
    return steering->wait([&](const Event& event) -> Judgement {
        if (const auto* state = std::get_if<StateChanged>(&event); state && is_as(wanted, state->to))
            return Result<void>();
        const auto* warning = std::get_if<Warning>(&event);
        if (warning && warning->id == trouble)
            return Result<void>(make_error(ErrorCode::Environment, warning->message, warning->hint));
        return std::nullopt;
    });
}

Result<int> pause_run(const Context& c) { return change_state(c, RunState::Paused, &Session::pause, ""); }
Result<int> resume_run(const Context& c) { return change_state(c, RunState::Running, &Session::resume, "take-back"); }
Result<int> lend(const Context& c) { return change_state(c, RunState::Lent, &Session::lend, "lend"); }

Result<int> stop(const Context& c) {
    auto steering = Steering::attach(c);
    if (!steering) return steering.error();
    steering->session().request_stop(c.args.has("--without-saving") ? StopMode::StopWithoutSaving
                                                                    : StopMode::SaveAndStop);
    return steering->wait([](const Event& event) -> Judgement {
        if (std::holds_alternative<Finished>(event)) return Result<void>();
        const auto* state = std::get_if<StateChanged>(&event);
        if (state && state->from == RunState::Stopping && stands_still(state->to))
            return Result<void>(make_error(ErrorCode::Disk, state->reason,
                                           "It stops as soon as it can be saved; --without-saving stops it at once."));
        return std::nullopt;
    });
}

Result<int> checkpoint(const Context& c) {
    auto steering = Steering::attach(c);
    if (!steering) return steering.error();
    steering->session().request_checkpoint();
    return steering->wait([](const Event& event) -> Judgement {
        if (std::holds_alternative<CheckpointSaved>(event)) return Result<void>();
        const auto* warning = std::get_if<Warning>(&event);
        if (warning && (warning->id == "disk" || warning->id == "unsaved"))
            return Result<void>(make_error(ErrorCode::Disk, warning->message, warning->hint));
        return std::nullopt;
    });
}

/// Where the pictures go: as asked, into the run's samples, or, when those are another machine's, here.
std::string sample_target(const Args& args, const Steering& steering, std::int64_t step) {
    if (args.has("--out")) return args.get("--out");
    char name[48];
    std::snprintf(name, sizeof name, "requested-step-%08lld.png", static_cast<long long>(step));
    const fs::path samples = fs::path(steering.run_dir()) / "samples";
    std::error_code ec;
    const bool here = steering.session().place().same_machine && fs::is_directory(samples, ec);
    return here ? (samples / name).string() : std::string(name);
}

Result<int> sample_now(const Context& c) {
    auto steering = Steering::attach(c);
    if (!steering) return steering.error();
    SampleRequest request;
    request.count = static_cast<int>(steering->session().snapshot()->preview_grid);
    request.truncation = steering->session().snapshot()->preview_truncation;
    steering->session().request_sample(request);
    return steering->wait([&](const Event& event) -> Judgement {
        if (const auto* failed = std::get_if<SampleFailed>(&event)) return Result<void>(failed->error);
        const auto* ready = std::get_if<SampleReady>(&event);
        const bool asked =
            ready && ready->path.empty() && (ready->kind == SampleKind::Grid || ready->kind == SampleKind::Picture);
        if (!asked) return std::nullopt;
        const ImageList& images = ready->ema.empty() ? ready->raw : ready->ema;
        if (images.empty()) return std::nullopt;
        const std::string target = sample_target(c.args, *steering, ready->step);
        auto folders = MadeFolders::above(target);
        if (!folders) return Result<void>(folders.error());
        if (auto written = write_png(target, compose_grid(images)); !written) return written;
        folders->keep();
        steering->tell(SampleSaved{target, ready->step});
        return Result<void>();
    });
}

Result<int> score_now(const Context& c) {
    auto steering = Steering::attach(c);
    if (!steering) return steering.error();
    steering->session().request_scores();
    return steering->wait([](const Event& event) -> Judgement {
        if (std::holds_alternative<ScoresDone>(event)) return Result<void>();
        const auto* warning = std::get_if<Warning>(&event);
        if (warning && warning->id == "scores")
            return Result<void>(make_error(ErrorCode::InvalidArgument, warning->message, warning->hint));
        return std::nullopt;
    });
}

Result<int> set(const Context& c) {
    auto steering = Steering::attach(c);
    if (!steering) return steering.error();
    const ModelKind kind = steering->session().snapshot()->model;
    ParamPatch patch;
    for (std::size_t i = 1; i < c.args.positionals.size(); ++i) {
        if (auto taken = take_setting(patch, c.args.positionals[i], kind); !taken) return taken.error();
    }
    std::set<std::string> waiting;
    for (const auto& [key, value] : patch) waiting.insert(key);
    if (auto plan = steering->session().apply(patch, ChangeOrigin::Control); !plan) return plan.error();
    return steering->wait([&](const Event& event) -> Judgement {
        const auto ours = [&](const std::string& key) { return waiting.contains(key); };
        if (const auto* refused = std::get_if<ParamRefused>(&event);
            refused && std::any_of(refused->keys.begin(), refused->keys.end(), ours))
            return Result<void>(make_error(ErrorCode::InvalidArgument, refused->message));
        if (const auto* applied = std::get_if<ParamApplied>(&event);
            applied && applied->origin == ChangeOrigin::Control && waiting.erase(applied->key) > 0) {
            steering->tell(event);
            if (waiting.empty()) return Result<void>();
        }
        return std::nullopt;
    });
}

/// What the process writes to its standard error from here on, a crash's last words too, goes to the run's log.
void keep_errors(const std::string& run_dir) {
    const FileHandle log(::open((run_dir + "/log.txt").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    if (log.valid()) ::dup2(log.fd(), STDERR_FILENO);
}

Result<void> begin_run(const Context& c, remote::BeginningReport& report) {
    const std::string file = c.args.positionals[0];
    auto beginning = remote::read_beginning(file);
    if (!beginning) return beginning.error();
    ::unlink(file.c_str());  // it was written for this process alone
    auto services = make_studio_services(c.backend(), {.runs_root = beginning->runs_root, .who = "headroom-cli"});
    RunRequest& request = beginning->request;
    if (request.config) {
        const auto devices = usable_devices(services->devices());
        if (auto ok = check_startable(*request.config, devices, !request.resume_from.empty()); !ok) return ok;
    }
    auto session = services->make_session();
    TrainLoop loop(*session, c.console, "");
    loop.wait_for_disk();
    std::optional<Error> unreachable;
    loop.listen([&](const Event& event) {
        if (const auto* told = std::get_if<Progress>(&event)) report.progress(told->what, told->fraction);
        if (const auto* warning = std::get_if<Warning>(&event); warning && warning->id == "socket")
            unreachable = make_error(ErrorCode::Environment, warning->message, warning->hint);
        const auto* started = std::get_if<RunStarted>(&event);
        if (!started) return;
        if (unreachable) return session->request_stop(StopMode::StopWithoutSaving);
        keep_errors(started->run_dir);
        report.begun(session->place().address);
    });
    auto ended = loop.run(request, c.stop);
    return unreachable ? Result<void>(*unreachable) : ended;
}

Result<int> begin(const Context& c) {
    OptionReader options(c.args);
    const auto fd = options.whole("--report", -1, 0, 1 << 20);
    if (options.error()) return *options.error();
    remote::BeginningReport report(static_cast<int>(fd));
    if (auto ended = begin_run(c, report); !ended) {
        report.failed(ended.error());
        return ended.error();
    }
    return 0;
}

constexpr const char* kWatchHelp =
    "Follows a run that another process trains, a window or a terminal: progress on a terminal, JSON lines otherwise. Ctrl+C only\n"
    "detaches; the run goes on. RUN is a run's folder or name, or the address of its socket, unix:PATH.\n"
    "A run on another machine: let ssh carry its socket, whose path headroom-cli runs show RUN tells there, and watch this end of it:\n"
    "  ssh -N -o StreamLocalBindUnlink=yes -L $HOME/headroom.sock:/run/user/1000/headroom/4711.sock HOST\n"
    "  headroom-cli runs watch unix:$HOME/headroom.sock";

}  // namespace

std::vector<Verb> remote_verbs() {
    return {
        {.syntax = {"runs watch", "RUN", 1, 1},
         .summary = "Follow a run that another process trains.",
         .details = kWatchHelp,
         .tensors = Tensors::Unused,
         .run = watch},
        {.syntax = {"runs set", "RUN KEY=VALUE...", 2, 64},
         .summary = "Change settings of a running run; returns when they are in force.",
         .details = "The keys are those of --set. One that is refused leaves all as they are (exit status 2).",
         .tensors = Tensors::Unused,
         .run = set},
        {.syntax = {"runs pause", "RUN", 1, 1},
         .summary = "Pause a running run.",
         .tensors = Tensors::Unused,
         .run = pause_run},
        {.syntax = {"runs resume", "RUN", 1, 1},
         .summary = "Let a paused run go on; a lent device is taken back.",
         .tensors = Tensors::Unused,
         .run = resume_run},
        {.syntax = {"runs stop", "RUN", 1, 1, {{"--without-saving", "", "Stop at once, without a checkpoint."}}},
         .summary = "Save a checkpoint and stop a running run.",
         .tensors = Tensors::Unused,
         .run = stop},
        {.syntax = {"runs lend", "RUN", 1, 1},
         .summary = "Park a running run in host memory and give its device back.",
         .tensors = Tensors::Unused,
         .run = lend},
        {.syntax = {"runs checkpoint", "RUN", 1, 1},
         .summary = "Save a checkpoint of a running run now.",
         .tensors = Tensors::Unused,
         .run = checkpoint},
        {.syntax =
             {"runs sample",
              "RUN",
              1,
              1,
              {{"--out", "FILE",
                "The PNG; default requested-step-N.png among the run's samples, or here for another machine's run."}}},
         .summary = "Draw samples of a running run now.",
         .tensors = Tensors::Unused,
         .run = sample_now},
        {.syntax = {"runs score", "RUN", 1, 1},
         .summary = "Score a running run now: FID, KID, precision, recall and copies, between two of its steps.",
         .details =
             "By its own settings (scores.count, scores.features, scores.weights). headroom-cli score scores a stored run.",
         .tensors = Tensors::Unused,
         .run = score_now},
        {.syntax = {"runs begin",
                    "FILE",
                    1,
                    1,
                    {{"--report", "FD", "Tell how the beginning goes on this open file, one JSON object per line."}}},
         .summary = "Begin a run as a file says: what a window does for runs in processes of their own.",
         .run = begin},
    };
}

}  // namespace headroom::cli
