// One try of a step, recovery, the ladder.
#include "core/train/step/step_maker.h"

#include "core/api/param_schema.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/config/config_io.h"
#include "core/families/fit_rules.h"
#include "core/families/registry.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace headroom {

StepMaker::StepMaker(RunMemory& memory, TrainStep& work, StepWords words)
    : memory_(memory), work_(work), words_(std::move(words)) {}

ComputeThreads StepMaker::make_threads() const {
    // With a GPU the threads only feed it: there is nothing to choose between all and half of them.
    // Several processes of one machine share its cores.
    const unsigned all = std::max(1u, std::thread::hardware_concurrency() / local_processes());
    const std::int64_t wanted = work_.settings().threads;
    return ComputeThreads(wanted == 0 && !memory_.on_cpu() ? all : wanted, static_cast<int>(all));
}

void StepMaker::begin() {
    ladder_.set_on_cpu(memory_.on_cpu());
    ladder_.set_processes(peers_ ? peers_->size() : 1);
    threads_ = make_threads();
    use_settings();
}

TrainConfig StepMaker::own_part(const TrainConfig& config) const {
    return peers_ ? family_of(config).fit().of_process(config, peers_->size(), peers_->rank()) : config;
}

int StepMaker::use_settings() {
    const int threads = threads_.begin_step();
    memory_.memory().compute_with(compute_settings(work_.settings(), threads));
    return threads;
}

bool StepMaker::settings_changed(const TrainConfig& before, bool other_shapes) {
    const TrainConfig& now = work_.settings();
    ladder_.changed(now, other_shapes);
    if (now.threads != before.threads) threads_ = make_threads();
    use_settings();
    const bool other_steps = graphs_.changed(before, now) || other_shapes;
    if (other_steps) steps_since_change_ = 0;
    return other_steps;
}

bool StepMaker::make_room() {
    if (!graphs_.make_room()) return false;
    (void)memory_.memory().release_cache();
    return true;
}

StepMaker::Attempt StepMaker::attempt(StepOutcome& out) {
    out.metrics.threads = use_settings();
    const StepGraphs::Way way = graphs_.choose(work_, !memory_.on_cpu(), !transaction_.is_untried());
    memory_.begin_step(work_.settings(), elapsed,
                       way == StepGraphs::Way::Replay                               ? Recording::Never
                       : way == StepGraphs::Way::Record || steps_since_change_ == 0 ? Recording::Always
                                                                                    : Recording::NowAndThen);
    if (peers_) peers_->begin_try(work_.settings().ordered_sums);
    const auto begin = Clock::now();
    // Processes of one run wait for each other's sums: what a device does behind their backs would be of no use.
    late_ = !peers_ && under_way_.begin_try(memory_.memory(), memory_.device(), next_step());
    std::optional<DeviceFailure> failure;
    std::string words;
    try {
        graphs_.make(way, work_, transaction_, memory_.memory(), memory_.device(), under_way_);
        if (!late_) words = memory_.memory().synchronise();
        if (!words.empty()) failure = DeviceFailure::DeviceLost;
    } catch (const c10::Error& e) {
        // The exception, and with it the graph, must be gone before anything else is done.
        failure = failure_of(e, memory_.memory());
        words = e.what_without_backtrace();
    }
    std::optional<StepsUnderWay::Failure> place;
    if (late_) {
        place = failure == DeviceFailure::DeviceLost ? under_way_.place_of(words) : under_way_.failure();
        under_way_.end_try(!failure && !place);
    }
    if (place) {
        memory_.drop_step();
        out.error = lost(*place);
        return Attempt::Failed;
    }
    if (failure) return failed(*failure, words, out);
    const double seconds = seconds_since(begin);
    memory_.end_step(next_step(), elapsed);
    transaction_.end();
    work_.commit(seconds, out.metrics);
    if (auto read = tell(seconds, out.metrics); !read) {
        out.error = read.error();
        return Attempt::Failed;
    }
    return Attempt::Done;
}

