// FakeSession: see fake_session.h. All state is guarded by one mutex; the wake function is called outside it.
#include "tests/support/fake_session.h"

#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "tests/support/fixture_fit.h"

#include "core/api/param_schema.h"
#include "tests/support/fixture_memory.h"
#include "tests/support/fixture_painting.h"
#include "tests/support/fixture_pictures.h"
#include "tests/support/fixture_vqgan.h"

#include <utility>

namespace headroom {

namespace {

StepDone step_of(const TrainConfig& c, std::int64_t step, double elapsed) {
    if (c.model == kVqganClip) return fixture::painting_step(c, step, elapsed);
    return c.model == kVqgan ? fixture::vqgan_step(c, step, elapsed) : fixture::story_step(c, step, elapsed);
}

SampleReady sample_of(const TrainConfig& c, std::int64_t step) {
    if (c.model == kVqganClip) return fixture::painting_sample(c, step);
    return c.model == kVqgan ? fixture::vqgan_sample(c, step) : fixture::story_sample(c, step);
}

/// Each phase at half of what the machine can do, but optimisers, which only move.
StepSpeed speed_of(const StepTimeline& timeline) {
    StepSpeed out{timeline.step, {Phase::None, timeline.duration_ms, 181, 12.5, 0.48}, {}, 360, 720, 26};
    for (const auto& span : timeline.phases) {
        const bool moves = span.phase == Phase::DOptimiser || span.phase == Phase::GOptimiser;
        out.phases.push_back(
            {span.phase, span.end_ms - span.begin_ms, moves ? 2.5 : 190.0, moves ? 20.8 : 12.0, moves ? 0.8 : 0.5});
    }
    return out;
}

StepTimeline timeline_of(ModelKind kind, std::int64_t step) {
    if (kind == kVqganClip) return fixture::painting_timeline(step);
    return kind == kVqgan ? fixture::vqgan_timeline(step) : fixture::story_timeline(step);
}

}  // namespace

FakeSession::FakeSession(fixture::Story story)
    : story_(std::move(story)),
      config_(std::make_shared<TrainConfig>(story_.config)),
      state_(story_.state),
      events_(std::exchange(story_.past, {})) {}

FakeSession::~FakeSession() = default;

Result<void> FakeSession::start(RunRequest request) {
    {
        const std::lock_guard lock(mutex_);
        if (is_active(state_))
            return make_error(ErrorCode::InvalidArgument, "A run is already under way.", "Stop it first.");
        if (request.config) config_ = request.config;
        request_ = std::move(request);
        story_.step = 0;
        story_.elapsed_seconds = 0;
        change_state(RunState::Preparing, {});
        push(Progress{"Packing images", 0.4});
    }
    wake();
    return {};
}

void FakeSession::pause() {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(Pause{});
        if (state_ == RunState::Running) change_state(RunState::Paused, "paused by you");
    }
    wake();
}

void FakeSession::resume() {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(Resume{});
        if (state_ == RunState::Paused || state_ == RunState::Lent) change_state(RunState::Running, {});
    }
    wake();
}

void FakeSession::step_once() {
    const std::lock_guard lock(mutex_);
    commands_.push_back(StepOnce{});
    pending_.step = state_ == RunState::Paused;
}

void FakeSession::request_stop(StopMode mode) {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(Stop{mode});
        if (!is_active(state_)) return;
        pending_.stop = mode;
        change_state(RunState::Stopping, mode == StopMode::SaveAndStop ? "stopped by you, saving" : "stopped by you");
    }
    wake();
}

Result<ApplyPlan> FakeSession::apply(ParamPatch patch, ChangeSource source) {
    const std::lock_guard lock(mutex_);
    commands_.push_back(ApplyParams{patch, source});
    auto changed = with_patch(*config_, patch);
    if (!changed) return changed.error();
    ApplyPlan plan{policy_of(patch), !is_active(state_), {}};
    if (plan.immediate) {
        config_ = std::make_shared<TrainConfig>(*std::move(changed));
        return plan;
    }
    if (plan.policy == Policy::NewRun) {
        return make_error(ErrorCode::InvalidArgument, patch.begin()->first + ": takes effect in a new run only.",
                          "Start a new run with it.");
    }
    if (patch.contains("batch.micro")) plan.notes.push_back("Batch norm sees another number of images per pass.");
    for (const auto& [key, value] : patch) pending_.params.push_back({key, {value, source}});
    return plan;
}

