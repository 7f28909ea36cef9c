// Words, checks and plans of text to image.
#include "core/families/vqgan_clip/vqgan_clip_family.h"

#include "core/api/prompt.h"
#include "core/api/services.h"
#include "core/config/numbers.h"
#include "core/families/fit_rules.h"
#include "core/families/process_share.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/imagine_figures.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <memory>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t kSideStep = 16, kSmallestSide = 32;  ///< sides that every published VQGAN can paint
constexpr std::size_t kLongestName = 32;

const ImagineConfig& painting_of(const TrainConfig& c) { return c.own<ImagineConfig>(); }

/// Cutouts that one forward pass takes, of so many processes that each have some.
std::int64_t chunk_of(const ImagineConfig& c, int processes = 1) {
    const std::int64_t most = (c.cuts + processes - 1) / processes;
    return c.chunk > 0 ? std::min(c.chunk, most) : most;
}

class VqganClipFit : public FitRules {
public:
    FitWords words() const override {
        return {"cuts", "", "cuts at a time", "The cuts stay as many, in chunks; --allow says what else may change.",
                "small pictures"};
    }
    FitColumns columns(const TrainConfig& c) const override {
        const ImagineConfig& i = c.own<ImagineConfig>();
        return {std::to_string(i.chunk > 0 ? i.chunk : i.cuts) + " / " + std::to_string(i.cuts), "",
                std::to_string(i.width) + "x" + std::to_string(i.height)};
    }
    std::vector<std::pair<std::string_view, std::string_view>> plan_settings() const override {
        return {{"cuts.count", "cuts.count"},       {"cuts.chunk", "cuts.chunk"},
                {"precision", "precision"},         {"memory.checkpointing", "memory.checkpointing"},
                {"picture.width", "picture.width"}, {"picture.height", "picture.height"}};
    }
    std::string pieces_words(const TrainConfig& plan) const override {
        return std::to_string(chunk_of(painting_of(plan))) + " of " + std::to_string(painting_of(plan).cuts) +
               " cuts at a time";
    }

    Sacrifices possible() const override { return {true, false, true, true, false}; }
    /// The same picture, and smaller ones of its shape.
    std::vector<TrainConfig> sizes(const FitRequest& request, bool) const override {
        std::vector<TrainConfig> out{request.config};
        const ImagineConfig& asked = request.config.own<ImagineConfig>();
        for (std::int64_t part = 2; request.allow.smaller_picture && part <= 4; part *= 2) {
            const std::int64_t width = asked.width / part / kSideStep * kSideStep,
                               height = asked.height / part / kSideStep * kSideStep;
            if (std::min(width, height) < kSmallestSide) break;
            out.push_back(request.config);
            out.back().edit<ImagineConfig>().width = width;
            out.back().edit<ImagineConfig>().height = height;
        }
        return out;
    }
    /// The first one alone goes back through the decoder.
    TrainConfig of_process(const TrainConfig& c, int processes, int rank) const override {
        if (processes == 1) return c;
        const std::int64_t cuts = painting_of(c).cuts, chunk = chunk_of(painting_of(c), processes);
        const auto [first, after] = share_of((cuts + chunk - 1) / chunk, processes, rank);
        TrainConfig out = c;
        ImagineConfig& own = out.edit<ImagineConfig>();
        own.chunk = chunk;
        own.cuts = std::max<std::int64_t>(1, std::min(after * chunk, cuts) - first * chunk);
        own.judges_only = rank > 0;
        return out;
    }
    /// The size of chunks changes nothing but memory and time.
    std::optional<TrainConfig> smaller_pieces(const TrainConfig& c, int processes) const override {
        const std::int64_t chunk = chunk_of(painting_of(c), processes);
        if (chunk <= 1) return std::nullopt;
        TrainConfig out = c;
        out.edit<ImagineConfig>().chunk = (chunk + 1) / 2;
        return out;
    }
    std::vector<std::string_view> ladder_settings() const override { return {"cuts.chunk"}; }
    std::vector<std::string> ladder_words(const TrainConfig& from, const TrainConfig& to) const override {
        if (painting_of(from).chunk == painting_of(to).chunk) return {};
        const auto chunk = [](const ImagineConfig& c) { return std::to_string(c.chunk > 0 ? c.chunk : c.cuts); };
        return {"Cutouts at a time " + chunk(painting_of(from)) + " to " + chunk(painting_of(to))};
    }
    void add_pieces(const FitRequest&, const TrainConfig& c, bool, std::vector<TrainConfig>& out) const override {
        out.push_back(c);
        for (const std::int64_t chunk : divisors(painting_of(c).cuts)) {
            if (chunk == chunk_of(painting_of(c))) continue;
            out.push_back(c);
            out.back().edit<ImagineConfig>().chunk = chunk == painting_of(c).cuts ? 0 : chunk;
        }
    }

