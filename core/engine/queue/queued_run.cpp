// The run itself is a child of its own: what happens to it happens to it alone.
#include "core/engine/queue/queued_run.h"

#include "core/base/clock.h"
#include "core/config/config_io.h"
#include "core/engine/queue/run_words.h"
#include "core/families/words.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/json_read.h"

#include <csignal>
#include <filesystem>
#include <memory>

namespace headroom {
namespace {

constexpr int kLinesMs = 300;
constexpr double kLookAtQueueSeconds = 0.5;

}  // namespace

Result<QueueState> QueuedRun::run(const Checked& checked, const std::stop_token& stop) {
    if (auto begun = begin(checked); !begun) return begun.error();
    if (item_.remove) return QueueState::Stopped;  // while it was checked
    const std::string file = store_.config_file(item_.id);
    if (auto written = write_text_atomic(file, write_config(*item_.request.config)); !written)
        return end(QueueState::Failed, written.error().message);
    auto child = launcher_.start(run_words(item_.request, file, device_));
    const auto watched = child ? watch(**child, stop) : Result<void>();
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    if (!child) return end(QueueState::Failed, child.error().message);
    if (!watched) {
        // The queue cannot be kept any more; the run is not left without a runner.
        (*child)->stop();
        (*child)->finish();
        return watched.error();
    }
    return end((*child)->finish());
}

Result<void> QueuedRun::begin(const Checked& checked) {
    const auto begun = store_.update(item_, [&](StoredItem& i) {
        // One that is to be removed goes from the queue, once it is no longer under way.
        i.state = i.remove ? QueueState::Stopped : QueueState::Running;
        if (i.remove) return;
        i.reason = checked.reason;
        i.started_unix_ms = unix_ms_now();
        if (checked.fitted) i.request.config = std::make_shared<const TrainConfig>(*checked.fitted);
    });
    reason_ = checked.reason;
    if (begun) news_.changed(item_);
    return begun;
}

Result<void> QueuedRun::watch(RunChild& child, const std::stop_token& stop) {
    Clock::time_point looked = Clock::now();
    while (!child.ended()) {
        for (const std::string& line : child.lines(kLinesMs)) {
            if (auto taken = take_line(line); !taken) return taken;
        }
        if (stopped_by_) continue;
        if (stop.stop_requested()) {
            stopped_by_ = "stopped with the queue";
        } else if (seconds_since(looked) > kLookAtQueueSeconds) {
            looked = Clock::now();
            if (is_to_be_removed()) stopped_by_ = "removed from the queue";
        }
        if (stopped_by_) child.stop();
    }
    return {};
}

bool QueuedRun::is_to_be_removed() const {
    auto content = store_.load();
    if (!content) return false;  // said when the run has ended and its end is to be written
    const StoredItem* stored = content->find(item_.id);
    return !stored || stored->remove;
}

Result<void> QueuedRun::take_line(const std::string& line) {
    const auto json = parse_json_object(line, "event");
    if (!json) return {};
    const std::string event = json_text(*json, "event");
    began_ |= event == "step" || event == "started";
    if (event == "step") {
        step_ = json_integer(*json, "step");
        news_.step(item_, step_);
    } else if (event == "started") {
        const auto noted =
            store_.update(item_, [&](StoredItem& i) { i.run_dir = folder_told_as(json_text(*json, "run")); });
        if (!noted) return noted;
        news_.changed(item_);
    } else if (event == "state") {
        const std::string to = json_text(*json, "to");
        note_pause(to == "paused" || to == "lent" ? json_text(*json, "reason") : "");
    } else if (event == "finished") {
        finish_ = json_text(*json, "reason");
        step_ = json_integer(*json, "step", step_);
    } else if (event == "failed") {
        failure_ = json_text(*json, "message");
    }
    return {};
}

void QueuedRun::note_pause(const std::string& why) {
    const std::string& reason = why.empty() ? reason_ : why;
    if (item_.reason == reason) return;
    // The disk that the run waits for may be the queue's own, so that this is no reason to end it.
    if (store_.update(item_, [&](StoredItem& i) { i.reason = reason; })) news_.changed(item_);
}

std::string QueuedRun::folder_told_as(const std::string& told) const {
    // Bytes that are no UTF-8 come as replacement characters. What was named is known here; the name of a new run is plain.
    if (told.find("\xEF\xBF\xBD") == std::string::npos) return told;
    const RunRequest& asked = item_.request;
    if (!asked.resume_from.empty()) return asked.resume_from;
    if (!asked.run_dir.empty()) return asked.run_dir;
    return (std::filesystem::path(runs_folder_) / std::filesystem::path(told).filename()).string();
}

Result<QueueState> QueuedRun::end(const ChildEnd& child) {
    const std::string at = step_ > 0 ? " at " + step_at(item_.request.config->model, step_) : "";
    if (!finish_.empty() && child.signal == 0) {
        if (finish_.starts_with("reached")) return end(QueueState::Finished, reason_);
        return end(QueueState::Stopped, (stopped_by_ ? stopped_by_ : finish_) + at);
    }
    if (!failure_.empty()) return end(QueueState::Failed, failure_ + at);
    if (stopped_by_ && (child.status == 128 + SIGTERM || child.signal == SIGTERM))
        return end(QueueState::Stopped,
                   stopped_by_ + (began_ ? at + ", but killed before it was saved" : " before it began"));
    return end(QueueState::Failed, words_of(child) + at);
}

Result<QueueState> QueuedRun::end(QueueState state, const std::string& reason) {
    const auto ended = store_.update(item_, [&](StoredItem& i) {
        i.state = state;
        i.reason = reason;
        i.ended_unix_ms = unix_ms_now();
        i.runner.clear();
    });
    if (!ended) return ended.error();
    news_.changed(item_);
    return state;
}

}  // namespace headroom
