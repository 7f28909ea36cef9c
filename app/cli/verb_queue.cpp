// queue list, move, remove, retry, duplicate, start-at, when-too-big, pause, resume, stop-after-current, clear, run: runs that wait their turn.
#include "app/cli/cells.h"
#include "app/cli/json_line.h"
#include "app/cli/option_reader.h"
#include "app/cli/run_json.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/api/queue.h"
#include "core/base/clock.h"
#include "core/base/program_path.h"
#include "core/base/user_folders.h"
#include "core/engine/queue/queue_runner.h"
#include "core/engine/queue/queue_words.h"
#include "core/families/words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

Json item_json(const QueueItem& i) {
    return {{"id", i.id},
            {"name", i.name},
            {"model", name_of(i.request.config->model)},
            {"device", i.request.config->device},
            {"state", name_of(i.state)},
            {"reason", i.reason},
            {"run", i.run_dir},
            {"when_too_big", name_of(i.when_too_big)},
            {"added_unix_ms", i.added_unix_ms},
            {"not_before_unix_ms", i.not_before_unix_ms},
            {"started_unix_ms", i.started_unix_ms},
            {"ended_unix_ms", i.ended_unix_ms}};
}

std::vector<std::string> row_of(const QueueItem& i, int place) {
    const std::int64_t now = unix_ms_now();
    std::string out = i.name;
    if (i.state == QueueState::Waiting && i.not_before_unix_ms > now)
        out += "; not before " + clock_text(i.not_before_unix_ms, now);
    return {padded(place > 0 ? std::to_string(place) : std::string(), 3, true), i.id, std::string(name_of(i.state)),
            std::string(name_of(i.request.config->model)), out + (i.reason.empty() ? "" : ": " + i.reason)};
}

Result<int> list(const Context& c) {
    const auto queue = c.services()->queue()->read();
    if (!queue) return queue.error();
    if (c.console.json()) {
        Json items = Json::array();
        for (const QueueItem& i : queue->items) items.push_back(item_json(i));
        c.console.print(json_line({{"items", std::move(items)},
                                   {"paused", queue->paused},
                                   {"stop_after_current", queue->stop_after_current},
                                   {"runners", queue->runners},
                                   {"runner_failures", queue->runner_failures},
                                   {"next", queue->next_words},
                                   {"revision", queue->revision}}));
        return 0;
    }
    int place = 0;
    for (const std::string& failure : queue->runner_failures) c.console.message(failure);
    std::vector<std::vector<std::string>> rows;
    for (const QueueItem& i : queue->items) rows.push_back(row_of(i, i.state == QueueState::Waiting ? ++place : 0));
    c.console.print(table_text(rows));
    c.console.message(queue->items.empty() ? queue->next_words + " headroom-cli queue add VERB puts a run into it."
                                           : queue->next_words);
    return 0;
}

/// Tells what was done.
int done(const Context& c, const Json& json, const std::string& words) {
    if (c.console.json())
        c.console.print(json_line(json));
    else
        c.console.message(words);
    return 0;
}

/// `act` for each id that was given; those before an error are done.
Result<int> for_each(const Context& c, const char* what,
                     const std::function<Result<void>(Queue&, const std::string&)>& act) {
    const auto queue = c.services()->queue();
    for (const std::string& id : c.args.positionals) {
        if (auto ok = act(*queue, id); !ok) return ok.error();
        done(c, {{what, id}}, id + ": " + what);
    }
    return 0;
}

Result<int> move(const Context& c) {
    const std::string& id = c.args.positionals[0];
    Args place;
    place.options.emplace_back("PLACE", c.args.positionals[1]);
    const auto wanted = place.whole("PLACE", 1, 1, 1'000'000);
    if (!wanted) return wanted.error();
    const auto queue = c.services()->queue();
    if (auto ok = queue->move(id, static_cast<int>(*wanted - 1)); !ok) return ok.error();
    const auto now = queue->read();
    if (!now) return now.error();
    const auto moved = std::find_if(now->items.begin(), now->items.end(), [&](const auto& i) { return i.id == id; });
    const auto before =
        std::count_if(now->items.begin(), moved, [](const QueueItem& i) { return i.state == QueueState::Waiting; });
    return done(c, {{"moved", id}, {"place", before + 1}}, id + ": moved to place " + std::to_string(before + 1));
}