    bool same_picture(const TrainConfig& a, const TrainConfig& b) const override {
        return painting_of(a).width == painting_of(b).width && painting_of(a).height == painting_of(b).height;
    }
    bool same_network(const TrainConfig&, const TrainConfig&) const override { return true; }
    std::vector<std::string> size_words(const TrainConfig& asked, const TrainConfig& plan) const override {
        if (same_picture(asked, plan)) return {};
        return {"Paints " + std::to_string(painting_of(plan).width) + " × " + std::to_string(painting_of(plan).height)};
    }
    std::vector<std::string> deviations(const TrainConfig&, const TrainConfig&) const override { return {}; }
};

/// The first word of `list` that is no per cent between 0 and 100; empty: all are.
std::string wrong_drop(const std::string& list) {
    std::istringstream words(list);
    for (std::string word; words >> word;) {
        double percent = 0;
        if (!whole_number(word, percent) || !(percent > 0 && percent < 100)) return word;
    }
    return {};
}

/// The first phrase of the story, from 1, in whose turn there would be nothing to paint; 0: none.
std::size_t phrase_all_off(const ImagineConfig& c) {
    const auto off = [](const PromptSet& set) {
        return std::none_of(set.begin(), set.end(), [](const Prompt& prompt) { return prompt.on; });
    };
    // Picture and noise prompts hold in every phrase.
    if (c.story_every == 0 || !off(parse_prompts(c.picture_prompts).front()) ||
        !off(parse_prompts(c.noise_prompts).front()))
        return 0;
    const std::vector<PromptSet> story = parse_prompts(c.prompts);
    const auto found = std::find_if(story.begin(), story.end(), off);
    return story.size() < 2 || found == story.end() ? 0 : static_cast<std::size_t>(found - story.begin()) + 1;
}