StepMaker::Attempt StepMaker::failed(DeviceFailure failure, const std::string& words, StepOutcome& out) {
    memory_.drop_step();
    if (!peers_ && failure == DeviceFailure::DeviceLost) {
        out.error = memory_.device_lost("in " + now(), words);
        return Attempt::Failed;
    }
    if (transaction_.is_torn()) {
        out.error = make_error(ErrorCode::Internal,
                               now() + " could not be completed: some of the networks have made it and others have not",
                               "Resume the run from its latest checkpoint.", words);
        return Attempt::Failed;  // other processes have made the step: they hear of it when this one leaves
    }
    if (peers_) return failed_together(failure, words, out);
    refused_ = memory_.what_was_refused();
    graphs_dropped_ = graphs_.make_room();
    given_back_ = transaction_.undo();
    if (failure == DeviceFailure::OutOfMemory) {
        // Another program may have ended since the budget was set.
        budget_grew_ = memory_.follow_what_is_free(work_.settings());
        if (!budget_grew_) let_data_go();
        return Attempt::NoRoom;
    }
    const std::string text = "the tensor library failed in " + now();
    out.error = make_error(ErrorCode::Internal, text + count_what_settled(0), "Save the log and report it.", words);
    return Attempt::Failed;
}

void StepMaker::let_data_go() {
    data_back_ = work_.relieve();
    if (data_back_.count > 0) (void)memory_.memory().release_cache();
}

Result<void> StepMaker::tell(double seconds, StepDone& m) {
    const DeviceLimitSuspension never_refused(memory_.memory());  // weights have changed: there is no way back
    m.step_seconds = seconds;
    ++steps_since_change_;
    std::optional<ToldFigures> told;
    bool finite = true;
    for (bool again = false;; again = true) {
        DeviceFailure failure{};
        std::string words;
        try {
            if (!told) told = work_.tell(m);
            PackedFigures packed = pack_figures(told->figures);
            if (late_)
                told_ = {std::move(packed), std::move(told->write)};
            else
                finite = told->write(packed.read(), m);
            break;
        } catch (const c10::Error& e) {
            failure = failure_of(e, memory_.memory());
            words = e.what_without_backtrace();
        }
        const std::string made = words_.step + " " + std::to_string(work_.steps_done());
        if (failure == DeviceFailure::DeviceLost) return memory_.device_lost("after " + made, words);
        if (failure == DeviceFailure::Defect || again)
            return make_error(ErrorCode::Internal, made + " is made, but its figures could not be read",
                              "Save the log and report it.", words);
        (void)memory_.memory().release_cache();
    }
    memory_.tell_step(m);
    usual_peak_ = steps_since_change_ > 1 ? std::max(usual_peak_, m.peak_tensors) : m.peak_tensors;
    usual_seconds_ = seconds;
    return finite ? Result<void>() : diverged(work_.steps_done());
}

Error StepMaker::diverged(std::int64_t step) const {
    return make_error(ErrorCode::Diverged,
                      words_.step + " " + std::to_string(step) +
                          ": its loss is infinite or no number, and with it what was trained",
                      "Resume the run from its latest checkpoint with lower learning rates or with clipped gradients.");
}

StepOutcome StepMaker::make(const EmitFn& emit) {
    const auto turn = memory_.memory().turn();
    climb_back(emit);
    StepOutcome out;
    const auto start = Clock::now();
    if (tell_others) {
        if (auto told = tell_others(work_.settings()); !told) {
            out.error = told.error();
            return out;
        }
    }
    if (auto ready = work_.before_step(); !ready) {
        out.error = ready.error();
        return out;
    }
    transaction_.begin(memory_.memory(), memory_.device());
    std::optional<OomStory> story;
    const std::int64_t retries_before = memory_.memory().counts().retries;
    for (;;) {
        const Attempt how = attempt(out);
        for (Warning& warning : graphs_.take_warnings())
            if (emit) emit(std::move(warning));
        if (how == Attempt::Failed) return out;
        if (how == Attempt::Done) break;
        if (story) {
            story->refused_again(refused_);
        } else {
            story.emplace(work_.settings(), scene());
            tell_who_was_refused(emit);
        }
        if (!next_try(*story)) {
            out.error = give_up(*story, seconds_since(start), emit);
            transaction_.end();
            return out;
        }
    }
    const double seconds = seconds_since(start);
    threads_.end_step(out.metrics.step_seconds, !story && steps_since_change_ > 1);
    if (story) tell_survived(*story, out.metrics, seconds - out.metrics.step_seconds, emit);
    // Caches of a GPU are still filling during the first steps with new settings.
    else if (ladder_.step_done(steps_since_change_ > 2 ? memory_.memory().counts().retries - retries_before : 0))
        end_thrashing(out.metrics, emit);
    out.done = true;
    out.metrics.elapsed_seconds = elapsed += seconds;
    if (!late_) return out;
    out.told = false;
    under_way_.add(out.metrics, std::move(told_->first), std::move(told_->second));
    told_.reset();
    if (const std::string words = under_way_.keep_pace(); !words.empty()) {
        out.done = false;
        out.error = lost(under_way_.place_of(words));
    }
    return out;
}

