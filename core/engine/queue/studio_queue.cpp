// Every request is one change of the store.
#include "core/engine/queue/studio_queue.h"

#include "core/base/clock.h"
#include "core/base/file_lock.h"
#include "core/base/user_folders.h"
#include "core/engine/queue/queue_settle.h"
#include "core/engine/queue/queue_store.h"
#include "core/engine/queue/queue_words.h"
#include "core/engine/queue/sweep.h"
#include "core/io/files/detached_process.h"
#include "core/io/files/program_start.h"
#include "core/io/runs/checkpoint_manifest.h"
#include "core/io/runs/run_folder.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

namespace headroom {
namespace {

constexpr std::uintmax_t kMostLog = 1u << 20;

Error refused(const StoredItem& item, const std::string& why) {
    return make_error(ErrorCode::InvalidArgument,
                      item.id + " (" + item.name + ") is " + std::string(name_of(item.state)) + why);
}

/// Ended, under way, waiting; those that ended by when they did.
void sort_for_people(std::vector<QueueItem>& items) {
    const auto rank = [](const QueueItem& i) { return has_ended(i.state) ? 0 : is_under_way(i.state) ? 1 : 2; };
    std::stable_sort(items.begin(), items.end(), [&](const QueueItem& a, const QueueItem& b) {
        if (rank(a) != rank(b)) return rank(a) < rank(b);
        return rank(a) == 0 && a.ended_unix_ms < b.ended_unix_ms;
    });
}

/// The same run anew, as if it had just been added.
StoredItem anew(const StoredItem& item) {
    StoredItem out;
    out.id = item.id;
    out.name = item.name;
    out.request = item.request;
    out.first = item.first;
    out.when_too_big = item.when_too_big;
    out.added_unix_ms = item.added_unix_ms;
    return out;
}

/// Has `request` go on with the run in `folder`: with the settings of its newest checkpoint, as later ones are of steps that are made again,
/// up to the limits that were asked for last. Without a checkpoint it begins again with its own settings, and with its weights.
Result<void> go_on(RunRequest& request, const RunFolder& folder) {
    auto config = folder.load_config();
    if (!config) return config.error();
    const std::vector<CheckpointInfo> checkpoints = folder.checkpoints();
    const auto newest = std::find_if(checkpoints.rbegin(), checkpoints.rend(),
                                     [](const CheckpointInfo& one) { return one.problem.empty(); });
    if (newest != checkpoints.rend()) {
        auto stored = CheckpointManifest::load(newest->path);
        if (!stored) return stored.error();
        stored->config.steps = config->steps;
        stored->config.images = config->images;
        stored->config.epochs = config->epochs;
        *config = std::move(stored->config);
        request.weights_from.clear();
        request.generator_from.clear();
        request.discriminator_from.clear();
    }
    request.config = std::make_shared<const TrainConfig>(*std::move(config));
    request.run_dir.clear();
    return {};
}

class StudioQueue final : public Queue {
public:
    explicit StudioQueue(QueueOptions options)
        : options_(std::move(options)), store_(options_.folder.empty() ? default_queue_folder() : options_.folder) {}

    Result<QueueSnapshot> read() override {
        auto content = store_.load();
        if (!content) return content.error();
        if (has_orphans(*content, store_)) {
            const auto settled = store_.change([&](QueueContent& c) -> Result<bool> {
                const bool changed = settle(c, store_);
                *content = c;
                content->revision += changed ? 1 : 0;
                return changed;
            });
            if (!settled) return settled.error();
        }
        QueueSnapshot out{{content->items.begin(), content->items.end()},
                          content->paused,
                          content->stop_after_current,
                          store_.live_runners(),
                          store_.failed_runners(),
                          {},
                          content->revision};
        sort_for_people(out.items);
        out.next_words = (content->notice.empty() ? "" : content->notice + " ") + next_words(out, unix_ms_now());
        return out;
    }

    Result<std::vector<std::string>> add(QueueAddition addition) override {
        auto runs = planned_runs(addition);
        if (!runs) return runs.error();
        std::vector<std::string> ids;
        const auto added = store_.change([&](QueueContent& c) -> Result<bool> {
            for (PlannedRun& run : *runs) {
                StoredItem item;
                item.id = "q" + std::to_string(c.next_id++);
                item.name = std::move(run.name);
                item.request = std::move(run.request);
                item.when_too_big = addition.when_too_big;
                item.not_before_unix_ms = addition.not_before_unix_ms;
                item.added_unix_ms = unix_ms_now();
                ids.push_back(item.id);
                c.items.push_back(std::move(item));
            }
            return true;
        });
        if (!added) return added.error();
        return ids;
    }

    Result<void> move(std::string id, int place) override {
        return change(id, [&](QueueContent& c, StoredItem& item) -> Result<bool> {
            if (item.state != QueueState::Waiting) return refused(item, ": only what waits has a place");
            if (place < 0) return make_error(ErrorCode::InvalidArgument, "a place is not below zero");
            StoredItem moved = item;
            std::erase_if(c.items, [&](const StoredItem& i) { return i.id == id; });
            auto at = c.items.begin();
            for (int before = place; at != c.items.end(); ++at) {
                if (at->state == QueueState::Waiting && before-- == 0) break;
            }
            c.items.insert(at, std::move(moved));
            return true;
        });
    }

