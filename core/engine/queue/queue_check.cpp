// The checks, quick ones first.
#include "core/engine/queue/queue_check.h"

#include "core/api/memory_report.h"
#include "core/api/param_schema.h"
#include "core/base/lists.h"
#include "core/config/config_io.h"
#include "core/engine/plan/checkpoint_room.h"
#include "core/engine/queue/run_words.h"
#include "core/engine/weights/weight_source.h"
#include "core/families/fit_rules.h"
#include "core/families/registry.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/disk_space.h"
#include "core/io/files/json_read.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <unistd.h>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using Verdict = Checked::Verdict;

constexpr Bytes kPictures{64ll << 20};  ///< that a run of pictures writes, about

bool readable(const std::string& path) {
    std::error_code failed;
    return ::access(path.c_str(), fs::is_directory(path, failed) ? R_OK | X_OK : R_OK) == 0;
}

std::string absent(const std::string& what, const std::string& path) {
    std::error_code failed;
    return what + ": " + path + (fs::exists(path, failed) ? " cannot be read" : " is not there");
}

/// The answer of a verb as JSON. Errors as answer_of().
Result<nlohmann::json> asked(const std::vector<std::string>& words, Launcher& launcher, const std::stop_token& stop,
                             int also_fine) {
    const auto answer = answer_of(words, launcher, stop, also_fine);
    if (!answer) return answer.error();
    nlohmann::json json = nlohmann::json::parse(*answer, nullptr, false);
    if (json.is_discarded())
        return make_error(ErrorCode::Internal, "headroom-cli " + words.front() + " gave no answer that can be read");
    return json;
}

Bytes bytes_of(const nlohmann::json& json, const char* key) { return {json_integer(json, key)}; }

/// What a run will need and what there is, from the answer of the verb forecast.
struct Room {
    Bytes needed, budget, available, total;
    bool own_budget = false;
    bool shared = false;  ///< the figures are those of one of several processes
    std::string stage{};  ///< of its plan, at which it needs so much: "once image.size is 128"; empty: the first

    Bytes limit() const { return available.count > 0 ? std::min(budget, available) : budget; }
    Bytes missing() const { return needed - limit(); }
    /// No other program can make room for it.
    bool never() const {
        if (own_budget) return needed > budget || (total.count > 0 && needed > total);
        return total.count > 0 && needed.count > total.count / 10 * 9;  // the share of an automatic budget
    }
};

/// Of one of `processes` that share the device.
Room room_of(const nlohmann::json& forecast, const TrainConfig& config, int processes) {
    const auto share = [processes](Bytes whole) { return Bytes{whole.count / processes}; };
    const bool own_budget = config.budget.count > 0;
    const Bytes budget = bytes_of(forecast, "budget_bytes");
    return {bytes_of(forecast, "peak_bytes") + bytes_of(forecast, "reserve_bytes"),
            own_budget ? budget : share(budget),
            share(bytes_of(forecast, "available_bytes")),
            share(bytes_of(forecast, "device_total_bytes")),
            own_budget,
            processes > 1,
            json_text(forecast, "stage")};
}

/// About what its checkpoints will take, from the bytes of what they hold.
Bytes checkpoint_bytes(const nlohmann::json& forecast, const RunRequest& request) {
    const TrainConfig& config = *request.config;
    if (!family_of(config).facts().trains) return kPictures;
    Bytes one;
    const auto roles = forecast.find("by_role");
    if (roles == forecast.end() || !roles->is_object()) return {};
    for (const Role role : kCheckpointRoles) one += bytes_of(*roles, std::string(name_of(role)).c_str());
    return {one.count * new_checkpoints(config, !request.resume_from.empty())};
}

std::string disk_problem(const nlohmann::json& forecast, const RunRequest& request, const std::string& runs_folder) {
    const Bytes needed = checkpoint_bytes(forecast, request);
    const std::string folder = nearest_folder(!request.resume_from.empty() ? request.resume_from
                                              : !request.run_dir.empty()   ? request.run_dir
                                                                           : runs_folder);
    const auto free = free_space(folder);
    if (!free || needed <= *free) return {};  // where it is not known, the write itself will tell
    return "its checkpoints take about " + to_text(needed) + " of disk, and " + to_text(*free) + " are free in " +
           folder;
}

/// `config` with the settings of a plan.
Result<TrainConfig> with_plan(const TrainConfig& config, const nlohmann::json& plan) {
    ParamPatch patch;
    const auto settings = plan.find("settings");
    for (const auto& [name, key] : family_of(config).fit().plan_settings()) {
        if (settings == plan.end() || !settings->contains(std::string(name))) continue;
        auto value = param_from_json(*find_param(key, config.model), json_dump((*settings)[std::string(name)]));
        if (!value) return value.error();
        patch[std::string(key)] = *std::move(value);
    }
    return with_patch(config, patch);
}

/// The fastest plan with the same result; no value: none fits.
Result<std::optional<TrainConfig>> best_plan(const TrainConfig& config, const nlohmann::json& plans) {
    if (!plans.is_array()) return std::optional<TrainConfig>();
    for (const nlohmann::json& plan : plans) {
        if (!plan.is_object() || json_text(plan, "group") != name_of(PlanGroup::Same) ||
            json_text(plan, "fits") == "no")
            continue;
        auto fitted = with_plan(config, plan);
        if (!fitted) return fitted.error();
        return std::optional(*std::move(fitted));
    }
    return std::optional<TrainConfig>();
}

