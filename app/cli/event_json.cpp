// One visitor that turns events into JSON lines.
#include "app/cli/event_json.h"

#include "app/cli/json_line.h"
#include "core/config/config_io.h"
#include "core/config/json_number.h"
#include "core/engine/run/oom_report.h"
#include "core/io/runs/step_figures.h"

#include <nlohmann/json.hpp>

namespace headroom::cli {
namespace {

using Node = nlohmann::ordered_json;

Node value(const ParamValue& v) {
    return std::visit([](const auto& x) { return Node(x); }, v);
}

struct ToJson {
    Node operator()(const StateChanged& e) const {
        return {{"event", "state"}, {"from", name_of(e.from)}, {"to", name_of(e.to)}, {"reason", e.reason}};
    }
    Node operator()(const RunStarted& e) const {
        Node out{{"event", "started"},
                 {"run", e.run_dir},
                 {"name", e.name},
                 {"step", e.step},
                 {"images", e.images},
                 {"data", e.data_name},
                 {"data_count", e.data_count},
                 {"parameters_g", e.parameters_g},
                 {"parameters_d", e.parameters_d},
                 {"device", e.device_name}};
        if (e.config) out["config"] = Node::parse(write_config(*e.config), nullptr, false);
        return out;
    }
    Node operator()(const Progress&) const { return nullptr; }
    Node operator()(const StepDone& e) const {
        Node out{{"event", "step"},
                 {"step", e.step},
                 {"images", e.images},
                 {"loss_g", json_number(e.loss_g)},
                 {"loss_d", json_number(e.loss_d)},
                 {"d_real", json_number(e.d_real)},
                 {"d_fake", json_number(e.d_fake)},
                 {"images_per_second", json_number(e.images_per_second)},
                 {"memory", {{"live", e.live.count}, {"peak", e.peak.count}, {"budget", e.budget.count}}},
                 {"step_seconds", json_number(e.step_seconds)},
                 {"grad_norm_g", json_number(e.grad_norm_g)},
                 {"grad_norm_d", json_number(e.grad_norm_d)},
                 {"epoch", json_number(e.epoch)},
                 {"threads", e.threads},
                 {"elapsed_seconds", json_number(e.elapsed_seconds)}};
        out.update(kind_figures(e));
        if (e.frame) {
            out["frame"] = {{"number", e.frame->frame},        {"of", e.frame->frames},
                            {"iteration", e.frame->iteration}, {"iterations", e.frame->iterations},
                            {"file", e.frame->file},           {"done", e.frame->done}};
        }
        return out;
    }
    Node operator()(const MemorySampled&) const { return nullptr; }
    Node operator()(const TimelineReady&) const { return nullptr; }
    Node operator()(const SampleReady&) const { return nullptr; }
    Node operator()(const ParamApplied& e) const {
        Node out{{"event", "param_applied"},   {"key", e.key},   {"old", value(e.old_value)},
                 {"new", value(e.new_value)},  {"step", e.step}, {"images", e.images},
                 {"origin", name_of(e.origin)}};
        if (!e.by.empty()) out["by"] = e.by;
        return out;
    }
    Node operator()(const ParamRefused& e) const {
        return {{"event", "param_refused"}, {"key", e.key}, {"message", e.message}};
    }
    Node operator()(const OomRecovered& e) const { return Node::parse(oom_report(e)); }
    Node operator()(const CheckpointSaved& e) const {
        return {{"event", "checkpoint_saved"},
                {"path", e.path},
                {"step", e.step},
                {"images", e.images},
                {"best", e.best},
                {"bytes", e.size.count},
                {"seconds", json_number(e.seconds)}};
    }
    Node operator()(const SampleSaved& e) const {
        return {{"event", "sample_saved"}, {"path", e.path}, {"step", e.step}};
    }
    Node operator()(const ExportDone& e) const {
        return {{"event", "export_done"}, {"path", e.path}, {"bytes", e.size.count}};
    }
    Node operator()(const ForecastReady&) const { return nullptr; }
    Node operator()(const Warning& e) const {
        return {{"event", "warning"}, {"id", e.id}, {"message", e.message}, {"hint", e.hint}};
    }
    Node operator()(const LogLine&) const { return nullptr; }
    Node operator()(const Finished& e) const {
        return {
            {"event", "finished"}, {"reason", e.reason}, {"step", e.step}, {"images", e.images}, {"run", e.run_dir}};
    }
    Node operator()(const Failed& e) const {
        return {{"event", "failed"},
                {"code", code_name(e.error.code)},
                {"message", e.error.message},
                {"hint", e.error.hint},
                {"step", e.step},
                {"last_checkpoint_step", e.last_checkpoint_step},
                {"run", e.run_dir}};
    }
};

}  // namespace

std::string event_line(const Event& event) {
    const Node json = std::visit(ToJson{}, event);
    // File names need not be UTF-8; a replacement character is better than no line.
    return json.is_null() ? std::string() : json_line(json);
}

std::string_view code_name(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument: return "invalid_argument";
        case ErrorCode::BadFile: return "bad_file";
        case ErrorCode::NotFound: return "not_found";
        case ErrorCode::OutOfMemory: return "out_of_memory";
        case ErrorCode::Environment: return "environment";
        case ErrorCode::Disk: return "disk";
        case ErrorCode::Cancelled: return "cancelled";
        case ErrorCode::Internal: return "internal";
    }
    return "internal";
}

}  // namespace headroom::cli
