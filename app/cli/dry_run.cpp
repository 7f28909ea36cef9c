// Forecasts a run and counts what it would write.
#include "app/cli/dry_run.h"

#include "app/cli/forecast_report.h"
#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "app/cli/train_request.h"
#include "core/api/param_schema.h"
#include "core/base/file_handle.h"
#include "core/config/json_number.h"
#include "core/data/dataset.h"
#include "core/engine/plan/checkpoint_room.h"
#include "core/families/words.h"
#include "core/io/files/disk_space.h"
#include "core/io/runs/run_folder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What of a forecast a checkpoint holds: of a painting about its moments, for its networks are files of their own.
Bytes checkpoint_bytes(const Forecast& f, bool trains) {
    Bytes out;
    if (!trains) return f.by_role[Role::Optimiser];
    for (const Role role : kCheckpointRoles) out += f.by_role[role];
    return out;
}

struct Writes {
    std::string run;
    bool resumes = false;
    Bytes checkpoint;             ///< one
    std::string memory_snapshot;  ///< empty: none is asked for
    std::int64_t checkpoints = 0;
    std::optional<std::int64_t> steps;                          ///< it has left; nothing: until it is stopped
    double seconds = std::numeric_limits<double>::quiet_NaN();  ///< that these take; NaN: not known
    bool by_clock = false;                                      ///< the clock ends it before another limit does
    bool grows = false;                                         ///< its steps before the largest stage take less
    std::optional<Bytes> free;                                  ///< on the disk; nothing: not known

    Bytes disk() const { return {checkpoint.count * checkpoints}; }
};

/// How far the run would go by its limits of steps and images, and by the clock. Epochs are not counted: the data is not looked at.
void add_length(Writes& w, const TrainConfig& config, const RunRequest& request, const RunInfo& done, double step) {
    std::vector<double> limits;
    if (config.steps > 0) limits.push_back(static_cast<double>(config.steps - done.step));
    if (config.images > 0)
        limits.push_back(std::ceil(static_cast<double>(config.images - done.images) /
                                   static_cast<double>(std::max<std::int64_t>(1, config.effective_batch()))));
    if (request.seconds > 0 && step > 0) limits.push_back(std::ceil(static_cast<double>(request.seconds) / step));
    if (limits.empty()) return;
    const auto least = std::min_element(limits.begin(), limits.end());
    const double steps = std::max(0.0, *least);
    w.by_clock = request.seconds > 0 && step > 0 && std::next(least) == limits.end();
    w.steps = static_cast<std::int64_t>(steps);
    if (step > 0) w.seconds = steps * step;
}

Json dry_json(const Writes& w, const TrainConfig& config, const ForecastReport& report) {
    return {{"event", "dry_run"},
            {"run", w.run},
            {"resumes", w.resumes},
            {"model", name_of(config.model)},
            {"checkpoint_bytes", w.checkpoint.count},
            {"checkpoints", w.checkpoints},
            {"disk_bytes", w.disk().count},
            {"disk_free_bytes", w.free.value_or(Bytes{}).count},
            {"steps", w.steps ? Json(*w.steps) : Json()},
            {"seconds", json_number(w.seconds)},
            {"checkpoint_every", config.checkpoint_every},
            {"sample_every", config.preview_every},
            {"memory_snapshot", w.memory_snapshot},
            {"forecast", report.json}};
}

std::string every_words(const TrainConfig& config, std::int64_t every) {
    return every > 0 ? "every " + steps_of(config.model, every) : std::string("at the end");
}

std::string length_words(const Writes& w, const TrainConfig& config) {
    if (w.steps && *w.steps <= 0) return "end at once: it has reached its limit";
    std::string out =
        "run " + (w.steps ? (w.grows && w.by_clock ? "for at least " : "for ") + steps_of(config.model, *w.steps)
                          : std::string("until it is stopped"));
    if (std::isfinite(w.seconds))
        out += (w.grows && !w.by_clock ? ", at most about " : ", about ") + duration_text(w.seconds);
    if (config.epochs > 0) out += ", or after " + std::to_string(config.epochs) + " epochs";
    return out;
}

std::string dry_words(const Writes& w, const TrainConfig& config, const ForecastReport& report) {
    std::string out = (w.resumes ? "Would go on in " : "Would write into ") + w.run + "\n";
    out += "  checkpoints  " + every_words(config, config.checkpoint_every) + ", about " + to_text(w.checkpoint) +
           " each, " + std::to_string(w.checkpoints) + " at most at a time: " + to_text(w.disk()) + " of " +
           (w.free ? to_text(*w.free) + " free\n" : "a disk whose free space is not known\n") + "  samples      " +
           every_words(config, config.preview_every) + "\n  config.json, run.json, history.db, log.txt\n";
    if (!w.memory_snapshot.empty())
        out += "Would write who holds which memory in the first " + step_word(config.model) + " into " +
               w.memory_snapshot + "\n";
    out += "Would " + length_words(w, config) + "\n\n";
    return out + report.words + "No run was begun, and nothing of it written.\n";
}

}  // namespace

Result<int> dry_run(const Context& c, Services& services, RunRequest request, int processes) {
    Writes writes;
    writes.run = request.resume_from;
    writes.resumes = !request.resume_from.empty();
    RunInfo done;
    if (writes.resumes) {
        auto run = services.load_run(request.resume_from);
        if (!run) return run.error();
        if (!request.config) request.config = std::make_shared<const TrainConfig>(run->config);
        done = run->info;
    }
    const TrainConfig& config = *request.config;
    if (!writes.resumes) {
        const std::string name = request.name.empty() ? family_of(config).run_name(config) : request.name;
        auto folder = RunFolder::planned(request.run_dir, services.runs_folder(), name);
        if (!folder) return folder.error();
        writes.run = *std::move(folder);
    }
    const bool trains = family_of(config).facts().trains;
    writes.memory_snapshot = request.memory_snapshot;
    auto ok = check_new_folder(writes.run);
    if (ok && !writes.memory_snapshot.empty()) ok = check_new_folder(folder_of(writes.memory_snapshot));
    if (ok && trains) ok = check_data(config, !writes.resumes, c.progress(), c.stop);
    if (!ok) return ok.error();
    const auto report = report_forecast(c, config, processes);
    if (!report) return report.error();
    writes.checkpoint = checkpoint_bytes(report->forecast, trains);
    writes.checkpoints = new_checkpoints(config, writes.resumes);
    writes.free = free_space(nearest_folder(writes.run));
    writes.grows = !report->stage.empty();
    add_length(writes, config, request, done, report->forecast.seconds_per_step);
    c.console.print(c.console.json() ? json_line(dry_json(writes, config, *report))
                                     : dry_words(writes, config, *report));
    if (writes.free && *writes.free < writes.disk())
        c.console.message("warning: its checkpoints would take " + to_text(writes.disk()) + ", and " +
                          to_text(*writes.free) + " are free there");
    if (const std::string doubt = doubt_in(config); !doubt.empty()) c.console.message("warning: " + doubt);
    if (report->json["fits"] == "no") c.console.message("headroom-cli fit finds settings that fit");
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
                      {"disk_bytes", a_whole()},
                      {"disk_free_bytes", a_whole()},
                      {"steps", or_null(a_whole())},
                      {"seconds", a_number()},
                      {"checkpoint_every", a_whole()},
                      {"sample_every", a_whole()},
                      {"memory_snapshot?", a_text()},
                      {"forecast", forecast_report_shape()}});
}

}  // namespace headroom::cli