Error StepMaker::lost(const StepsUnderWay::Failure& failure) const {
    const std::int64_t step = failure.step > 0 ? failure.step : work_.steps_done();
    std::string when = "in " + words_.step + " " + std::to_string(step);
    if (failure.phase != Phase::None) when += " (" + std::string(name_of(failure.phase)) + ")";
    return memory_.device_lost(when, failure.words);
}

Result<void> StepMaker::settle() {
    auto all = figures(true);
    if (!all) return all.error();
    settled_ = std::move(*all);
    transaction_.release();
    (void)graphs_.drop();
    return {};
}

Result<std::vector<StepDone>> StepMaker::figures(bool all) {
    std::vector<StepDone> out;
    if (under_way_.empty() && !under_way_.diverged()) return std::exchange(settled_, {});
    const auto turn = memory_.memory().turn();
    const DeviceLimitSuspension never_refused(memory_.memory());
    for (bool again = false;; again = true) {
        std::string problem, words;
        try {
            out = under_way_.take(all, problem);
            if (!problem.empty()) return lost(under_way_.place_of(problem));
            out.insert(out.begin(), settled_.begin(), settled_.end());
            settled_.clear();
            if (out.empty() && under_way_.diverged()) return diverged(*under_way_.diverged());
            return out;
        } catch (const c10::Error& e) {
            if (failure_of(e, memory_.memory()) != DeviceFailure::OutOfMemory || again)
                return make_error(ErrorCode::Internal, "figures of the latest " + words_.step + "s could not be read",
                                  "Save the log and report it.", e.what_without_backtrace());
        }
        (void)memory_.memory().release_cache();
    }
}

OomScene StepMaker::scene() const {
    OomScene s;
    s.step = next_step();
    s.images = work_.images_done();
    s.refused = refused_;
    s.budget = memory_.budget();
    s.reserve = memory_.reserve();
    s.context = memory_.context();
    s.budget_before = memory_.good_budget;
    s.settled = steps_since_change_ > 0;
    s.usual_peak = usual_peak_;
    s.usual_seconds = steps_since_change_ > 0 ? usual_seconds_ : 0;
    MemoryReport report = memory_.report_at(refused_);
    s.others_now = report.now.other_programs;
    s.others_before = work_.steps_done() > 0 ? memory_.others_before : s.others_now;
    s.ledger = std::make_shared<const MemoryReport>(std::move(report));
    work_.describe(s);
    s.process = who_was_refused();
    if (refused_elsewhere()) s.micro_batch = s.micro_batches = 0;  // where that one stood is not told
    return s;
}

bool StepMaker::next_try(OomStory& story) {
    if (!decides()) return follow_decision();
    std::optional<TrainConfig> rung;
    const NextTry next = decide(story, rung);
    if (peers_ && !peers_->decide(next)) return false;
    if (rung && !try_rung(*rung)) return false;
    return next.what != NextTry::What::Stop;
}

NextTry StepMaker::decide(OomStory& story, std::optional<TrainConfig>& rung) {
    if (std::exchange(budget_grew_, false)) {
        story.relieved(given_back_);
        return {NextTry::What::Again, {}};
    }
    if (data_back_.count > 0) {
        story.relieved(given_back_);
        story.left_data(data_back_);
        return {NextTry::What::Again, {}};
    }
    if (work_.settings().on_oom == OnOom::Stop) return {NextTry::What::Stop, {}};
    if (!story.has_relieved()) {
        story.relieved(given_back_);
        // Recorded steps keep their memory between steps: without them the same may go well.
        if (std::exchange(graphs_dropped_, false)) return {NextTry::What::Again, {}};
        // With room under the limit it was the system, or fragments: now that caches are back the same may go well. Relief
        // that did not last is not tried again soon.
        const bool lately = relieved_at_ >= 0 && work_.steps_done() - relieved_at_ < Ladder::kCalmSteps;
        if (missing_in(refused_).count == 0 && !lately) {
            relieved_at_ = work_.steps_done();
            return {NextTry::What::Again, {}};
        }
    }
    const auto move = ladder_.down(work_.settings());
    if (!move) return {NextTry::What::Stop, {}};
    story.went_down(*move);
    rung = move->to;
    return {NextTry::What::Rung, peers_ ? write_config(move->to) : std::string()};
}

bool StepMaker::try_rung(const TrainConfig& config) {
    const TrainConfig before = work_.settings();
    try {
        use_rung(config);
        return true;
    } catch (const c10::Error& e) {
        log_message(LogSeverity::Warn,
                    std::string("the settings stay as they were, for what they move found no room: ") +
                        e.what_without_backtrace());
    }
    use_rung(before);
    return false;
}