Result<int> remove_items(const Context& c) {
    return for_each(c, "removed", [](Queue& queue, const std::string& id) { return queue.remove(id); });
}

Result<int> retry(const Context& c) {
    return for_each(c, "waits again", [](Queue& queue, const std::string& id) { return queue.retry(id); });
}

Result<int> duplicate(const Context& c) {
    const auto made = c.services()->queue()->duplicate(c.args.positionals[0]);
    if (!made) return made.error();
    if (c.console.json()) return done(c, {{"id", *made}}, "");
    c.console.print(*made + "\n");
    return 0;
}

Result<int> start_at(const Context& c) {
    const std::int64_t now = unix_ms_now();
    const auto at = parse_clock(c.args.positionals[1], now);
    if (!at) return bad_option("TIME", at.error().message, at.error().hint);
    const std::string& id = c.args.positionals[0];
    if (auto ok = c.services()->queue()->start_at(id, *at); !ok) return ok.error();
    return done(c, {{"id", id}, {"not_before_unix_ms", *at}},
                id + (*at == 0 ? ": at once" : ": not before " + clock_text(*at, now)));
}

Result<int> when_too_big(const Context& c) {
    const std::string &id = c.args.positionals[0], &given = c.args.positionals[1];
    const auto what = enum_from_name<WhenTooBig>(given);
    if (!what) {
        const auto names = EnumNames<WhenTooBig>::names;
        return not_one_of("WHAT", given, {names.begin(), names.end()});
    }
    if (auto ok = c.services()->queue()->set_when_too_big(id, *what); !ok) return ok.error();
    return done(c, {{"id", id}, {"when_too_big", given}}, id + ": when it is too big: " + given);
}

/// After a change of what is started: what happens now.
Result<int> tell_next(const Context& c, Queue& queue, const Result<void>& changed) {
    if (!changed) return changed.error();
    const auto now = queue.read();
    if (!now) return now.error();
    return done(c,
                {{"paused", now->paused}, {"stop_after_current", now->stop_after_current}, {"next", now->next_words}},
                now->next_words);
}

Result<int> pause(const Context& c) {
    const auto queue = c.services()->queue();
    return tell_next(c, *queue, queue->pause(true));
}

Result<int> resume(const Context& c) {
    const auto queue = c.services()->queue();
    return tell_next(c, *queue, queue->pause(false));
}

Result<int> stop_after_current(const Context& c) {
    const auto queue = c.services()->queue();
    return tell_next(c, *queue, queue->stop_after_current(!c.args.has("--undo")));
}

Result<int> clear(const Context& c) {
    const auto queue = c.services()->queue();
    return tell_next(c, *queue, queue->clear(c.args.has("--waiting")));
}

/// The device that a run for "auto" would take: a child is asked, so that a runner never opens a GPU.
Result<std::string> first_device(Launcher& launcher, const std::stop_token& stop) {
    const auto answer = answer_of({"doctor", "--json", "--quiet"}, launcher, stop);
    if (!answer) return answer.error();
    const Json json = Json::parse(*answer, nullptr, false);
    if (json.is_object() && json.contains("devices")) {
        for (const Json& device : json["devices"]) {
            const std::string id = device.value("id", "");
            if (device.value("usable", false) && id.starts_with("cuda")) return id;
        }
    }
    return std::string("cpu");
}

Result<std::string> device_of(const Context& c, Launcher& launcher) {
    const std::string given = numbered_device(c.args.get("--device", "auto"));
    if (given == "auto") return first_device(launcher, c.stop);
    const bool gpu = given.starts_with("cuda:") && given.size() > 5 && given.size() < 9 &&
                     std::all_of(given.begin() + 5, given.end(), [](char d) { return d >= '0' && d <= '9'; });
    if (given == "cpu" || gpu) return given;
    return bad("--device: '" + given + "' is not one of auto, cpu, cuda, cuda:0 and so on");
}

