// Writing the report of an out-of-memory error.
#include "core/engine/run/oom_report.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <variant>

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

Json patch(const ParamPatch& p) {
    Json out = Json::object();
    for (const auto& [key, value] : p) {
        out[key] = std::visit([](const auto& x) { return Json(x); }, value);
    }
    return out;
}

void put(Json& to, const char* key, Bytes bytes) {
    if (bytes.count != 0) to[key] = bytes.count;
}

void put(Json& to, const char* key, double seconds) {
    if (seconds > 0 && std::isfinite(seconds)) to[key] = seconds;
}

void put(Json& to, const char* key, const std::string& text) {
    if (!text.empty()) to[key] = text;
}

Json remedy(const OomRemedy& r) {
    Json out{{"rung", name_of(r.rung)}, {"outcome", name_of(r.outcome)}, {"words", r.words}};
    put(out, "gave", r.gave);
    put(out, "missing", r.missing);
    put(out, "peak_before", r.peak_before);
    put(out, "peak_after", r.peak_after);
    put(out, "seconds_before", r.seconds_before);
    put(out, "seconds_after", r.seconds_after);
    return out;
}

/// One column whose entries add up to the device.
Json column(const LedgerColumn& c) {
    Json out{{"other_programs", c.other_programs.count}, {"context", c.context.count}};
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        const auto role = static_cast<Role>(i);
        out[std::string(name_of(role))] = c.roles[role].count;
    }
    out["free"] = c.free.count;
    return out;
}

}  // namespace

std::string oom_report(const OomRecovered& e, int indent) {
    Json out{{"event", "oom_recovered"}, {"survived", e.survived}, {"step", e.step}, {"images", e.images}};
    out.update(Json{{"phase", name_of(e.phase)}, {"role", name_of(e.role)}, {"requested", e.requested.count}});
    out.update(Json{{"live", e.live.count}, {"budget", e.budget.count}, {"tried", e.tried}});
    out.update(Json{{"before", patch(e.before)}, {"after", patch(e.after)}});
    out["changes_batch_statistics"] = e.changes_batch_statistics;
    put(out, "note", e.statistics_note);
    if (e.micro_batch > 0) out.update(Json{{"micro_batch", e.micro_batch}, {"micro_batches", e.micro_batches}});
    put(out, "tensor", e.tensor);
    put(out, "process", e.process);
    put(out, "allowed", e.allowed);
    put(out, "missing", e.missing);
    out["cause"] = name_of(e.cause);
    put(out, "why", e.why);
    out.update(Json{{"others_before", e.others_before.count}, {"others_now", e.others_now.count}});
    put(out, "forecast", e.forecast);
    out["remedies"] = Json::array();
    for (const OomRemedy& r : e.remedies) out["remedies"].push_back(remedy(r));
    put(out, "seconds", e.seconds);
    put(out, "undo_needs", e.undo_needs);
    out["calm_steps"] = e.calm_steps;
    put(out, "report", e.report_path);
    if (e.ledger) {
        out["ledger"] = {
            {"device", e.ledger->device_name}, {"total", e.ledger->device_total.count}, {"now", column(e.ledger->now)}};
    }
    return out.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string oom_report_name(std::int64_t step) { return "oom-" + std::to_string(step) + ".json"; }

}  // namespace headroom