void FakeSession::request_sample(SampleRequest request) {
    const std::lock_guard lock(mutex_);
    commands_.push_back(TakeSample{request});
    pending_.samples.push_back(request);
}

void FakeSession::request_snapshot(std::string path) {
    const std::lock_guard lock(mutex_);
    commands_.push_back(TakeSnapshot{path});
    pending_.snapshots.push_back(std::move(path));
}

void FakeSession::request_scores() {
    const std::lock_guard lock(mutex_);
    commands_.push_back(TakeScores{});
    pending_.scores = true;
}

void FakeSession::request_speed() {
    const std::lock_guard lock(mutex_);
    commands_.push_back(MeasureStep{});
    pending_.measure = true;
}

void FakeSession::request_checkpoint() {
    const std::lock_guard lock(mutex_);
    commands_.push_back(SaveCheckpoint{});
    pending_.checkpoint = true;
}

void FakeSession::answer_oom(OomAnswer answer) {
    const std::lock_guard lock(mutex_);
    commands_.push_back(AnswerOom{answer});
}

std::shared_ptr<Planner> FakeSession::planner() { return fixture::story_planner(plans_, is_active(state())); }

void FakeSession::lend() {
    {
        const std::lock_guard lock(mutex_);
        commands_.push_back(Lend{});
        if (state_ == RunState::Running || state_ == RunState::Paused)
            change_state(RunState::Lent, "parked in host memory");
    }
    wake();
}

SessionPlace FakeSession::place() const {
    const std::lock_guard lock(mutex_);
    return place_;
}

void FakeSession::set_place(SessionPlace place) {
    const std::lock_guard lock(mutex_);
    place_ = std::move(place);
}

void FakeSession::edit_from_elsewhere(ParamPatch patch, std::string by) {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, value] : patch)
        pending_.params.push_back({key, {value, ChangeSource(ChangeOrigin::Elsewhere, by)}});
}

void FakeSession::lose() {
    {
        const std::lock_guard lock(mutex_);
        const Error error =
            make_error(ErrorCode::Environment, "The connection to process " + std::to_string(place_.pid) + " was lost.",
                       "The run may go on there; attach again to see.");
        change_state(RunState::Failed, error.message);
        push(Failed{error, story_.step, -1, story_.run.run_dir});
    }
    wake();
}

RunState FakeSession::state() const {
    const std::lock_guard lock(mutex_);
    return state_;
}

ConfigSnapshot FakeSession::snapshot() const {
    const std::lock_guard lock(mutex_);
    return config_;
}

std::vector<Event> FakeSession::drain_events() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
}

void FakeSession::set_wake(std::function<void()> wake) {
    bool waiting = false;
    {
        const std::lock_guard lock(wake_mutex_);
        wake_ = std::move(wake);
    }
    {
        const std::lock_guard lock(mutex_);
        waiting = !events_.empty();
    }
    if (waiting) this->wake();
}

void FakeSession::advance() { round(true); }

void FakeSession::settle() { round(false); }

void FakeSession::start_ticking(std::chrono::milliseconds period, bool frozen) {
    ticker_ = std::jthread([this, period, frozen](std::stop_token stop) {
        std::unique_lock lock(tick_mutex_);
        while (!stop.stop_requested()) {
            tick_.wait_for(lock, stop, period, [] { return false; });
            if (!stop.stop_requested()) round(!frozen);
        }
    });
}

void FakeSession::fail_next_step(Error error) {
    const std::lock_guard lock(mutex_);
    pending_.failure = std::move(error);
}

void FakeSession::refuse() {
    plans_->fail(make_error(ErrorCode::Internal, "a probe step left nothing to forecast from"));
    const std::lock_guard lock(mutex_);
    refuses_ = true;
}

void FakeSession::fail_samples(Error error) {
    const std::lock_guard lock(mutex_);
    pending_.no_samples = std::move(error);
}

void FakeSession::run_out_of_memory_next_step() {
    const std::lock_guard lock(mutex_);
    pending_.out_of_memory = true;
}

void FakeSession::forget_measurements() {
    const std::lock_guard lock(mutex_);
    measured_ = false;
}

void FakeSession::hold_forecasts() {
    const std::lock_guard lock(mutex_);
    forecasts_held_ = true;
}

void FakeSession::release_forecasts(std::string problem) {
    {
        const std::lock_guard lock(mutex_);
        forecasts_held_ = false;
        measured_ = problem.empty();
        push(ForecastReady{std::move(problem)});
    }
    wake();
}

