// Warnings about leaks and neighbours.
#include "core/engine/run/run_watch.h"

#include "core/base/clock.h"
#include "core/families/words.h"

#include <algorithm>
#include <cstdio>

namespace headroom {
namespace {

constexpr std::int64_t kLeastWorth = std::int64_t{256} << 20;

std::string number(const char* format, double value) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string duration(double hours) {
    if (hours < 1) return number("%.0f minutes", std::max(1.0, hours * 60));
    return hours < 48 ? number("%.1f hours", hours) : number("%.0f days", hours / 24);
}

}  // namespace

Warning RunWatch::words(const Leak& leak, ModelKind kind) {
    const Bytes rate{static_cast<std::int64_t>(std::max(0.0, leak.bytes_per_1000_steps))};
    std::string text = "Memory left after " + a_step(kind) + " rises by " + to_text(rate) + " per 1,000 " +
                       step_word(kind, 1000) + " (" + number("%.0f tensors", leak.tensors_per_1000_steps) +
                       ", role \"" + std::string(name_of(leak.role)) + "\").";
    if (leak.hours_left > 0)
        text += " At this rate the room to spare, " + to_text(leak.to_spare) + ", is gone in " +
                duration(leak.hours_left) + ".";
    return {"leak", text, "Saving, stopping and resuming frees what leaked. Please report it with a memory snapshot."};
}

Warning RunWatch::words(const NeighbourGrowth& g, Bytes others) {
    const std::string who =
        g.program.empty() ? "other programs" : g.program + " (process " + std::to_string(g.pid) + ")";
    return {"neighbours",
            who + " took " + to_text(g.grown) + " in " + number("%.0f s", g.seconds) + ": other programs hold " +
                to_text(others) + ", " + to_text(std::max(g.left, Bytes{})) + " are left",
            "Close what is not needed, or lend the memory (Run > Lend memory) until it is free again."};
}

std::shared_ptr<const MemoryReport> RunWatch::look(std::shared_ptr<const MemoryReport> report, std::int64_t step,
                                                   bool steady) {
    if (!report || report->device_total.count <= 0) return report;
    const double now = static_cast<double>(now_ns()) / 1e9;
    if (steady) {
        if (const auto leak = leaks_.note(step, now, *report)) emit_(words(*leak, kind_));
    }
    if (report->is_cpu && !programs_) programs_ = std::make_unique<HostPrograms>();
    neighbours_.note(now, report->now.other_programs, report->is_cpu ? programs_->latest() : report->programs,
                     report->now.free);
    const Bytes worth{std::max(kLeastWorth, report->device_total.count / 50)};
    // With plenty left even at the peak nobody needs to act; the status bar shows the growth all the same.
    const Bytes left = report->at_peak.total().count > 0 ? report->at_peak.free : report->now.free;
    const Bytes plenty{std::max(2 * neighbours_.growth().grown.count, report->device_total.count / 8)};
    if (left < plenty) {
        if (const NeighbourGrowth g = neighbours_.to_tell(worth); g.grown.count > 0)
            emit_(words(g, report->now.other_programs));
    }
    auto out = std::make_shared<MemoryReport>(*report);
    out->neighbours = neighbours_.growth();
    return out;
}

}  // namespace headroom