RunnerNews news_for(Console& console) {
    RunnerNews news;
    news.changed = [&console](const QueueItem& i) {
        if (console.json()) {
            Json json{{"event", "queue"}};
            json.update(item_json(i));
            console.print(json_line(json));
        }
        std::string text = i.id + " " + i.name + ": " + std::string(name_of(i.state));
        if (i.state == QueueState::Running && !i.run_dir.empty()) text += " in " + i.run_dir;
        console.message(text + (i.reason.empty() ? "" : ", " + i.reason));
    };
    news.step = [&console](const QueueItem& i, std::int64_t step) {
        const std::int64_t of = i.request.config->steps;
        console.progress(i.name + ": " + step_at(i.request.config->model, step) +
                             (of > 0 ? "/" + std::to_string(of) : ""),
                         of > 0 ? static_cast<double>(step) / static_cast<double>(of) : -1);
    };
    news.idle = [&console](const std::string& words) { console.progress("waiting: " + words, -1); };
    return news;
}

Result<int> run(const Context& c) {
    const std::string self = program_path().string();
    if (self.empty()) return make_error(ErrorCode::Environment, "this program cannot be found in /proc");
    const auto launcher = make_launcher(self);
    const QueueStore store(default_queue_folder());
    const std::string asked = c.args.get("--device", "auto");
    const auto device = device_of(c, *launcher);
    if (!device) {
        // Whoever has started this program in the background hears of it in the queue.
        if (device.error().code != ErrorCode::InvalidArgument && store.make_folder())
            store.note_runner(asked, device.error().message);
        return device.error();
    }
    store.forget_runner(asked);
    const auto clock = make_runner_clock();
    const auto summary =
        run_queue(store, *launcher, *clock, {*device, c.services()->runs_folder()}, news_for(c.console), c.stop);
    if (!summary) return summary.error();
    if (!*summary)
        return done(c, {{"event", "queue_busy"}, {"device", *device}}, "another process runs the queue for " + *device);
    if (c.stop.stop_requested()) return make_error(ErrorCode::Cancelled, "the queue was stopped");
    const RunnerSummary& s = **summary;
    const int count = s.finished + s.stopped + s.failed + s.too_big;
    return done(c,
                {{"event", "queue_done"},
                 {"finished", s.finished},
                 {"stopped", s.stopped},
                 {"failed", s.failed},
                 {"too_big", s.too_big}},
                count == 0 ? "nothing waits for " + *device + "; headroom-cli queue add VERB puts a run into the queue"
                           : std::to_string(s.finished) + " finished, " + std::to_string(s.stopped) + " stopped, " +
                                 std::to_string(s.failed) + " failed" +
                                 (s.too_big > 0 ? ", " + std::to_string(s.too_big) + " can never fit" : ""));
}

Json item_shape() {
    using namespace shape;
    return object_of({{"id", a_text()},
                      {"name", a_text()},
                      {"model", a_text()},
                      {"device", a_text()},
                      {"state", a_text()},
                      {"reason", a_text()},
                      {"run", a_text()},
                      {"when_too_big", a_text()},
                      {"added_unix_ms", a_whole()},
                      {"not_before_unix_ms", a_whole()},
                      {"started_unix_ms", a_whole()},
                      {"ended_unix_ms", a_whole()}});
}

Json list_answer() {
    using namespace shape;
    return object_of({{"items", list_of(item_shape())},
                      {"paused", a_flag()},
                      {"stop_after_current", a_flag()},
                      {"runners", list_of(a_text())},
                      {"runner_failures", list_of(a_text())},
                      {"next", a_text()},
                      {"revision", a_whole()}});
}

/// What the queue tells while it is worked through, and how that ended.
Json run_answer() {
    using namespace shape;
    const Json item = with_members(item_shape(), object_of({{"event", one_of({"queue"})}}));
    const Json busy = object_of({{"event", one_of({"queue_busy"})}, {"device", a_text()}});
    const Json ended = object_of({{"event", one_of({"queue_done"})},
                                  {"finished", a_whole()},
                                  {"stopped", a_whole()},
                                  {"failed", a_whole()},
                                  {"too_big", a_whole()}});
    return {{"anyOf", Json::array({item, busy, ended})}};
}

Json next_answer() {
    using namespace shape;
    return object_of({{"paused", a_flag()}, {"stop_after_current", a_flag()}, {"next", a_text()}});
}