std::vector<Command> FakeSession::commands() const {
    const std::lock_guard lock(mutex_);
    return commands_;
}

void FakeSession::round(bool may_step) {
    bool news = false;
    {
        const std::lock_guard lock(mutex_);
        const std::size_t before = events_.size();
        if (state_ == RunState::Preparing && request_) {
            begin_run();
        } else if (state_ == RunState::Stopping && disk_is_full_) {
            change_state(RunState::Paused, "The disk is full");
        } else if (state_ == RunState::Stopping) {
            if (pending_.stop == StopMode::SaveAndStop) save_checkpoint();
            pending_ = {};
            change_state(RunState::Finished, "stopped by you");
            push(Finished{"stopped by you", story_.step, story_.step * config_->effective_batch(), story_.run.run_dir});
        } else if (state_ == RunState::Running || state_ == RunState::Paused) {
            apply_pending();
            if (may_step && (state_ == RunState::Running || std::exchange(pending_.step, false))) make_step();
            answer_requests();
        } else {
            answer_requests();
        }
        news = events_.size() != before;
    }
    if (news) wake();
}

void FakeSession::begin_run() {
    story_.run.config = config_;
    if (!request_->name.empty()) story_.run.name = request_->name;
    if (!request_->run_dir.empty()) story_.run.run_dir = request_->run_dir;
    if (!request_->resume_from.empty()) story_.run.run_dir = request_->resume_from;
    if (story_.run.run_dir.empty()) story_.run.run_dir = "/runs/" + story_.run.name;
    if (story_.run.data_name.empty()) story_.run.data_name = "Shapes (built-in)";
    if (!request_->resume_from.empty()) story_.step = 4000;
    story_.run.step = story_.step;
    story_.run.data_count = config_->data_count;
    story_.run.device_name = "NVIDIA RTX 4060";
    request_.reset();
    push(story_.run);
    if (story_.report.device_total.count == 0 || story_.report.at_peak.this_process().count == 0) {
        story_.report = config_->model == kVqgan ? fixture::vqgan_report() : fixture::story_report();
    }
    if (config_->model == kVqganClip) push(fixture::painting_sample(*config_, story_.step));
    change_state(RunState::Running, {});
}

void FakeSession::apply_pending() {
    for (const auto& [key, change] : std::exchange(pending_.params, {})) {
        const ParamValue old = find_param(key)->get(*config_);
        auto changed = with_patch(*config_, {{key, change.first}});
        if (!changed) {
            push(ParamRefused{{key}, changed.error().message});
            continue;
        }
        config_ = std::make_shared<TrainConfig>(*std::move(changed));
        push(ParamApplied{key, old, change.first, story_.step, story_.step * config_->effective_batch(),
                          change.second.origin, change.second.by});
    }
}

void FakeSession::make_step() {
    if (pending_.failure) {
        const Error error = *std::exchange(pending_.failure, std::nullopt);
        const std::int64_t every = config_->checkpoint_every;
        push(LogLine{LogLevel::Error, 0, error.message});
        change_state(RunState::Failed, error.message);
        push(Failed{error, story_.step, every > 0 && story_.step >= every ? story_.step / every * every : -1,
                    story_.run.run_dir});
        return;
    }
    ++story_.step;
    if (std::exchange(pending_.out_of_memory, false)) recover();
    const bool paints = config_->model == kVqganClip;
    StepDone done = step_of(*config_, story_.step, story_.elapsed_seconds);
    if (story_.d_wins) fixture::let_d_win(done);
    story_.elapsed_seconds += done.step_seconds;
    done.elapsed_seconds = story_.elapsed_seconds;
    push(done);
    story_.timeline = timeline_of(config_->model, story_.step);
    if (std::exchange(pending_.measure, false)) speed_ = speed_of(story_.timeline);
    story_.timeline.speed = speed_;
    push(MemorySampled{std::make_shared<MemoryReport>(story_.report)});
    push(TimelineReady{std::make_shared<StepTimeline>(story_.timeline)});
    if (paints)
        push(fixture::painting_sample(*config_, story_.step));
    else if (story_.step % config_->preview_every == 0)
        push(sample_of(*config_, story_.step));
    if (config_->checkpoint_every > 0 && story_.step % config_->checkpoint_every == 0) save_checkpoint();
    if (config_->steps > 0 && story_.step >= config_->steps) {
        save_checkpoint();
        change_state(RunState::Finished, "all steps done");
        push(Finished{"all steps done", story_.step, done.images, story_.run.run_dir});
    }
}