    Result<void> remove(std::string id) override {
        return change(id, [&](QueueContent& c, StoredItem& item) -> Result<bool> {
            if (is_under_way(item.state)) {
                item.remove = true;
                item.reason = "is being stopped; a checkpoint is saved first";
            } else {
                std::erase_if(c.items, [&](const StoredItem& i) { return i.id == id; });
            }
            return true;
        });
    }

    Result<void> retry(std::string id) override {
        return change(id, [&](QueueContent& c, StoredItem& item) -> Result<bool> {
            if (item.state != QueueState::Failed && item.state != QueueState::Stopped)
                return refused(item, ": only what failed or was stopped can be tried again");
            StoredItem again = anew(item);
            if (const auto folder = RunFolder::open(item.run_dir); !item.run_dir.empty() && folder) {
                if (!again.first) again.first = item.request;
                if (auto goes_on = go_on(again.request, *folder); !goes_on) return goes_on.error();
                again.run_dir = again.request.resume_from = item.run_dir;
            }
            std::erase_if(c.items, [&](const StoredItem& i) { return i.id == id; });
            c.items.push_back(std::move(again));
            return true;
        });
    }

    Result<std::string> duplicate(std::string id) override {
        std::string made;
        const auto done = change(id, [&](QueueContent& c, StoredItem& item) -> Result<bool> {
            StoredItem copy = anew(item);
            copy.id = made = "q" + std::to_string(c.next_id++);
            copy.added_unix_ms = unix_ms_now();
            // Another run than the first: in a folder of its own, from its beginning.
            if (copy.first) copy.request = *std::exchange(copy.first, std::nullopt);
            copy.request.run_dir.clear();
            copy.request.resume_from.clear();
            c.items.push_back(std::move(copy));
            return true;
        });
        if (!done) return done.error();
        return made;
    }

    Result<void> start_at(std::string id, std::int64_t unix_ms) override {
        return change(id, [&](QueueContent&, StoredItem& item) -> Result<bool> {
            if (item.state != QueueState::Waiting) return refused(item, ": only what waits can be put off");
            item.not_before_unix_ms = std::max<std::int64_t>(unix_ms, 0);
            return true;
        });
    }

    Result<void> set_when_too_big(std::string id, WhenTooBig what) override {
        return change(id, [&](QueueContent&, StoredItem& item) -> Result<bool> {
            if (item.state != QueueState::Waiting) return refused(item, ": this can be changed only of what waits");
            return std::exchange(item.when_too_big, what) != what;
        });
    }

    Result<void> pause(bool paused) override {
        return store_.change(
            [&](QueueContent& c) -> Result<bool> { return std::exchange(c.paused, paused) != paused; });
    }

    Result<void> stop_after_current(bool stop) override {
        return store_.change([&](QueueContent& c) -> Result<bool> {
            settle(c, store_);
            const bool busy =
                std::any_of(c.items.begin(), c.items.end(), [](const StoredItem& i) { return is_under_way(i.state); });
            // With nothing to wait for, it stops now.
            if (stop && !busy) c.paused = true;
            c.stop_after_current = stop && busy;
            return true;
        });
    }

    Result<void> clear(bool waiting) override {
        store_.forget_failed_runners();
        return store_.change([&](QueueContent& c) -> Result<bool> {
            settle(c, store_);
            std::erase_if(c.items, [&](const StoredItem& i) {
                return has_ended(i.state) || (waiting && i.state == QueueState::Waiting);
            });
            c.notice.clear();
            return true;
        });
    }

    Result<void> start_runner(std::string device) override {
        if (!device.empty() && device != "auto" && FileLock::is_held(store_.runner_lock(device))) return {};
        const std::string program = options_.program.empty() ? find_companion("headroom-cli") : options_.program;
        if (program.empty())
            return make_error(ErrorCode::Environment, "headroom-cli is neither beside this program nor in PATH",
                              "Install Headroom's command line, which runs the queue.");
        const std::string log = store_.folder() + "/runner.log";
        std::error_code failed;
        std::filesystem::create_directories(store_.folder(), failed);
        if (std::filesystem::file_size(log, failed) > kMostLog && !failed) std::filesystem::remove(log, failed);
        std::vector<std::string> words{"queue", "run", "--quiet"};
        if (!device.empty()) words.insert(words.end(), {"--device", device});
        const auto started = DetachedProcess::start(program, words, log);
        return started ? Result<void>() : started.error();
    }

private:
    Result<void> change(const std::string& id,
                        const std::function<Result<bool>(QueueContent&, StoredItem&)>& edit) const {
        return store_.change([&](QueueContent& c) -> Result<bool> {
            settle(c, store_);
            StoredItem* item = c.find(id);
            if (!item)
                return make_error(ErrorCode::NotFound, id + ": no such run in the queue",
                                  "headroom-cli queue list shows what is in it.");
            return edit(c, *item);
        });
    }

    QueueOptions options_;
    QueueStore store_;
};

}  // namespace

std::shared_ptr<Queue> make_queue(QueueOptions options) { return std::make_shared<StudioQueue>(std::move(options)); }

}  // namespace headroom