Json moved_answer() { return shape::object_of({{"moved", shape::a_text()}, {"place", shape::a_whole()}}); }
Json removed_answer() { return shape::object_of({{"removed", shape::a_text()}}); }
Json retry_answer() { return shape::object_of({{"waits again", shape::a_text()}}); }
Json duplicate_answer() { return shape::object_of({{"id", shape::a_text()}}); }
Json start_at_answer() { return shape::object_of({{"id", shape::a_text()}, {"not_before_unix_ms", shape::a_whole()}}); }
Json when_too_big_answer() { return shape::object_of({{"id", shape::a_text()}, {"when_too_big", shape::a_text()}}); }

}  // namespace

std::vector<Verb> queue_verbs() {
    constexpr std::size_t many = 1000;
    return {
        {.syntax = {"queue list"},
         .summary = "List the queue: what ended, what runs, what waits.",
         .tensors = Tensors::Unused,
         .run = list,
         .answer = list_answer},
        {.syntax =
             {"queue run",
              "",
              0,
              0,
              {{"--device", "NAME",
                "Run what waits for this device: cpu, cuda:0; auto (default): the first GPU, else the processor."}}},
         .summary = "Work through the queue, one run after the other, until nothing waits.",
         .details =
             "Each run is checked when its turn comes: files, disk, and whether it fits with what other programs hold then.\n"
             "One that fails is marked with its reason and the rest goes on. One process per device runs the queue;\n"
             "further runs may be added meanwhile. A signal (Ctrl+C) saves and stops the run under way.",
         .run = run,
         .answer = run_answer},
        {.syntax = {"queue move", "ID PLACE", 2, 2},
         .summary = "Put a run that waits at a place, 1 being the next.",
         .tensors = Tensors::Unused,
         .run = move,
         .answer = moved_answer},
        {.syntax = {"queue remove", "ID [ID ...]", 1, many},
         .summary = "Take runs out; one that runs is stopped with a checkpoint first.",
         .tensors = Tensors::Unused,
         .run = remove_items,
         .answer = removed_answer},
        {.syntax = {"queue retry", "ID [ID ...]", 1, many},
         .summary = "Let runs that failed or were stopped wait again; one with a checkpoint goes on from it.",
         .tensors = Tensors::Unused,
         .run = retry,
         .answer = retry_answer},
        {.syntax = {"queue duplicate", "ID", 1, 1},
         .summary = "Put the same run at the end once more.",
         .tensors = Tensors::Unused,
         .run = duplicate,
         .answer = duplicate_answer},
        {.syntax = {"queue start-at", "ID TIME", 2, 2},
         .summary = "Start a run no earlier than a time: 22:00, \"2026-11-26 22:00\", now.",
         .tensors = Tensors::Unused,
         .run = start_at,
         .answer = start_at_answer},
        {.syntax = {.verb = "queue when-too-big",
                    .positionals = "ID WHAT",
                    .least = 2,
                    .most = 2,
                    .choices = {EnumNames<WhenTooBig>::names.begin(), EnumNames<WhenTooBig>::names.end()}},
         .summary = "What happens to a run that waits if it does not fit: wait, fit, fail, as in queue add.",
         .tensors = Tensors::Unused,
         .run = when_too_big,
         .answer = when_too_big_answer},
        {.syntax = {"queue pause"},
         .summary = "Start nothing further; what runs goes on.",
         .tensors = Tensors::Unused,
         .run = pause,
         .answer = next_answer},
        {.syntax = {"queue resume"},
         .summary = "Start runs again after a pause.",
         .tensors = Tensors::Unused,
         .run = resume,
         .answer = next_answer},
        {.syntax = {"queue stop-after-current", "", 0, 0, {{"--undo", "", "Go on after it all the same."}}},
         .summary = "Pause, and end who runs the queue, after the run that is under way.",
         .tensors = Tensors::Unused,
         .run = stop_after_current,
         .answer = next_answer},
        {.syntax = {"queue clear", "", 0, 0, {{"--waiting", "", "Also what waits."}}},
         .summary = "Forget what has ended; runs and their folders stay.",
         .tensors = Tensors::Unused,
         .run = clear,
         .answer = next_answer},
    };
}

}  // namespace headroom::cli