void StepMaker::use_rung(const TrainConfig& config) {
    const DeviceLimitSuspension unlimited(memory_.memory());
    const TrainConfig before = work_.settings();
    (void)graphs_.drop();  // its tensors may move
    work_.use_rung(config);
    (void)graphs_.changed(before, work_.settings());
    // The locked pages that the moments have left are the system's again.
    if (before.optimiser_on_host && !work_.settings().optimiser_on_host) (void)memory_.memory().release_cache();
    use_settings();
    steps_since_change_ = 0;
}

void StepMaker::tell_survived(OomStory& story, const StepDone& metrics, double lost, const EmitFn& emit) {
    ++memory_.oom_survived;
    if (decides()) ladder_.survived(story.moves(), story.needs());
    if (!emit) return;
    const TrainConfig& now = work_.settings();
    OomRecovered event =
        story.survived(now, metrics.peak, metrics.peak_tensors, metrics.step_seconds, lost, ladder_.rest(now));
    event.images = work_.images_done();
    emit(std::move(event));
}

std::string StepMaker::count_what_settled(double seconds) {
    if (!transaction_.has_settled()) return {};
    StepDone made;
    work_.commit(seconds, made);
    return "; the part of it that was final stands, and the step counts as made";
}

Error StepMaker::give_up(OomStory& story, double lost, const EmitFn& emit) {
    const OomRecovered event = story.given_up(lost);
    std::string text = now() + " does not fit" + (refused_elsewhere() ? " on " + who_was_refused() : std::string()) +
                       ": " + to_text(refused_.requested) + " more than the " + to_text(refused_.live) +
                       " in use were needed";
    if (!refused_elsewhere())
        text +=
            ", budget " + to_text(memory_.budget()) + " less " + to_text(memory_.context()) + " for the program itself";
    for (const std::string& remedy : event.tried) text += "; tried " + remedy;
    (void)try_rung(story.before());
    text += count_what_settled(lost);
    if (emit) emit(event);
    return make_error(ErrorCode::OutOfMemory, text, words_.advice);
}

void StepMaker::end_thrashing(const StepDone& metrics, const EmitFn& emit) {
    const TrainConfig before = work_.settings();
    if (before.on_oom == OnOom::Stop) return;
    const Bytes data_back = work_.relieve();
    if (data_back.count > 0) (void)graphs_.drop();  // they read the data set where it lay
    // Only settings are the same on all processes of a run.
    const auto move = data_back.count > 0 || !decides() ? std::nullopt : ladder_.down(before);
    if (!move && data_back.count == 0) return;
    OomScene s = scene();
    s.step = work_.steps_done();
    s.thrashing = true;
    s.refused = {};
    s.process.clear();
    // It fitted, barely: only more room than now makes it worth another try.
    s.refused.live = s.refused.limit = memory_.memory().limit();
    s.refused.requested = {1};
    s.ledger = std::make_shared<const MemoryReport>(memory_.report());
    OomStory story(before, s);
    story.relieved({});
    if (move && !try_rung(move->to)) return;
    if (move) {
        story.went_down(*move);
    } else {
        story.left_data(data_back);
        steps_since_change_ = 0;  // what is held is not what it was
    }
    tell_survived(story, metrics, 0, emit);
}

void StepMaker::climb_back(const EmitFn& emit) {
    if (!decides() || !ladder_.descended() || work_.settings().on_oom == OnOom::Stop) return;
    const TrainConfig before = work_.settings();
    const AllocatorCounts counts = memory_.memory().counts();
    Bytes allowed = memory_.memory().limit();
    if (!memory_.on_cpu()) {
        const DeviceFigures device = memory_.memory().figures();
        if (device.known) allowed = std::min(allowed, counts.live.total() + device.available);
    }
    const Bytes data = counts.live[Role::Dataset];  // as long as there is room for it
    const auto next = ladder_.up(before, allowed - data, counts.live_total - data, usual_peak_ - data,
                                 [this](const TrainConfig& to) { return work_.can_climb(to); });
    if (!next) return;
    if (!try_rung(*next)) return ladder_.climb_failed();
    if (!emit) return;
    for (const auto& [key, value] : difference(before, work_.settings()))
        emit(ParamApplied{key, find_param(key)->get(before), value, work_.steps_done(), work_.images_done(),
                          ChangeOrigin::Ladder});
}

}  // namespace headroom
