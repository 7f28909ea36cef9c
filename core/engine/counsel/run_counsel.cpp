// Plays a run's history to a CounselWatch.
#include "core/engine/counsel/run_counsel.h"

#include "core/api/param_schema.h"
#include "core/api/sample_name.h"
#include "core/config/change_mark.h"
#include "core/data/dataset.h"
#include "core/families/family_counsel.h"
#include "core/families/registry.h"
#include "core/families/remedies.h"
#include "core/io/pictures/image_codec.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// With its step, in their order.
using Changes = std::vector<std::pair<std::int64_t, std::vector<ParamApplied>>>;

/// Settings of one step are one change, but for one that comes once more: it was taken back, or chosen anew, before the next step.
Changes changes_of(const RunHistory& run) {
    Changes out;
    for (const HistoryMark& mark : run.marks) {
        auto change = change_of(mark, run.config.model);
        if (!change) continue;
        const bool goes_on =
            !out.empty() && out.back().first == mark.step &&
            std::ranges::none_of(out.back().second, [&](const ParamApplied& one) { return one.key == change->key; });
        if (!goes_on) out.push_back({mark.step, {}});
        out.back().second.push_back(*std::move(change));
    }
    return out;
}

/// A value that `config` does not take leaves it as it is.
void set_in(TrainConfig& config, const std::string& key, const ParamValue& value) {
    if (auto next = with_patch(config, {{key, value}})) config = *std::move(next);
}

/// The settings that the run began with: those of its end with every change undone.
TrainConfig first_config(const RunHistory& run, const Changes& changes) {
    TrainConfig config = run.config;
    for (auto at = changes.rbegin(); at != changes.rend(); ++at)
        for (auto change = at->second.rbegin(); change != at->second.rend(); ++change)
            set_in(config, change->key, change->old_value);
    return config;
}

/// The file as it was noted, or in the run's folder where that was moved.
std::string sample_file(const std::string& noted, const std::string& run_dir) {
    std::error_code ignored;
    if (fs::exists(noted, ignored)) return noted;
    return (fs::path(run_dir) / "samples" / fs::path(noted).filename()).string();
}

/// What a run's history holds beside its steps, in the order of one step in a live run.
enum class Beside { Sample, Scores, Change, OtherData };

class Replay {
public:
    /// What is given lives longer.
    Replay(CounselWatch& watch, const RunHistory& run, const DataFacts& data, const DataAtFn& data_at)
        : watch_(watch), run_(run), data_at_(data_at) {
        const auto changes = changes_of(run);
        config_ = first_config(run, changes);
        watch_.begin(config_, data);
        look_at_data(data.side == 0 ? config_.image_size : data.side);
        const auto comes = [this](std::int64_t step, Beside what, std::function<void()> then) {
            to_come_.emplace(std::pair(step, what), std::move(then));
        };
        for (const std::string& path : run.sample_paths)
            if (const auto step = step_of_sample(path))
                comes(*step, Beside::Sample, [this, step = *step, &path] { show(step, path); });
        for (const ScoresDone& scores : run.scores)
            comes(scores.step, Beside::Scores, [this, &scores] { watch_.add_scores(scores); });
        for (const auto& [step, made] : changes)
            comes(step, Beside::Change, [this, step = step, made = made] { change(step, made); });
        for (const HistoryMark& mark : run.marks)
            if (mark.kind == kDataMark) comes(mark.step, Beside::OtherData, [this] { watch_.forget_scores(); });
    }

    void play() {
        for (const StepDone& step : run_.steps) {
            play_before(step.step, Beside::Sample);  // of a thinned history also what came with the steps between
            (void)watch_.asks_for_scores();          // before this step they were had, or could not be
            watch_.add(step);
        }
        if (!run_.steps.empty()) play_before(run_.steps.back().step, Beside::Change);
    }

    /// The run goes on with the settings `now`. Scores that were asked for after its last step, and that a stop cut short, are asked for again.
    void go_on(const TrainConfig& now) {
        play_before(std::numeric_limits<std::int64_t>::max(), Beside::Sample);
        std::set<std::string> keys;
        for (const auto& [key, value] : difference(config_, now)) keys.insert(key);
        if (!keys.empty()) watch_.changed(now, keys, run_.steps.empty() ? 0 : run_.steps.back().step, false);
    }

private:
    void play_before(std::int64_t step, Beside what) {
        for (; !to_come_.empty() && to_come_.begin()->first < std::pair(step, what); to_come_.erase(to_come_.begin()))
            to_come_.begin()->second();
    }

    void change(std::int64_t step, const std::vector<ParamApplied>& made) {
        std::set<std::string> keys;
        bool automatic = false;
        for (const ParamApplied& one : made) {
            set_in(config_, one.key, one.new_value);
            keys.insert(one.key);
            automatic = automatic || one.origin == ChangeOrigin::Autopilot;
        }
        watch_.changed(config_, keys, step, automatic);
        if (keys.contains("image.size")) look_at_data(0);
    }

