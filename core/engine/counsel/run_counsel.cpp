// Plays a run's history to a CounselWatch.
#include "core/engine/counsel/run_counsel.h"

#include "core/api/param_schema.h"
#include "core/api/sample_name.h"
#include "core/data/dataset.h"
#include "core/families/registry.h"
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// A change of settings as the history's marks tell of it: "lr.g 0.0002 to 0.0001 by autopilot".
struct Change {
    std::string key;
    ParamValue old_value, new_value;
    bool automatic = false;
};

std::optional<Change> change_of(const HistoryMark& mark, ModelKind kind) {
    if (mark.kind != "edit") return std::nullopt;
    const std::size_t key_end = mark.text.find(' '), to = mark.text.find(" to ");
    if (key_end == std::string::npos || to == std::string::npos || to < key_end) return std::nullopt;
    Change out{.key = mark.text.substr(0, key_end)};
    const ParamRow* row = find_param(out.key, kind);
    if (!row) return std::nullopt;
    std::string after = mark.text.substr(to + 4);
    if (const std::size_t by = after.rfind(" by "); by != std::string::npos) {
        out.automatic = after.substr(by + 4) == kAutopilotName;
        after.resize(by);
    }
    const std::string before = to > key_end ? mark.text.substr(key_end + 1, to - key_end - 1) : std::string();
    const auto old_value = parse_param(*row, before), new_value = parse_param(*row, after);
    if (!old_value || !new_value) return std::nullopt;
    out.old_value = *old_value;
    out.new_value = *new_value;
    return out;
}

/// Changes of one step are one.
std::map<std::int64_t, std::vector<Change>> changes_of(const RunHistory& run) {
    std::map<std::int64_t, std::vector<Change>> out;
    for (const HistoryMark& mark : run.marks)
        if (auto change = change_of(mark, run.config.model)) out[mark.step].push_back(*std::move(change));
    return out;
}

/// The settings that the run began with: those of its end with every change undone.
TrainConfig first_config(const RunHistory& run, const std::map<std::int64_t, std::vector<Change>>& changes) {
    TrainConfig config = run.config;
    for (auto at = changes.rbegin(); at != changes.rend(); ++at)
        for (auto change = at->second.rbegin(); change != at->second.rend(); ++change)
            if (auto before = with_patch(config, {{change->key, change->old_value}})) config = *std::move(before);
    return config;
}

/// The file as it was noted, or in the run's folder where that was moved.
std::string sample_file(const std::string& noted, const std::string& run_dir) {
    std::error_code ignored;
    if (fs::exists(noted, ignored)) return noted;
    return (fs::path(run_dir) / "samples" / fs::path(noted).filename()).string();
}

class Replay {
public:
    Replay(const RunHistory& run, const DataFacts& data)
        : run_(run), changes_(changes_of(run)), config_(first_config(run, changes_)) {
        watch_.begin(config_, data);
        for (const std::string& path : run.sample_paths)
            if (const auto step = step_of_sample(path)) samples_.emplace(*step, path);
    }

    std::vector<CounselTold> run() {
        for (const StepDone& step : run_.steps) {
            change_before(step.step);
            watch_.add(step);
            for (; score_ < run_.scores.size() && run_.scores[score_].step <= step.step; ++score_)
                watch_.add_scores(run_.scores[score_]);
            show_up_to(step.step);
        }
        return std::move(told_);
    }

private:
    /// Changes that were made after an earlier step than `step`.
    void change_before(std::int64_t step) {
        for (; !changes_.empty() && changes_.begin()->first < step; changes_.erase(changes_.begin())) {
            std::set<std::string> keys;
            bool automatic = false;
            for (const Change& change : changes_.begin()->second) {
                if (auto next = with_patch(config_, {{change.key, change.new_value}})) config_ = *std::move(next);
                keys.insert(change.key);
                automatic = automatic || change.automatic;
            }
            watch_.changed(config_, keys, changes_.begin()->first, automatic);
        }
    }

    void show_up_to(std::int64_t step) {
        for (; !samples_.empty() && samples_.begin()->first <= step; samples_.erase(samples_.begin())) {
            const std::string file = sample_file(samples_.begin()->second, run_.info.dir);
            const auto grid = decode_image(file, 1);
            if (!grid) continue;
            RunInfo shape;
            family_of(config_).describe(config_, shape);
            watch_.add_sample(
                samples_.begin()->first,
                split_grid(*grid, shape.width, shape.height, static_cast<std::size_t>(config_.preview_grid)), file);
        }
    }

    const RunHistory& run_;
    std::map<std::int64_t, std::vector<Change>> changes_;
    TrainConfig config_;
    std::multimap<std::int64_t, std::string> samples_;
    std::size_t score_ = 0;  ///< the next of the run's
    std::vector<CounselTold> told_;
    CounselWatch watch_{[this](CounselTold told) { told_.push_back(std::move(told)); }};
};

}  // namespace

DataFacts facts_of(const DatasetReport& report) {
    DataFacts out;
    out.count = report.accepted;
    if (!report.thumbnails.empty()) {
        const GreyPictures pictures(report.thumbnails, 256);
        const PictureMeasures measures = pictures.measures();
        out.twins = pictures.twin_share();
        out.empty = measures.empty;
        out.diversity = measures.diversity;
        out.checkerboard = measures.checkerboard;
    }
    if (report.images.empty()) return out;
    const auto cut = std::count_if(report.images.begin(), report.images.end(),
                                   [](const DatasetImage& image) { return loses_a_third(image.width, image.height); });
    out.cut = static_cast<double>(cut) / static_cast<double>(report.images.size());
    return out;
}

std::vector<CounselTold> counsel_of(const RunHistory& run, const DataFacts& data) { return Replay(run, data).run(); }

}  // namespace headroom
