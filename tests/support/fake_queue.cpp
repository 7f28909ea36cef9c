// FakeQueue: its items, and what a command changes in them.
#include "tests/support/fake_queue.h"

#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/families/vqgan_clip/imagine_config.h"

#include <algorithm>

namespace headroom {
namespace {

bool ended(const QueueItem& item) { return item.state > QueueState::Running; }
bool waits(const QueueItem& item) { return item.state == QueueState::Waiting; }

Error unknown(const std::string& id) {
    return make_error(ErrorCode::NotFound, id + ": there is no such run in the queue");
}

std::vector<ParamPatch> combine(const std::map<std::string, std::vector<ParamValue>>& sweep) {
    std::vector<ParamPatch> out{{}};
    for (const auto& [key, values] : sweep) {
        std::vector<ParamPatch> next;
        for (const ParamPatch& before : out) {
            for (const ParamValue& value : values) next.emplace_back(before)[key] = value;
        }
        out = std::move(next);
    }
    return out;
}

}  // namespace

Result<void> FakeQueue::note(std::string what) {
    asked_.push_back(std::move(what));
    if (failure_) return *failure_;
    ++now_.revision;
    return {};
}

QueueItem* FakeQueue::find(const std::string& id) {
    const auto found =
        std::find_if(now_.items.begin(), now_.items.end(), [&](const QueueItem& item) { return item.id == id; });
    return found == now_.items.end() ? nullptr : &*found;
}

Result<QueueSnapshot> FakeQueue::read() {
    const std::lock_guard lock(mutex_);
    return now_;
}

Result<std::vector<std::string>> FakeQueue::add(QueueAddition addition) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("add"); !noted) return noted.error();
    std::vector<std::string> ids;
    for (const ParamPatch& patch : combine(addition.sweep)) {
        auto config = with_patch(*addition.request.config, patch);
        if (!config) return config.error();
        QueueItem item;
        item.id = "q" + std::to_string(next_id_++);
        item.request = addition.request;
        item.request.config = std::make_shared<const TrainConfig>(*std::move(config));
        item.name = addition.request.name.empty() ? "shapes-128" : addition.request.name;
        for (const auto& [key, value] : patch) item.name += " " + key + "=" + to_text(value);
        item.when_too_big = addition.when_too_big;
        item.not_before_unix_ms = addition.not_before_unix_ms;
        item.added_unix_ms = 1763737200000;
        ids.push_back(item.id);
        now_.items.push_back(std::move(item));
    }
    return ids;
}

Result<void> FakeQueue::move(std::string id, int place) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("move " + id + " " + std::to_string(place)); !noted) return noted;
    const QueueItem* item = find(id);
    if (!item || !waits(*item)) return unknown(id);
    const QueueItem moved = *item;
    std::erase_if(now_.items, [&](const QueueItem& i) { return i.id == id; });
    const auto first = std::find_if(now_.items.begin(), now_.items.end(), waits);
    now_.items.insert(first + std::min<std::ptrdiff_t>(place, now_.items.end() - first), moved);
    return {};
}

Result<void> FakeQueue::remove(std::string id) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("remove " + id); !noted) return noted;
    return std::erase_if(now_.items, [&](const QueueItem& i) { return i.id == id; }) > 0 ? Result<void>() : unknown(id);
}

Result<void> FakeQueue::retry(std::string id) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("retry " + id); !noted) return noted;
    QueueItem* item = find(id);
    if (!item) return unknown(id);
    QueueItem again = *item;
    again.state = QueueState::Waiting;
    again.reason.clear();
    again.started_unix_ms = again.ended_unix_ms = 0;
    std::erase_if(now_.items, [&](const QueueItem& i) { return i.id == id; });
    now_.items.push_back(std::move(again));
    return {};
}

Result<std::string> FakeQueue::duplicate(std::string id) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("duplicate " + id); !noted) return noted.error();
    const QueueItem* item = find(id);
    if (!item) return unknown(id);
    QueueItem copy;
    copy.id = "q" + std::to_string(next_id_++);
    copy.name = item->name;
    copy.request = item->request;
    copy.when_too_big = item->when_too_big;
    now_.items.push_back(copy);
    return copy.id;
}