    /// As a live run does, at the size of now; what was measured at `known` px is known.
    void look_at_data(std::int64_t known) {
        if (data_at_ && known != config_.image_size) watch_.add_data(data_at_(config_.image_size));
    }

    void show(std::int64_t step, const std::string& noted) {
        const std::string file = sample_file(noted, run_.info.dir);
        const auto grid = decode_image(file, 1);
        if (!grid) return;
        RunInfo shape;
        family_of(config_).describe(config_, shape);
        watch_.add_sample(
            step, split_grid(*grid, shape.width, shape.height, static_cast<std::size_t>(config_.preview_grid)), file);
    }

    CounselWatch& watch_;
    const RunHistory& run_;
    const DataAtFn& data_at_;
    TrainConfig config_;
    std::multimap<std::pair<std::int64_t, Beside>, std::function<void()>> to_come_;
};

/// All pictures or, where reading them would hold up the start, pieces of the whole data set: twins stand side by side, or far apart as copies under
/// other names do, and empty pictures anywhere.
ManyPictures looked_at(std::int64_t side, std::int64_t count, const PicturesFn& pictures, const std::stop_token& stop) {
    constexpr std::int64_t kPiece = 64, kMostPieces = 64, kMostPixels = 1 << 26;
    const std::int64_t affordable = std::max<std::int64_t>(1, kMostPixels / (kPiece * side * side));
    const std::int64_t pieces = std::min({(count + kPiece - 1) / kPiece, kMostPieces, affordable});
    ManyPictures out;
    for (std::int64_t i = 0; i < pieces && !stop.stop_requested(); ++i) {
        const std::int64_t first = i * std::max(kPiece, count / pieces);
        out.add(pictures(first, static_cast<int>(std::min(kPiece, count - first))));
    }
    return out;
}

}  // namespace

DataFacts facts_of(const TrainConfig& config, std::int64_t count, const PicturesFn& pictures, std::stop_token stop) {
    DataFacts out{.count = count};
    const std::vector<CounselRule> rules = watched_rules(config);
    if (count <= 0 || rules.empty()) return out;
    const auto watched = [&](CounselRule rule) { return std::find(rules.begin(), rules.end(), rule) != rules.end(); };
    if (watched(CounselRule::DataTwins) || watched(CounselRule::DataEmpty)) {
        const ManyPictures seen = looked_at(config.image_size, count, pictures, stop);
        out.twins = seen.twin_share();
        out.empty = seen.empty_share();
    }
    if (!remedies::padded(config).empty()) out.cut = cut_share(config, std::move(stop));
    return out;
}

DataFacts facts_of(const DatasetReport& report, const TrainConfig& config) {
    DataFacts out;
    out.count = report.accepted;
    if (!report.thumbnails.empty()) {
        const GreyPictures pictures(report.thumbnails, 256);
        const PictureMeasures measures = pictures.measures();
        out.empty = measures.empty;
        out.diversity = measures.diversity;
        out.checkerboard = measures.checkerboard;
        out.plaid = measures.plaid;
        out.side = report.thumbnails.front().width;
        ManyPictures many;
        many.add(report.thumbnails);
        out.twins = many.twin_share();
    }
    // Of all of them, where somebody has looked.
    if (report.facts && report.facts->pictures > 0)
        out.twins = static_cast<double>(report.facts->near_duplicates) / static_cast<double>(report.facts->pictures);
    const DatasetFacts all = report.facts.value_or(DatasetFacts{});
    if (config.data_skip_duplicates) {
        out.count -= all.near_duplicates;
        out.twins = 0;
    }
    if (config.data_skip_empty) {
        out.count -= all.empty_pictures();
        out.empty = 0;
    }
    if (report.images.empty()) return out;
    const auto cut = std::count_if(report.images.begin(), report.images.end(),
                                   [](const DatasetImage& image) { return loses_a_third(image.width, image.height); });
    out.cut = static_cast<double>(cut) / static_cast<double>(report.images.size());
    return out;
}

std::vector<CounselTold> counsel_of(const RunHistory& run, const DataFacts& data, const DataAtFn& data_at) {
    std::vector<CounselTold> told;
    CounselWatch watch([&told](CounselTold one) { told.push_back(std::move(one)); });
    Replay(watch, run, data, data_at).play();
    return told;
}

NetworkLayout networks_of(const RunHistory& run) {
    const auto changes = changes_of(run);
    TrainConfig config = first_config(run, changes);
    NetworkLayout layout;
    for (const auto& [step, made] : changes) {
        const TrainConfig before = config;
        for (const ParamApplied& one : made) set_in(config, one.key, one.new_value);
        if (config.image_size != before.image_size) layout = family_of(before).layout(before, layout);
    }
    return layout.empty() ? layout : family_of(config).layout(config, layout);
}

void catch_up(CounselWatch& watch, const RunHistory& run, const TrainConfig& now, const DataFacts& data) {
    const DataAtFn nobody_knows;
    Replay replay(watch, run, data, nobody_knows);
    replay.play();
    replay.go_on(now);
}

}  // namespace headroom
