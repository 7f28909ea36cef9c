// Writes the history of a run as CSV and JSON.
#include "core/engine/metrics_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

struct Column { const char* name; double (*get)(const StepDone&); };

constexpr std::array<Column, 16> kColumns{{
    {"loss_g", [](const StepDone& s) { return s.loss_g; }},
    {"loss_d", [](const StepDone& s) { return s.loss_d; }},
    {"d_real", [](const StepDone& s) { return s.d_real; }},
    {"d_fake", [](const StepDone& s) { return s.d_fake; }},
    {"grad_norm_g", [](const StepDone& s) { return s.grad_norm_g; }},
    {"grad_norm_d", [](const StepDone& s) { return s.grad_norm_d; }},
    {"images_per_second", [](const StepDone& s) { return s.images_per_second; }},
    {"step_seconds", [](const StepDone& s) { return s.step_seconds; }},
    {"epoch", [](const StepDone& s) { return s.epoch; }},
    {"scale_g", [](const StepDone& s) { return s.scale_g; }},
    {"scale_d", [](const StepDone& s) { return s.scale_d; }},
    {"live_bytes", [](const StepDone& s) { return static_cast<double>(s.live.count); }},
    {"peak_bytes", [](const StepDone& s) { return static_cast<double>(s.peak.count); }},
    {"budget_bytes", [](const StepDone& s) { return static_cast<double>(s.budget.count); }},
    {"other_programs_bytes", [](const StepDone& s) { return static_cast<double>(s.others.count); }},
    {"elapsed_seconds", [](const StepDone& s) { return s.elapsed_seconds; }},
}};

void append_number(std::string& out, double v) {
    if (!std::isfinite(v)) return;
    char text[40];
    const auto end = std::abs(v) < 9e15 && v == std::floor(v) ? std::to_chars(text, text + sizeof text, static_cast<std::int64_t>(v)).ptr
                                                              : std::to_chars(text, text + sizeof text, v).ptr;
    out.append(text, end);
}

Json number(double v) {
    if (!std::isfinite(v)) return nullptr;
    if (std::abs(v) < 9e15 && v == std::floor(v)) return static_cast<std::int64_t>(v);
    return v;
}

}  // namespace

std::string metrics_csv(const RunHistory& run) {
    std::string out = "step,images";
    for (const Column& c : kColumns) out += std::string(",") + c.name;
    out += '\n';
    for (const StepDone& step : run.steps) {
        out += std::to_string(step.step) + ',' + std::to_string(step.images);
        for (const Column& c : kColumns) {
            out += ',';
            append_number(out, c.get(step));
        }
        out += '\n';
    }
    return out;
}

std::string metrics_json(const RunHistory& run) {
    Json steps = Json::array();
    for (const StepDone& step : run.steps) {
        Json row{{"step", step.step}, {"images", step.images}};
        for (const Column& c : kColumns) row[c.name] = number(c.get(step));
        steps.push_back(std::move(row));
    }
    Json marks = Json::array();
    for (const HistoryMark& m : run.marks) marks.push_back({{"step", m.step}, {"images", m.images}, {"kind", m.kind}, {"text", m.text}});
    Json out{{"format", "headroom-metrics-1"}, {"run", run.info.name}, {"data", run.info.data_name}, {"steps", std::move(steps)},
             {"marks", std::move(marks)}};
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace headroom