Result<void> FakeQueue::start_at(std::string id, std::int64_t unix_ms) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("start_at " + id); !noted) return noted;
    QueueItem* item = find(id);
    if (!item) return unknown(id);
    item->not_before_unix_ms = unix_ms;
    return {};
}

Result<void> FakeQueue::set_when_too_big(std::string id, WhenTooBig what) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("when_too_big " + id); !noted) return noted;
    QueueItem* item = find(id);
    if (!item) return unknown(id);
    item->when_too_big = what;
    return {};
}

Result<void> FakeQueue::pause(bool paused) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note(paused ? "pause" : "go on"); !noted) return noted;
    now_.paused = paused;
    return {};
}

Result<void> FakeQueue::stop_after_current(bool stop) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note(stop ? "stop after" : "do not stop after"); !noted) return noted;
    now_.stop_after_current = stop;
    return {};
}

Result<void> FakeQueue::clear(bool waiting) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note(waiting ? "clear all" : "clear ended"); !noted) return noted;
    std::erase_if(now_.items, [&](const QueueItem& item) { return ended(item) || (waiting && waits(item)); });
    return {};
}

Result<void> FakeQueue::start_runner(std::string device) {
    const std::lock_guard lock(mutex_);
    if (auto noted = note("runner " + device); !noted) return noted;
    if (std::find(now_.runners.begin(), now_.runners.end(), device) == now_.runners.end())
        now_.runners.push_back(std::move(device));
    return {};
}

void FakeQueue::set(QueueSnapshot snapshot) {
    const std::lock_guard lock(mutex_);
    snapshot.revision = std::max(snapshot.revision, now_.revision + 1);
    now_ = std::move(snapshot);
    next_id_ = 100;
}

QueueSnapshot FakeQueue::now() const {
    const std::lock_guard lock(mutex_);
    return now_;
}

void FakeQueue::fail(std::optional<Error> error) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(error);
}

std::vector<std::string> FakeQueue::asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
}

QueueSnapshot night_queue() {
    QueueSnapshot out;
    constexpr std::int64_t kEvening = 1763758800000;  // 21:00
    const auto add = [&](const char* id, const char* name, ModelKind kind, std::int64_t steps,
                         QueueState state) -> QueueItem& {
        QueueItem item;
        item.id = id;
        item.name = name;
        TrainConfig config = default_config(kind);
        config.image_size = 128;
        config.steps = steps;
        config.device = "cuda:0";
        item.request.config = std::make_shared<const TrainConfig>(config);
        item.state = state;
        item.added_unix_ms = kEvening;
        return out.items.emplace_back(std::move(item));
    };
    QueueItem& failed = add("q1", "textures-256-03", kVqgan, 20000, QueueState::Failed);
    failed.reason = "/data/textures: there is no such folder";
    failed.started_unix_ms = failed.ended_unix_ms = kEvening + 60000;
    QueueItem& runs = add("q2", "shapes-128-07", kDcgan, 12000, QueueState::Running);
    runs.run_dir = "/runs/shapes-128-07";
    runs.started_unix_ms = kEvening + 65000;
    add("q3", "shapes-128 lr.g=0.0001", kDcgan, 12000, QueueState::Waiting);
    add("q4", "shapes-128 lr.g=0.0002", kDcgan, 12000, QueueState::Waiting);
    QueueItem& large = add("q5", "shapes-256-02", kDcgan, 20000, QueueState::Waiting);
    large.reason = "needs 9.80 GiB, the budget is 6.00: waits for room";
    add("q6", "a lighthouse at dusk", kVqganClip, 300, QueueState::Waiting).not_before_unix_ms = kEvening + 3600000;
    out.runners = {"cuda:0"};
    out.next_words = "shapes-128 lr.g=0.0001 starts when shapes-128-07 has ended";
    out.revision = 1;
    return out;
}

}  // namespace headroom