/// One curve per prompt by its name, as the columns of the CSV are: prompts come, go and change places during a run.
CurvePlot similarities(std::span<const StepDone> steps) {
    constexpr std::array kColours{"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                  "#ff7f0e", "#17becf", "#8c564b", "#e377c2"};
    struct OfPrompt {
        std::string name;
        std::unordered_map<std::int64_t, double> at;  ///< by step
    };
    std::vector<std::shared_ptr<OfPrompt>> prompts;  // in the order in which they first appear
    for (const StepDone& s : steps) {
        const auto* own = s.own<ImagineFigures>();
        const bool named = own && own->prompts;
        for (const auto& [prompt, value] : prompt_similarities(s)) {
            const std::string name = (named ? "" : "prompt ") + prompt;
            auto found = std::find_if(prompts.begin(), prompts.end(), [&](const auto& p) { return p->name == name; });
            if (found == prompts.end()) found = prompts.insert(found, std::make_shared<OfPrompt>(OfPrompt{name, {}}));
            (*found)->at.emplace(s.step, value);
        }
    }
    CurvePlot plot{"Similarity", {}};
    for (const auto& prompt : prompts) {
        plot.curves.push_back(
            {prompt->name, kColours[plot.curves.size() % kColours.size()], [prompt](const StepDone& s) {
                 const auto value = prompt->at.find(s.step);
                 return value == prompt->at.end() ? std::numeric_limits<double>::quiet_NaN() : value->second;
             }});
    }
    return plot;
}

class VqganClipFamily : public Family {
public:
    VqganClipFamily()
        : Family(
              {.kind = kVqganClip,
               .info = {"vqgan-clip", "VQGAN-CLIP", "Paints a picture from words: a VQGAN's codes, judged by CLIP."},
               .step = {"iteration", "iterations", "an"},
               .score = {.name = "sim.", .decimals = 3, .higher_is_better = true, .of_latest_step = true},
               .trains = false,
               .first_preset = "painted-shapes",
               .bench_preset = "painted-classic",
               .x_axis = "iterations",
               .verb = {
                   "imagine", "Paint a picture from words (VQGAN-CLIP).",
                   "A prompt may end in :WEIGHT and :WEIGHT:STOP; a weight below 0 pushes away; | separates prompts, ^ the phrases of a story.\n"
                   "Without --vqgan and --clip the built-in models paint, which know the built-in shapes alone: colours, solids, floors.\n"
                   "With --frames each picture of a folder is painted on for frames.steps iterations; the results are in RUN/frames, under the same names,\n"
                   "and the run ends with the last one (--steps says nothing). frames.blend mixes the last result into the next start, for calmer films:\n"
                   "headroom-cli export RUN --what timelapse --format mp4 --fps 25 joins them. The folder is listed at the start;\n"
                   "--resume takes in what has come since.\n"
                   "The picture so far is in RUN/samples, the last one too. Control lines: {\"set\":{\"prompts\":\"a blue cone\"}}, {\"do\":\"pause\"} ...\n"
                   "{\"do\":\"cutouts\"} writes what CLIP saw last into RUN/samples."}}) {}

    OwnValue own_settings() const override { return OwnValue::of<ImagineConfig>(); }

    std::vector<ParamRow> rows() const override { return vqgan_clip_rows(); }
    std::vector<Preset> presets() const override { return vqgan_clip_presets(); }
    std::string_view words() const override { return "[PROMPT ...]"; }
    std::vector<FamilyOption> options() const override { return vqgan_clip_options(); }
    Result<void> take_options(const GivenOptions& given, ParamPatch& patch) const override {
        return take_vqgan_clip_options(given, patch);
    }

    std::string missing(const TrainConfig& config) const override {
        const ImagineConfig& c = config.own<ImagineConfig>();
        return c.prompts.empty() && c.picture_prompts.empty()
                   ? "say what to paint, as in headroom-cli imagine \"a red cube on a green floor\""
                   : "";
    }

    std::string worked_folder(const TrainConfig& config) const override {
        const ImagineConfig& c = config.own<ImagineConfig>();
        return c.start == ImagineStart::Folder ? c.start_folder : std::string();
    }

    void check(const TrainConfig& config, std::vector<ParamError>& problems) const override {
        const ImagineConfig& c = config.own<ImagineConfig>();
        if (const std::size_t phrase = phrase_all_off(c); phrase > 0)
            problems.push_back({"prompts", "prompts: every prompt of phrase " + std::to_string(phrase) +
                                               " of the story is switched off; switch one on, or remove the phrase"});
        if (c.start == ImagineStart::Picture && c.start_picture.empty())
            problems.push_back({"start.picture", "start.picture: choose the picture to start from, or another start"});
        if (c.start == ImagineStart::Folder && c.start_folder.empty())
            problems.push_back(
                {"start.folder", "start.folder: choose the folder whose pictures are painted on, or another start"});
        if (const auto wrong = wrong_drop(c.rate_drops); !wrong.empty())
            problems.push_back({"latent.drops", "latent.drops: '" + wrong + "' is not a per cent between 0 and 100"});
        for (const PromptSet& set : parse_prompts(c.noise_prompts)) {
            for (const Prompt& prompt : set) {
                std::uint64_t seed = 0;
                if (!whole_number(prompt.text, seed))
                    problems.push_back(
                        {"prompts.noise", "prompts.noise: '" + prompt.text + "' is not a whole number to draw from"});
            }
        }
        if (c.overlay_every > 0 && c.overlay_picture.empty())
            problems.push_back(
                {"overlay.picture", "overlay.picture: choose the picture to lay over, or set overlay.every to 0"});
        if (config.precision == Precision::Fp16)
            problems.push_back({"precision", "precision: a VQGAN overflows in fp16; use bf16"});
    }

    std::string run_name(const TrainConfig& config) const override {
        const PromptSet prompts = parse_prompts(painting_of(config).prompts).front();
        std::string name;
        for (const char c : prompts.empty() ? std::string() : prompts.front().text) {
            const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (plain)
                name += c;
            else if (!name.empty() && name.back() != '-')
                name += '-';
            if (name.size() >= kLongestName) break;
        }
        while (!name.empty() && name.back() == '-') name.pop_back();
        return name.empty() ? "picture" : name;
    }

    void describe(const TrainConfig& config, RunInfo& info) const override {
        info.prompts = painting_of(config).prompts;
        info.width = static_cast<int>(painting_of(config).width);
        info.height = static_cast<int>(painting_of(config).height);
    }

    std::string progress_text(const StepDone& step) const override {
        std::string text = Family::progress_text(step);
        char figure[32];
        std::string_view before = "  similarity ";
        for (const auto& [prompt, similarity] : prompt_similarities(step)) {
            std::snprintf(figure, sizeof figure, "%.3f", similarity);
            (text += std::exchange(before, " ")) += figure;
        }
        return text;
    }

    double score(const StepDone& step) const override { return mean_similarity(step); }

    const FigureFormat& figures() const override { return imagine_figures(); }

    std::vector<CurvePlot> plots(std::span<const StepDone> steps) const override {
        return {{"Loss", {{"loss", "#1f77b4", [](const StepDone& s) { return s.loss_g; }}}}, similarities(steps)};
    }

    const FitRules& fit() const override {
        static const VqganClipFit rules;
        return rules;
    }
};

}  // namespace

const Family& vqgan_clip_family() {
    static const VqganClipFamily family;
    return family;
}

}  // namespace headroom