void FakeSession::recover() {
    TrainConfig smaller = *config_;
    smaller.batch_micro = std::max<std::int64_t>(1, smaller.batch_micro / 2);
    smaller.batch_accumulate *= 2;
    const OomRecovered event = fixture::story_recovery(*config_, smaller, story_.step);
    const ConfigSnapshot old = std::exchange(config_, std::make_shared<TrainConfig>(smaller));
    push(event);
    push(ParamApplied{"batch.micro", old->batch_micro, smaller.batch_micro, event.step, event.images,
                      ChangeOrigin::Ladder});
    push(ParamApplied{"batch.accumulate", old->batch_accumulate, smaller.batch_accumulate, event.step, event.images,
                      ChangeOrigin::Ladder});
    ++story_.report.oom_survived;
}

void FakeSession::answer_requests() {
    if (std::exchange(pending_.scores, false)) {
        if (const auto error = std::exchange(pending_.no_scores, std::nullopt))
            push(Warning{"scores", error->message, error->hint});
        else
            push(fixture::story_scores(*config_, story_.step, story_.elapsed_seconds));
    }
    if (refuses_)
        pending_.no_samples = make_error(ErrorCode::OutOfMemory, "there was no room to look at pictures",
                                         "Not even one picture at a time had room: raise the budget.");
    if (const auto error = std::exchange(pending_.no_samples, std::nullopt)) {
        for (const SampleRequest& request : std::exchange(pending_.samples, {}))
            push(SampleFailed{request.kind, *error, request.ticket});
    }
    for (const SampleRequest& request : std::exchange(pending_.samples, {})) {
        const bool paints = config_->model == kVqganClip;
        SampleReady sample = sample_of(*config_, story_.step);
        sample.ticket = request.ticket;
        if (paints) {
            if (request.kind == SampleKind::Cutouts) {
                sample.kind = request.kind;
                sample.size = 64;
                sample.path.clear();
                sample.raw = fixture::samples(
                    3000 + story_.step,
                    static_cast<int>(std::min<std::int64_t>(request.count, config_->own<ImagineConfig>().cuts)), 64,
                    1.0, 0);
            }
            push(std::move(sample));
            continue;
        }
        sample.kind = request.kind;
        const int size = static_cast<int>(config_->image_size);
        const auto of = [&](const LatentId& id) {
            return fixture::samples(3000 + static_cast<std::int64_t>(id.seed) * 64 + id.index, 1, size, 1.0, 0).front();
        };
        if (request.kind == SampleKind::Chosen || request.kind == SampleKind::Nearest) {
            sample.raw.clear();
            sample.ema.clear();
            sample.path.clear();
            for (const LatentId& id : request.latents) sample.ema.push_back(of(id));
            if (request.kind == SampleKind::Nearest) {
                sample.ema.resize(1);
                sample.raw = fixture::samples(1000, request.count, size, 1.0, 0);
                for (int i = 0; i < request.count; ++i) sample.nearest.push_back({i, 0.05 + 0.01 * i});
            }
        }
        if (request.kind == SampleKind::Real) {
            sample.ema.clear();
            sample.raw = fixture::samples(1000 + request.first, request.count, size, 1.0, 0);
        } else if (request.kind == SampleKind::Walk) {
            sample.raw.clear();
            sample.ema = fixture::samples(2000 + static_cast<std::int64_t>(request.seed), request.count, size, 1.0, 0);
        }
        push(std::move(sample));
    }
    for (std::string& path : std::exchange(pending_.snapshots, {})) push(ExportDone{std::move(path), Bytes{4096}});
    if (std::exchange(pending_.checkpoint, false) && is_active(state_)) save_checkpoint();
}

void FakeSession::save_checkpoint() {
    const std::int64_t images = story_.step * config_->effective_batch();
    push(CheckpointSaved{story_.run.run_dir + "/checkpoints/step-" + std::to_string(story_.step), story_.step, images,
                         false, fixture::gib(1.21), 3.1});
}

void FakeSession::change_state(RunState to, std::string reason) {
    push(StateChanged{std::exchange(state_, to), to, std::move(reason)});
}

void FakeSession::push(Event event) { events_.push_back(std::move(event)); }

void FakeSession::wake() {
    const std::lock_guard lock(wake_mutex_);
    if (wake_) wake_();
}

}  // namespace headroom
