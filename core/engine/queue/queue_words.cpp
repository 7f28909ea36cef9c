// What a queue is about to do.
#include "core/engine/queue/queue_words.h"

#include <algorithm>
#include <ctime>
#include <vector>

namespace headroom {
namespace {

std::tm local(std::int64_t unix_ms) {
    const std::time_t seconds = unix_ms / 1000;
    std::tm out{};
    localtime_r(&seconds, &out);
    return out;
}

std::string formatted(const std::tm& time, const char* format) {
    char text[32];
    return std::string(text, std::strftime(text, sizeof text, format, &time));
}

/// Whether some runner takes a run that asks for `asked`.
bool has_runner(const QueueSnapshot& queue, const std::string& asked) {
    return std::any_of(queue.runners.begin(), queue.runners.end(),
                       [&](const std::string& device) { return takes_device(device, asked); });
}

}  // namespace

std::string clock_text(std::int64_t unix_ms, std::int64_t now_unix_ms) {
    const std::tm then = local(unix_ms), now = local(now_unix_ms);
    const bool today = then.tm_year == now.tm_year && then.tm_yday == now.tm_yday;
    return formatted(then, today ? "%H:%M" : "%Y-%m-%d %H:%M");
}

Result<std::int64_t> parse_clock(const std::string& text, std::int64_t now_unix_ms) {
    const char* const examples = "Write for example 22:00, \"2026-11-26 22:00\" or now.";
    const auto no_time = [&] { return make_error(ErrorCode::InvalidArgument, "'" + text + "' is no time", examples); };
    if (text == "now") return std::int64_t{0};
    std::tm time{};
    const char* const with_day = strptime(text.c_str(), "%Y-%m-%d %H:%M", &time);
    const bool dated = with_day && !*with_day;
    if (!dated) {
        time = local(now_unix_ms);
        time.tm_sec = 0;
        const char* const rest = strptime(text.c_str(), "%H:%M", &time);
        if (!rest || *rest) return no_time();
        time.tm_isdst = -1;
        std::tm today = time;
        if (static_cast<std::int64_t>(std::mktime(&today)) * 1000 <= now_unix_ms) ++time.tm_mday;
    }
    time.tm_isdst = -1;
    const std::tm asked = time;
    const std::int64_t seconds = std::mktime(&time);
    // The 31st of February would be a day of March.
    if (dated && (asked.tm_year != time.tm_year || asked.tm_mon != time.tm_mon || asked.tm_mday != time.tm_mday))
        return no_time();
    // Of the minute that has begun nothing needs to be waited for.
    if (seconds <= 0 || seconds + 60 <= now_unix_ms / 1000)
        return make_error(ErrorCode::InvalidArgument, "'" + text + "' is no time that can be waited for", examples);
    return seconds * 1000;
}

std::string wait_words(std::size_t count) { return count == 1 ? "1 run waits" : std::to_string(count) + " runs wait"; }

std::string next_words(const QueueSnapshot& queue, std::int64_t now_unix_ms) {
    std::vector<const QueueItem*> waiting;
    const QueueItem* busy = nullptr;
    for (const QueueItem& item : queue.items) {
        if (item.state == QueueState::Waiting) waiting.push_back(&item);
        if (item.state == QueueState::Running || (item.state == QueueState::Checking && !busy)) busy = &item;
    }
    if (waiting.empty() && !busy) return queue.items.empty() ? "The queue is empty." : "All that was queued has ended.";
    const std::string count = wait_words(waiting.size());
    if (busy) {
        const std::string now = busy->name + (busy->state == QueueState::Running ? " runs" : " is checked");
        if (waiting.empty()) return now + "; nothing waits behind it.";
        if (queue.paused) return now + "; then the queue is paused, " + count + ".";
        if (queue.stop_after_current) return now + "; the queue stops after it, " + count + ".";
        return now + "; " + waiting.front()->name + " is next.";
    }
    if (queue.paused) return "Paused: " + count + ".";
    const auto due = std::find_if(waiting.begin(), waiting.end(),
                                  [&](const QueueItem* i) { return i->not_before_unix_ms <= now_unix_ms; });
    const QueueItem* next =
        due != waiting.end()
            ? *due
            : *std::min_element(waiting.begin(), waiting.end(), [](const QueueItem* a, const QueueItem* b) {
                  return a->not_before_unix_ms < b->not_before_unix_ms;
              });
    const std::string& device = next->request.config->device;
    if (!has_runner(queue, device))
        return count + (device == "auto" ? "; start the queue." : "; no runner works for " + device + ": start one.");
    if (due == waiting.end())
        return next->name + " starts at " + clock_text(next->not_before_unix_ms, now_unix_ms) + ".";
    return next->reason.empty() ? next->name + " is next." : next->name + " " + next->reason + ".";
}

}  // namespace headroom