/// "batch.micro 64 → 16, batch.accumulate 1 → 4", which every language reads.
std::string change_words(const TrainConfig& from, const TrainConfig& to) {
    std::string out;
    for (const auto& [key, value] : difference(from, to))
        add_to_list(out, key + " " + to_text(find_param(key, from.model)->get(from)) + " → " + to_text(value), ", ");
    return out;
}

class Check {
public:
    Check(const QueueItem& item, const std::string& device, const std::string& config_file, Launcher& launcher,
          const std::stop_token& stop)
        : item_(item),
          config_(*item.request.config),
          device_(device),
          config_file_(config_file),
          launcher_(launcher),
          stop_(stop) {}
    ~Check() {
        std::error_code ignored;
        fs::remove(config_file_, ignored);
    }
    Check(const Check&) = delete;
    Check& operator=(const Check&) = delete;

    Checked run(const std::string& runs_folder) {
        if (const std::string missing = missing_files(item_.request); !missing.empty()) return {Verdict::Fail, missing};
        if (auto written = write_text_atomic(config_file_, write_config(config_)); !written)
            return {Verdict::Fail, written.error().message};
        auto words = plan_words("forecast", config_, config_file_, device_);
        if (item_.request.processes > 1) words.push_back("--processes=" + std::to_string(item_.request.processes));
        const auto forecast = asked(words, launcher_, stop_, 0);
        if (!forecast) return failed(forecast.error());
        if (const std::string problem = disk_problem(*forecast, item_.request, runs_folder); !problem.empty())
            return {Verdict::Fail, problem};
        const Room room = room_of(*forecast, config_, device_ == "cpu" ? item_.request.processes : 1);
        return room.missing() <= Bytes{} ? Checked{} : too_big(room);
    }

private:
    Checked failed(const Error& error) const {
        if (error.code == ErrorCode::Cancelled) return {Verdict::Stopped, error.message};
        // Another program may hold so much that there is no room even for the look at what it needs.
        if (error.code == ErrorCode::OutOfMemory && item_.when_too_big != WhenTooBig::Fail)
            return {Verdict::Wait, "waits for room on " + device_ + ": " + error.message};
        return {Verdict::Fail, error.message};
    }

    Checked too_big(const Room& room) {
        const std::string at = room.stage.empty() ? "" : " " + room.stage;
        const std::string needs = "needs " + to_text(room.needed) + at;
        std::string none;
        if (item_.when_too_big == WhenTooBig::Fit) {
            auto words = plan_words("fit", config_, config_file_, device_);
            if (room.own_budget || room.shared) words.push_back("--budget=" + std::to_string(room.limit().count));
            const auto plans = asked(words, launcher_, stop_, exit_status(ErrorCode::OutOfMemory));
            if (!plans) return failed(plans.error());
            const auto plan = best_plan(config_, *plans);
            if (!plan) return failed(plan.error());
            if (*plan) return {Verdict::Start, "made to fit: " + change_words(config_, **plan), **plan};
            none = ", and no plan with the same result fits";
        }
        if (room.never()) {
            const std::string why =
                needs +
                (room.own_budget && room.needed > room.budget ? ", more than its budget of " + to_text(room.budget)
                                                              : ", more than " + device_ + " can ever give") +
                none;
            if (item_.when_too_big == WhenTooBig::Fail) return {Verdict::Fail, why};
            return {Verdict::Never, why + "; it waits until it is changed or removed"};
        }
        if (item_.when_too_big == WhenTooBig::Fail)
            return {Verdict::Fail, needs + ", and " + to_text(room.limit()) + " are there on " + device_};
        return {Verdict::Wait, "waits for " + to_text(room.missing()) + " of room on " + device_ +
                                   (at.empty() ? "" : ", needed" + at) + none};
    }

    const QueueItem& item_;
    const TrainConfig config_;
    const std::string device_, config_file_;
    Launcher& launcher_;
    const std::stop_token& stop_;
};

}  // namespace

std::vector<NamedFile> files_of(const RunRequest& request) {
    const TrainConfig& config = *request.config;
    std::vector<NamedFile> out;
    for (const ParamRow& row : schema_rows(config.model)) {
        if (row.type != ParamType::Path || row.policy != Policy::NewRun) continue;
        const std::string value = std::get<std::string>(row.get(config));
        if (value.empty() || value == std::get<std::string>(row.initial)) continue;
        // One whose name has the list's separator in it is one file.
        for (std::string& path : readable(value) ? std::vector{value} : split_list(value))
            out.push_back({std::string(row.key), std::move(path)});
    }
    for (const std::string* named : {&request.weights_from, &request.generator_from, &request.discriminator_from}) {
        if (!named->empty()) out.push_back({"weights", *named});
    }
    return out;
}

std::string missing_files(const RunRequest& request) {
    std::error_code failed;
    if (!request.resume_from.empty() && !fs::is_directory(request.resume_from, failed))
        return absent("the run that it goes on with", request.resume_from);
    for (const NamedFile& file : files_of(request)) {
        if (!readable(file.path)) return absent(file.what, file.path);
    }
    return {};
}

Checked check_before_start(const QueueItem& item, const std::string& device, const std::string& config_file,
                           const std::string& runs_folder, Launcher& launcher, const std::stop_token& stop) {
    return Check(item, device, config_file, launcher, stop).run(runs_folder);
}

}  // namespace headroom
