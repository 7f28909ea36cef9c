// Waits for the session's events and prints them.
#include "app/cli/train_loop.h"

#include "app/cli/change_costs.h"
#include "app/cli/control.h"
#include "app/cli/counsel_text.h"
#include "app/cli/event_json.h"
#include "core/api/param_schema.h"
#include "core/api/services.h"
#include "core/base/overloaded.h"
#include "core/families/counsel_rules.h"
#include "core/families/speed_factor.h"
#include "core/families/words.h"
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

namespace headroom::cli {
namespace {

/// How far the run is by the limit that ends it first, and the images that are left; < 0: no limit.
struct Course {
    double fraction = -1, images_left = -1;
    std::string of;
};

Course course(const TrainConfig& config, const StepDone& e) {
    Course c;
    const auto consider = [&](double fraction, double left, std::string of) {
        if (fraction > c.fraction) c = {fraction, std::max(0.0, left), std::move(of)};
    };
    const auto step = static_cast<double>(e.step), images = static_cast<double>(e.images);
    if (config.steps > 0) {
        const auto total = static_cast<double>(config.steps);
        consider(step / total, (total - step) * static_cast<double>(config.effective_batch()),
                 "/" + std::to_string(config.steps));
    }
    if (config.images > 0) {
        const auto total = static_cast<double>(config.images);
        consider(images / total, total - images, " (of " + std::to_string(config.images) + " images)");
    }
    if (config.epochs > 0 && e.epoch > 0) {
        const auto total = static_cast<double>(config.epochs);
        consider(e.epoch / total, images / e.epoch * (total - e.epoch),
                 " (of " + std::to_string(config.epochs) + " epochs)");
    }
    return c;
}

}  // namespace

TrainLoop::TrainLoop(Session& session, Console& console, std::string control)
    : session_(session), console_(console), control_(std::move(control)) {
    session_.set_wake([this] {
        const std::lock_guard lock(mutex_);
        wake_ = true;
        woken_.notify_one();
    });
}

TrainLoop::~TrainLoop() { session_.set_wake({}); }

Result<void> TrainLoop::run(RunRequest request, std::stop_token stop) {
    if (auto started = session_.start(std::move(request)); !started) return started;
    std::optional<ControlReader> reader;
    if (!control_.empty()) reader.emplace(control_, [this](const std::string& line) { control_line(line); });
    const std::stop_callback on_stop(stop, [this] {
        console_.message("stopping: a checkpoint is saved; a second signal stops at once");
        session_.request_stop(StopMode::SaveAndStop);
    });
    follow(nullptr);
    if (failure_) return *failure_;
    if (unsaved_) return *unsaved_;
    return {};
}

Result<void> TrainLoop::watch(std::stop_token stop) {
    watching_ = true;
    const std::stop_callback on_stop(stop, [this] {
        const std::lock_guard lock(mutex_);
        wake_ = true;
        woken_.notify_one();
    });
    follow(&stop);
    if (!ended_) console_.message("detached; the run goes on");
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

void TrainLoop::follow(const std::stop_token* leave) {
    while (!ended_ && !(leave && (leave->stop_requested() || console_.reader_is_gone()))) {
        wait_for_events();
        for (const Event& event : session_.drain_events()) {
            if (listener_) listener_(event);
            take(event);
            if (ended_) break;  // "finished" or "failed" is the last line a script sees
        }
        try_disk();
    }
}

void TrainLoop::wait_for_events() {
    // The wait ends by itself too, so that no lost wake can hang a script.
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, std::chrono::milliseconds(500), [this] { return wake_; });
    wake_ = false;
}

void TrainLoop::take(const Event& event) {
    if (console_.json()) console_.print(event_line(event));
    std::visit(
        Overloaded{
            [&](const RunStarted& e) { on_started(e); },
            [&](const StepDone& e) { on_step(e); },
            [&](const StateChanged& e) { on_state(e); },
            [&](const SampleReady& e) { on_sample(e); },
            [&](const Progress& e) { console_.progress(e.what, e.fraction); },
            [&](const ParamApplied& e) {
                console_.message(at(e.step) + ": " + e.key + " " + to_text(e.old_value) + " -> " +
                                 to_text(e.new_value) + (e.by.empty() ? "" : " by " + e.by));
            },
            [&](const ParamRefused& e) { console_.message("warning: " + e.message + "; the old value stays"); },
            [&](const OomRecovered& e) {
                std::string text = at(e.step) + ": out of memory" + (e.survived ? " survived" : "");
                for (const std::string& remedy : e.tried) text += "; " + remedy;
                console_.message(text, /*logged=*/true);
            },
            [&](const CheckpointSaved& e) {
                unsaved_.reset();
                tries_ = 0;
                if (std::exchange(trying_, false)) session_.resume();
                console_.message("checkpoint " + e.path + " (" + to_text(e.size) + ")");
            },
            [&](const ExportDone& e) { console_.message("memory snapshot " + e.path + " (" + to_text(e.size) + ")"); },
            [&](const Warning& e) { on_warning(e); },
            [&](const CounselTold& e) { on_counsel(e); },
            [&](const ForecastReady&) { tell_forecasts(); },
            [&](const ScoresDone& e) { console_.message(at(e.step) + ": " + scores_text(e.scores), /*logged=*/true); },
            [&](const Finished& e) {
                ended_ = true;
                console_.message(e.reason + " at " + at(e.step) +
                                 (e.run_dir.empty() ? "" : "; the run is in " + e.run_dir));
            },
            [&](const Failed& e) {
                ended_ = true;
                failure_ = e.error;
                if (console_.json()) console_.failure_is_told();
                if (e.last_checkpoint_step >= 0)
                    console_.message("the checkpoint of " + at(e.last_checkpoint_step) + " is intact in " + e.run_dir);
            },
            [](const auto&) {},
        },
        event);
}

std::string TrainLoop::at(std::int64_t step) const { return step_at(session_.snapshot()->model, step); }

void TrainLoop::on_started(const RunStarted& e) {
    run_dir_ = e.run_dir;
    if (e.step > 0) console_.message("resumed from " + at(e.step));
    if (e.config && !family_of(*e.config).facts().trains) {
        RunInfo shown;
        family_of(*e.config).describe(*e.config, shown);
        console_.message(e.name + ": " + e.data_name + ", " + std::to_string(shown.width) + " x " +
                         std::to_string(shown.height) + " px; " +
                         (e.data_count > 0 ? std::to_string(e.data_count) + " pictures of " +
                                                 family_of(*e.config).worked_folder(*e.config) + "; "
                                           : "") +
                         e.device_name + "; run folder " + e.run_dir);
        return;
    }
    console_.message(e.name + ": " + e.data_name + ", " + std::to_string(e.data_count) + " pictures; G " +
                     std::to_string(e.parameters_g) + " and D " + std::to_string(e.parameters_d) + " parameters; " +
                     e.device_name + "; run folder " + e.run_dir);
}

void TrainLoop::on_step(const StepDone& e) {
    rate_ = rate_ <= 0 ? e.images_per_second : 0.9 * rate_ + 0.1 * e.images_per_second;
    const ConfigSnapshot snapshot = session_.snapshot();  // the run may take another one meanwhile
    const TrainConfig& config = *snapshot;
    const Family& family = family_of(config);
    const bool trains = family.facts().trains;
    const Course c = course(config, e);
    const double left = trains ? c.images_left : static_cast<double>(config.steps - e.step);
    const bool known = rate_ > 0 && (trains ? left >= 0 : left > 0);
    char rate[64];
    std::snprintf(rate, sizeof rate, trains ? "  %.1f img/s%s%s  " : "  %.2f it/s%s%s  ", rate_, known ? "  ETA " : "",
                  known ? duration_text(left / rate_).c_str() : "");
    const std::string where =
        e.frame ? "picture " + std::to_string(e.frame->frame) + "/" + std::to_string(e.frame->frames) + "  iteration " +
                      std::to_string(e.frame->iteration) + "/" + std::to_string(e.frame->iterations)
                : at(e.step) + c.of;
    console_.progress(where + rate + family.progress_text(e) + "  peak " + to_text(e.peak) + " of " + to_text(e.budget),
                      c.fraction);
}

void TrainLoop::on_state(const StateChanged& e) {
    if (!stands_still(e.to)) {
        if (e.to != RunState::Stopping) trying_ = false;
        return try_at_.reset();
    }
    const bool for_disk = !watching_ && unsaved_ && e.reason.starts_with(unsaved_->message);
    if (for_disk && try_at_) return;  // it was tried again, and said so
    if (e.to == RunState::Paused) console_.message("paused: " + e.reason);
    if (for_disk) on_refusal();
}

void TrainLoop::on_refusal() {
    trying_ = false;
    if (patient_ || tries_ == 0)
        try_at_ = Clock::now() + try_every_;
    else
        session_.request_stop(StopMode::StopWithoutSaving);
}

void TrainLoop::try_disk() {
    if (!try_at_ || Clock::now() < *try_at_) return;
    try_at_.reset();
    trying_ = true;
    ++tries_;
    session_.request_checkpoint();
}

/// A sample that was asked for arrives without a file; scripts want one.
void TrainLoop::on_sample(const SampleReady& e) {
    const bool awaited =
        e.kind == SampleKind::Grid || e.kind == SampleKind::Cutouts || (e.kind == SampleKind::Picture && asked_);
    if (!awaited || watching_ || !e.path.empty() || run_dir_.empty()) return;
    const ImageList& images = e.ema.empty() ? e.raw : e.ema;
    if (images.empty()) return;
    if (e.kind == SampleKind::Picture) asked_ = false;
    char name[48];
    std::snprintf(name, sizeof name, "%s-step-%08lld.png", e.kind == SampleKind::Cutouts ? "cutouts" : "requested",
                  static_cast<long long>(e.step));
    const std::string path = (std::filesystem::path(run_dir_) / "samples" / name).string();
    if (auto written = write_png(path, compose_grid(images)); !written) {
        warn({"sample", written.error().message, written.error().hint});
        return;
    }
    if (console_.json()) console_.print(event_line(SampleSaved{path, e.step}));
    console_.message("sample " + path);
}

void TrainLoop::on_counsel(const CounselTold& e) {
    std::string words = counsel_text(e, session_.snapshot()->model);
    words.pop_back();
    console_.message(words);
    std::erase_if(advised_, [&](const CounselNotice& notice) { return notice.rule == e.notice.rule; });
    // What is not known is measured beside the run: not where nobody reads it, nor in another's process for one who only watches.
    if (e.state != CounselState::Raised || e.notice.change.empty() || console_.quiet() || watching_) return;
    advised_.push_back(e.notice);
    tell_forecasts();
}

void TrainLoop::tell_forecasts() {
    std::erase_if(advised_, [this](const CounselNotice& notice) {
        const ConfigSnapshot config = session_.snapshot();
        const auto changed = with_patch(*config, notice.change);
        const auto now = session_.forecast({}), then = session_.forecast(notice.change);
        if (!changed || !now || !then) return true;
        if (now->pending || then->pending) return false;  // a ForecastReady says when to ask again
        if (now->complete && then->complete)
            console_.message(std::string(row_of(notice.rule).title) +
                             ", forecast: " + cost_words(*now, *then, speed_factor(*now, *config, *then, *changed)));
        return true;
    });
}

void TrainLoop::on_warning(const Warning& e) {
    const bool known = (trying_ || try_at_) && unsaved_ && unsaved_->message == e.message;
    if (e.id == "disk" || e.id == "unsaved") {  // nothing else keeps a state from being copied than want of memory
        unsaved_ = make_error(e.id == "disk" ? ErrorCode::Disk : ErrorCode::OutOfMemory, e.message, e.hint);
        if (trying_) on_refusal();
    }
    if (known) return;
    console_.message("warning: " + e.message + (e.hint.empty() ? "" : ". " + e.hint));
}

void TrainLoop::warn(const Warning& warning) {
    if (console_.json()) console_.print(event_line(warning));
    console_.message("warning: " + warning.message);
}

void TrainLoop::control_line(const std::string& line) {
    auto command = parse_control_line(line, session_.snapshot()->model);
    if (!command) {
        warn({"control", command.error().message, command.error().hint});
        return;
    }
    if (const auto* patch = std::get_if<ParamPatch>(&*command)) {
        if (auto plan = session_.apply(*patch, ChangeOrigin::Control); !plan)
            warn({"control", plan.error().message, plan.error().hint});
        return;
    }
    if (const auto* snapshot = std::get_if<TakeSnapshot>(&*command)) {
        session_.request_snapshot(snapshot->path);
        return;
    }
    switch (std::get<ControlAction>(*command)) {
        case ControlAction::Pause: session_.pause(); break;
        case ControlAction::Resume: session_.resume(); break;
        case ControlAction::Step: session_.step_once(); break;
        case ControlAction::Cutouts: session_.request_sample({SampleKind::Cutouts}); break;
        case ControlAction::Sample: {
            SampleRequest request;
            request.count = static_cast<int>(session_.snapshot()->preview_grid);
            request.truncation = session_.snapshot()->preview_truncation;
            asked_ = true;
            session_.request_sample(request);
            break;
        }
        case ControlAction::Checkpoint: session_.request_checkpoint(); break;
        case ControlAction::Score: session_.request_scores(); break;
        case ControlAction::Lend: session_.lend(); break;
        case ControlAction::Stop: session_.request_stop(StopMode::SaveAndStop); break;
    }
}

}  // namespace headroom::cli
