// The runner's loop. Every change of an item is one change of the store, so that it may be killed at any moment.
#include "core/engine/queue/queue_runner.h"

#include "core/base/clock.h"
#include "core/base/file_lock.h"
#include "core/engine/queue/queue_settle.h"
#include "core/engine/queue/queue_words.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t kLookAtQueueMs = 1000;  ///< for changes by others, while nothing can start
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLookForRoomMs = 30'000;  ///< between two checks of a run that did not fit

class SystemRunnerClock final : public RunnerClock {
public:
    std::int64_t unix_ms() override { return unix_ms_now(); }
    void wait(std::int64_t milliseconds, const std::stop_token& stop) override {
        std::unique_lock lock(mutex_);
        never_.wait_for(lock, stop, std::chrono::milliseconds(milliseconds), [] { return false; });
    }

private:
    std::mutex mutex_;
    std::condition_variable_any never_;
};

}  // namespace

std::unique_ptr<RunnerClock> make_runner_clock() { return std::make_unique<SystemRunnerClock>(); }

QueueRunner::QueueRunner(const QueueStore& store, Launcher& launcher, RunnerClock& clock, RunnerOptions options,
                         RunnerNews news)
    : store_(store), launcher_(launcher), clock_(clock), options_(std::move(options)), news_(std::move(news)) {}

Result<RunnerSummary> QueueRunner::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        auto next = once(stop);
        if (!next) return next.error();
        if (*next == Next::End) break;
        if (*next == Next::Wait) clock_.wait(kLookAtQueueMs, stop);
    }
    return summary_;
}

Result<QueueRunner::Next> QueueRunner::once(const std::stop_token& stop) {
    auto content = store_.load();
    if (!content) return content.error();
    const auto busy = tidy(*content);
    if (!busy) return busy.error();
    if (*busy) return Next::Wait;
    bool waits = false;
    std::string words;
    const std::string id = pick(*content, waits, words);
    if (!id.empty()) return take(*content->find(id), stop);
    if (!waits) return Next::End;
    news_.idle(words);
    return Next::Wait;
}

Result<bool> QueueRunner::tidy(QueueContent& content) const {
    const auto left_behind = [&] {
        return std::any_of(content.items.begin(), content.items.end(),
                           [&](const StoredItem& i) { return i.runner == options_.device && is_under_way(i.state); });
    };
    if (!left_behind()) return false;
    const auto settled = store_.change([&](QueueContent& c) -> Result<bool> {
        const bool changed = settle(c, store_, options_.device);
        content = c;
        return changed;
    });
    if (!settled) return settled.error();
    return left_behind();
}

bool QueueRunner::is_mine(const StoredItem& item) const {
    return takes_device(options_.device, item.request.config->device);
}

bool QueueRunner::never_fits(const StoredItem& item) const {
    const auto it = look_again_.find(item.id);
    return it != look_again_.end() && it->second.unix_ms == kNever && it->second.when_too_big == item.when_too_big;
}

bool QueueRunner::has_work(const QueueContent& content) const {
    return !content.paused && std::any_of(content.items.begin(), content.items.end(), [&](const StoredItem& item) {
        return item.state == QueueState::Waiting && is_mine(item) && !never_fits(item);
    });
}

std::string QueueRunner::pick(const QueueContent& content, bool& waits, std::string& words) const {
    const std::int64_t now = clock_.unix_ms();
    std::int64_t earliest = 0;
    for (const StoredItem& item : content.items) {
        if (item.state != QueueState::Waiting || !is_mine(item) || never_fits(item)) continue;
        waits = true;
        if (item.not_before_unix_ms > now) {
            earliest = earliest == 0 ? item.not_before_unix_ms : std::min(earliest, item.not_before_unix_ms);
            continue;
        }
        const auto again = look_again_.find(item.id);
        if (!content.paused && (again == look_again_.end() || again->second.unix_ms <= now ||
                                again->second.when_too_big != item.when_too_big))
            return item.id;
        if (words.empty()) words = item.name + " " + item.reason;
    }
    if (content.paused) words = "the queue is paused";
    if (words.empty() && earliest > 0) words = "the next run starts at " + clock_text(earliest, now);
    return {};
}

Result<QueueRunner::Next> QueueRunner::take(StoredItem item, const std::stop_token& stop) {
    bool taken = false;
    const auto claimed = store_.update(item, [&](StoredItem& i) {
        taken = i.state == QueueState::Waiting;
        if (!taken) return;
        i.state = QueueState::Checking;
        i.reason.clear();
        i.runner = options_.device;
    });
    if (!claimed) return claimed.error();
    if (!taken) return Next::GoOn;  // somebody was quicker
    news_.changed(item);
    const Checked checked =
        check_before_start(item, options_.device, store_.config_file(item.id), options_.runs_folder, launcher_, stop);
    if (checked.verdict == Checked::Verdict::Start) return run(item, checked, stop);
    const bool failed = checked.verdict == Checked::Verdict::Fail;
    summary_.failed += failed ? 1 : 0;
    if (checked.verdict == Checked::Verdict::Wait)
        look_again_[item.id] = {clock_.unix_ms() + kLookForRoomMs, item.when_too_big};
    if (checked.verdict == Checked::Verdict::Never) {
        look_again_[item.id] = {kNever, item.when_too_big};
        ++summary_.too_big;
    }
    const auto noted = store_.update(item, [&](StoredItem& i) {
        i.state = failed ? QueueState::Failed : QueueState::Waiting;
        i.reason = checked.reason;
        i.runner.clear();
        if (failed) i.ended_unix_ms = clock_.unix_ms();
    });
    if (!noted) return noted.error();
    news_.changed(item);
    return Next::GoOn;
}

Result<QueueRunner::Next> QueueRunner::run(StoredItem& item, const Checked& checked, const std::stop_token& stop) {
    const auto ended =
        QueuedRun(store_, launcher_, options_.device, options_.runs_folder, news_, item).run(checked, stop);
    if (!ended) return ended.error();
    (*ended == QueueState::Finished ? summary_.finished
     : *ended == QueueState::Failed ? summary_.failed
                                    : summary_.stopped)++;
    std::erase_if(look_again_, [](const auto& i) { return i.second.unix_ms != kNever; });  // there is other room now
    bool over = false;
    const auto noted = store_.change([&](QueueContent& c) -> Result<bool> {
        over = c.stop_after_current;
        if (!over) return false;
        c.stop_after_current = false;
        c.paused = true;
        return true;
    });
    if (!noted) return noted.error();
    return over ? Next::End : Next::GoOn;
}

Result<std::optional<RunnerSummary>> run_queue(const QueueStore& store, Launcher& launcher, RunnerClock& clock,
                                               const RunnerOptions& options, const RunnerNews& news,
                                               const std::stop_token& stop) {
    if (auto made = store.make_folder(); !made) return made.error();
    QueueRunner runner(store, launcher, clock, options, news);
    std::optional<RunnerSummary> summary;
    for (;;) {
        FileLock lock;
        const auto taken = lock.try_take(store.runner_lock(options.device));
        if (!taken) return taken.error();
        if (!*taken) return summary;
        store.note_runner(options.device);
        auto worked = runner.work(stop);
        if (!worked) {
            store.note_runner(options.device, worked.error().message);
            return worked.error();
        }
        store.forget_runner(options.device);
        summary = *worked;
        lock.release();
        auto content = store.load();
        if (!content) return content.error();
        if (stop.stop_requested() || !runner.has_work(*content)) return summary;
    }
}

}  // namespace headroom
