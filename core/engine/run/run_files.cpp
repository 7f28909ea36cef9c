// Opens, resumes and closes run folders; keeps configuration, state, history and log.
#include "core/engine/run/run_files.h"

#include "core/api/param_schema.h"
#include "core/base/clock.h"
#include "core/base/file_errors.h"
#include "core/config/change_mark.h"
#include "core/engine/run/run_plan.h"
#include "core/engine/run_reader.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/words.h"
#include "core/io/files/atomic_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

namespace headroom {
namespace {

constexpr const char* kWantsScores = "/scores-wanted";  ///< of the run's folder: there while somebody waits for scores

}  // namespace

RunFiles::~RunFiles() {
    if (log_sink_ != 0) remove_log_sink(log_sink_);
}

Result<std::optional<CheckpointContent>> RunFiles::open(RunRequest& request, const std::string& runs_root) {
    auto start = request.resume_from.empty() ? create(request, runs_root) : resume(request);
    if (!start) return start;
    if (auto there = folder_->load_info()) info_ = *std::move(there);
    if (auto sink = add_log_file(folder_->log_path()); sink)
        log_sink_ = *sink;
    else
        shared_.warn("disk", sink.error());
    return start;
}

Result<std::optional<CheckpointContent>> RunFiles::resume(RunRequest& request) {
    auto folder = RunFolder::open(request.resume_from);
    if (!folder) return folder.error();
    folder_.emplace(std::move(*folder));
    if (auto locked = folder_->lock(); !locked) return locked.error();
    std::vector<std::string> problems;
    auto newest = folder_->newest_checkpoint(&problems);
    for (const std::string& problem : problems)
        shared_.events.put(Warning{"checkpoint", problem, "The one before it is used."});
    if (!newest && problems.empty() && newest.error().code == ErrorCode::NotFound) {
        // It ended before its first checkpoint. Everything follows from settings, seed and given weights, so it begins again.
        auto stored = folder_->load_config();
        if (!stored) return stored.error();
        if (!request.config) request.config = std::make_shared<const TrainConfig>(*stored);
        RunRequest begun = request;
        if (auto recalled = recall_starting_weights(folder_->dir(), begun); !recalled) return recalled.error();
        auto weights = read_weights_of(begun);
        if (weights) return weights;
        Error lost = weights.error();
        lost.message = folder_->dir() + " has no checkpoint, so it begins again with its weights: " + lost.message;
        return lost;
    }
    if (!newest) return newest.error();
    auto content = RunFolder::read_checkpoint(*newest);
    if (!content) return content.error();
    return std::optional(std::move(*content));
}

Result<std::optional<CheckpointContent>> RunFiles::create(const RunRequest& request, const std::string& runs_root) {
    auto folder = RunFolder::create(
        request.run_dir, runs_root,
        request.name.empty() ? family_of(*request.config).run_name(*request.config) : request.name, *request.config);
    if (!folder) return folder.error();
    folder_.emplace(std::move(*folder));
    if (auto locked = folder_->lock(); !locked) return locked.error();
    if (!has_weights(request)) return std::optional<CheckpointContent>();
    if (auto noted = note_starting_weights(folder_->dir(), request); !noted) return noted.error();
    return read_weights_of(request);
}

Result<std::optional<CheckpointContent>> RunFiles::read_weights_of(const RunRequest& request) {
    of_weights_ = has_weights(request);
    if (!of_weights_) return std::optional<CheckpointContent>();
    std::vector<std::string> warnings;
    auto content = read_starting_weights(request, &warnings);
    if (!content) return content.error();
    for (const std::string& warning : warnings) shared_.events.put(Warning{"weights", warning, ""});
    return std::optional(std::move(*content));
}

Result<void> RunFiles::begin(const RunRequest& request, const PreparedRun& prepared) {
    auto history = HistoryStore::open(history_path(folder_->dir()));
    if (!history) return history.error();
    history_.emplace(std::move(*history));
    if (history_->was_damaged()) {
        shared_.events.put(
            Warning{"history",
                    "the run's history was damaged; it was kept as " + history_->kept_aside() + " and a new one begun",
                    "Weights, samples and settings are not affected."});
    }
    if (!request.resume_from.empty()) {
        // What cannot be cut stays, and is written over step by step; figures of old steps are no reason to lose the run.
        if (auto cut = history_->truncate_after(prepared.step); !cut) {
            if (cut.error().code == ErrorCode::Disk) return cut;
            shared_.warn("history", cut.error());
        }
    }
    info_.name = folder_->name();
    if (info_.created_unix_ms == 0) info_.created_unix_ms = unix_ms_now();
    info_.data_name = prepared.data_name;
    info_.device = prepared.device_name;
    automatic_ = prepared.automatic;
    return {};
}

TrainConfig RunFiles::as_asked(TrainConfig config) const {
    if (!family_of(config).worked_folder(config).empty()) config.steps = asked_steps_;
    return config;
}

TrainConfig RunFiles::going_on(TrainConfig asked, bool of_draft, const CheckpointContent& stored) {
    const auto differs = [&](const auto& begun) {
        const ParamRow* row = find_param(begun.first);
        return !row || row->get(asked) != row->get(stored.config);
    };
    if (of_draft && family_of(asked).planned(asked)) {
        ParamPatch kept;
        for (const auto& [key, value] : info_.begun_with) {
            const ParamRow* row = find_param(key);
            if (row && row->get(asked) == value) kept[key] = row->get(stored.config);
        }
        if (auto with = with_patch(asked, kept)) asked = *std::move(with);
    }
    std::erase_if(info_.begun_with, differs);  // by hand
    return as_meant(stored.config, asked, stored.images);
}

void RunFiles::settings_changed(const TrainConfig& before, const ParamPatch& changed, bool planned,
                                const StepDone& last) {
    for (const auto& [key, value] : changed) {
        if (planned)  // of what it changes again the first counts
            info_.begun_with.try_emplace(key, find_param(key)->get(before));
        else
            info_.begun_with.erase(key);
    }
    if (planned) write_info("running", last);
}

void RunFiles::write_info(const std::string& state, const StepDone& last) {
    info_.dir = folder_->dir();
    info_.state = state;
    info_.step = last.step;
    info_.images = last.images;
    info_.elapsed_seconds = last.elapsed_seconds;
    if (const double score = family_of(*shared_.config()).score(last); std::isfinite(score)) info_.score = score;
    describe_settings(*shared_.config(), info_);
    if (info_.precision == Precision::Auto) info_.precision = automatic_;
    folder_->set_address(state == "running" ? shared_.address() : std::string());
    if (auto saved = folder_->save_info(info_); !saved) shared_.warn("disk", saved.error());
}

void RunFiles::end_with(const std::string& state, const StepDone& last) {
    write_info(state, last);
    const TrainConfig asked = as_asked(*shared_.config());
    const auto begun = with_patch(asked, info_.begun_with);
    shared_.set_config(begun ? *begun : asked);
}

void RunFiles::add_step(const StepDone& metrics) {
    info_.peak = std::max(info_.peak, metrics.peak);
    const std::lock_guard lock(history_mutex_);
    history_->add_step(metrics);
}

void RunFiles::add_mark(const std::string& kind, const std::string& text, std::int64_t step, std::int64_t images) {
    const std::lock_guard lock(history_mutex_);
    // What is left to be written flush_history() tells.
    if (history_) (void)history_->add_mark({step, images, kind, text});
}

void RunFiles::add_refusal(const RefusalMark& refusal) {
    log(LogLevel::Warn, step_at(shared_.config()->model, refusal.step) + ": planned, but refused: " + refusal.text);
    add_mark(std::string(kRefusalMark), refusal.text, refusal.step, refusal.images);
}

void RunFiles::add_sample(std::int64_t step, const std::string& path) {
    const std::lock_guard lock(history_mutex_);
    // Relative to the run, so that it may be moved.
    (void)history_->add_sample(step, "samples/" + std::filesystem::path(path).filename().string());
}

Result<void> RunFiles::add_scores(const ScoresDone& scores) {
    const std::lock_guard lock(history_mutex_);
    return history_->add_scores(scores);
}

std::vector<ScoresDone> RunFiles::scores() const { return history_->scores(); }

std::vector<HistoryMark> RunFiles::marks() const { return history_->marks(); }

RunHistory RunFiles::past() const {
    constexpr std::size_t kSteps = 4000, kSamples = 4;  // looked at in a second
    RunHistory out;
    out.info.dir = folder_->dir();
    out.steps = history_->steps(kSteps);
    out.marks = history_->marks();
    out.scores = history_->scores();
    std::vector<std::string> samples = history_->samples();
    if (samples.size() > kSamples)
        samples.erase(samples.begin(), samples.end() - static_cast<std::ptrdiff_t>(kSamples));
    for (const std::string& sample : samples)
        out.sample_paths.push_back(
            (std::filesystem::path(folder_->dir()) / "samples" / std::filesystem::path(sample).filename()).string());
    return out;
}

bool RunFiles::wants_scores() const {
    std::error_code failed;
    return std::filesystem::exists(folder_->dir() + kWantsScores, failed);
}

Result<void> RunFiles::set_wants_scores(bool wants) {
    const std::string path = folder_->dir() + kWantsScores;
    if (wants) return write_text_atomic(path, "");
    std::error_code failed;
    std::filesystem::remove(path, failed);
    return failed ? Result<void>(write_error(path, failed.value())) : Result<void>();
}

Result<void> RunFiles::flush_history() {
    const std::lock_guard lock(history_mutex_);
    return history_ ? history_->flush() : Result<void>();
}

void RunFiles::log(LogLevel level, const std::string& text) {
    log_message(static_cast<LogSeverity>(level), text);
    shared_.events.put(LogLine{level, unix_ms_now(), text});
}

std::string RunFiles::close(bool keep) {
    if (!folder_) return {};
    const std::string dir = folder_->dir();
    const bool was_there = folder_->was_there();
    if (log_sink_ != 0) remove_log_sink(std::exchange(log_sink_, 0));
    history_.reset();
    folder_.reset();
    if (keep) return dir;
    (void)(was_there ? empty_run_folder(dir) : delete_run_folder(dir));
    return {};
}

}  // namespace headroom
