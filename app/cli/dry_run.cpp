// Forecasts a run and counts what it would write.
#include "app/cli/dry_run.h"

#include "app/cli/forecast_report.h"
#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "app/cli/train_request.h"
#include "core/engine/plan/checkpoint_room.h"
#include "core/families/words.h"
#include "core/io/runs/run_folder.h"

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What of a forecast a checkpoint holds.
Bytes checkpoint_bytes(const Forecast& f) {
    Bytes out;
    for (const Role role : kCheckpointRoles) out += f.by_role[role];
    return out;
}

struct Writes {
    std::string run;
    bool resumes = false;
    Bytes checkpoint;  ///< one; none where the family has no weights of its own
    std::int64_t checkpoints = 0;
};

Json dry_json(const Writes& w, const TrainConfig& config, const ForecastReport& report) {
    return {{"event", "dry_run"},
            {"run", w.run},
            {"resumes", w.resumes},
            {"model", name_of(config.model)},
            {"checkpoint_bytes", w.checkpoint.count},
            {"checkpoints", w.checkpoints},
            {"checkpoint_every", config.checkpoint_every},
            {"sample_every", config.preview_every},
            {"forecast", report.json}};
}

std::string every_words(const TrainConfig& config, std::int64_t every) {
    return every > 0 ? "every " + steps_of(config.model, every) : std::string("at the end");
}

std::string dry_words(const Writes& w, const TrainConfig& config, const ForecastReport& report) {
    std::string out = (w.resumes ? "Would go on in " : "Would write into ") + w.run + "\n";
    if (w.checkpoint.count > 0)
        out += "  checkpoints  " + every_words(config, config.checkpoint_every) + ", about " + to_text(w.checkpoint) +
               " each, " + std::to_string(w.checkpoints) + " at most at a time\n";
    out += "  samples      " + every_words(config, config.preview_every) +
           "\n  config.json, run.json, history.db, log.txt\n\n";
    return out + report.words + "No run was begun, and nothing of it written.\n";
}

}  // namespace

Result<int> dry_run(const Context& c, Services& services, RunRequest request, int processes) {
    Writes writes{request.resume_from, !request.resume_from.empty(), {}, 0};
    if (writes.resumes && !request.config) {
        auto run = services.load_run(request.resume_from);
        if (!run) return run.error();
        request.config = std::make_shared<const TrainConfig>(run->config);
    }
    const TrainConfig& config = *request.config;
    if (!writes.resumes) {
        const std::string name = request.name.empty() ? family_of(config).run_name(config) : request.name;
        auto folder = RunFolder::planned(request.run_dir, services.runs_folder(), name);
        if (!folder) return folder.error();
        writes.run = *std::move(folder);
    }
    const auto report = report_forecast(c, config, processes);
    if (!report) return report.error();
    if (family_of(config).facts().trains) {
        writes.checkpoint = checkpoint_bytes(report->forecast);
        writes.checkpoints = most_checkpoints(config);
    }
    c.console.print(c.console.json() ? json_line(dry_json(writes, config, *report))
                                     : dry_words(writes, config, *report));
    return report->json["fits"] == "no" ? exit_status(ErrorCode::OutOfMemory) : 0;
}

Json dry_run_shape() {
    using namespace shape;
    return object_of({{"event", one_of({"dry_run"})},
                      {"run", a_text()},
                      {"resumes", a_flag()},
                      {"model", a_text()},
                      {"checkpoint_bytes", a_whole()},
                      {"checkpoints", a_whole()},
                      {"checkpoint_every", a_whole()},
                      {"sample_every", a_whole()},
                      {"forecast", forecast_report_shape()}});
}

}  // namespace headroom::cli
