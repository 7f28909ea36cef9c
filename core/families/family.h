// Family: what the program knows about a family of models without tensors. Each family is one object in a folder of its own;
// everything else asks it and never compares kinds.
#pragma once

#include "core/api/catalog.h"
#include "core/api/dataset_facts.h"
#include "core/api/event.h"
#include "core/api/forecast.h"
#include "core/api/param.h"
#include "core/api/param_schema.h"
#include "core/api/train_config.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

class FamilyCounsel;
class FigureFormat;
class FitRules;
class Portable;
struct RunInfo;

/// What one unit of progress is called: "step", "steps", "a".
struct StepNoun {
    std::string_view one, many, article;
};

/// What runs are judged by: RunInfo::score, CheckpointInfo::score.
struct ScoreWords {
    std::string_view name;  ///< "SWD"
    int decimals = 3;
    bool higher_is_better = false;
    bool of_latest_step = false;  ///< the run's own score is the latest step's; otherwise that of its best checkpoint
};

/// One plot of a run's exported curves.
struct CurvePlot {
    struct Curve {
        std::string name;
        const char* colour;                            ///< "#1f77b4"
        std::function<double(const StepDone&)> value;  ///< NaN: none in this step
    };
    std::string title;
    std::vector<Curve> curves;
};

/// An option of the command line that stands for settings of one family, or for weights that a run begins with.
struct FamilyOption {
    std::string_view name, value, help;  ///< "--size", "WxH"
};
/// What was given: names and texts in order; words without an option have an empty name.
using GivenOptions = std::vector<std::pair<std::string, std::string>>;

/// The verb of headroom-cli that begins a run.
struct FamilyVerb {
    std::string_view name, summary, details;  ///< "train dcgan"
};

/// Weights that a new run may begin with.
struct StartingWeights {
    std::string_view
        files{};  ///< kind of weight files that are read: "dcgan" (netG, netD), "vqgan"; empty: its own checkpoints alone
    bool set_the_network = false;             ///< the settings of the network are theirs
    std::vector<std::string_view> network{};  ///< the keys of these, or how they begin
    std::vector<FamilyOption> options{};  ///< "--from" and, where the networks come apart, "--from-g" and "--from-d"
};

/// A tensor of a weight file that no part of a checkpoint has.
struct AddedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> numbers;
};

/// A network within a weight file, its tensors' names behind `prefix`.
struct ExportedPiece {
    using AddedFn = std::vector<AddedTensor> (*)(const TrainConfig&);

    std::string_view prefix;
    std::vector<std::string_view> parts;  ///< of the checkpoint: the first of these that it has
    AddedFn added = nullptr;              ///< layers that others' networks have and these lack, idle; null: none
};

/// One weight file that an export of a checkpoint writes.
struct ExportedWeights {
    std::string_view file;                     ///< "netG"
    std::vector<std::string_view> parts;       ///< of the checkpoint: the first of these that it has
    std::vector<std::string_view> averages{};  ///< the same with the moving average
    std::string_view joined{}, prefix{};  ///< a part that goes into the same file, its tensors' names behind `prefix`
    std::vector<ExportedPiece> pieces{};  ///< instead of these all: a file of several networks, for PyTorch alone
    std::string_view within{};            ///< the key under which a file of pieces has its tensors
};

/// A change of settings that the settings themselves ask for.
struct PlannedChange {
    ParamPatch patch;
    std::int64_t images = 0;  ///< made before the first step after so many
    ParamPatch without{};     ///< the settings that ask for it no more
};

struct FamilyFacts {
    ModelKind kind;
    ModelInfo info;  ///< id: in files and on the command line
    StepNoun step;
    ScoreWords score;
    /// Trains networks: its steps see images of a data set, in batches, and leave weights. Otherwise a run makes pictures with
    /// networks that others trained.
    bool trains = true;
    bool latents = false;           ///< samples are made of random latents, between which one can walk
    std::string_view first_preset;  ///< what a new run begins with; empty: the rows' defaults
    std::string_view bench_preset;  ///< what a bench measures unless settings say otherwise; empty: first_preset
    std::string_view x_axis;        ///< of its exported curves: "images"
    FamilyVerb verb;
    StartingWeights start{};
    std::vector<ExportedWeights>
        exports{};  ///< the first is the file that the export names; none: its runs have no weights
};

/// Constant and thread-safe.
class Family {
public:
    explicit Family(const FamilyFacts& facts) : facts_(facts) {}
    virtual ~Family() = default;
    const FamilyFacts& facts() const { return facts_; }

    // Settings
    /// The defaults of the settings that it alone has.
    virtual OwnValue own_settings() const { return {}; }
    /// Its rows in form order, the common ones that it has among them (core/families/common_rows.h).
    virtual std::vector<ParamRow> rows() const = 0;
    virtual std::vector<Preset> presets() const = 0;
    /// Adds what single rows cannot say about `config`, which is of this family.
    virtual void check(const TrainConfig& config, std::vector<ParamError>& problems) const = 0;
    /// What a new run of `config` still needs before it can begin, for people; empty: nothing.
    virtual std::string missing(const TrainConfig&) const { return {}; }
    /// The folder whose pictures a run works through one after the other; empty: it does not.
    virtual std::string worked_folder(const TrainConfig&) const { return {}; }

    /// What a run of `config` changes by itself, and after how many images; nothing: it goes on as it is.
    virtual std::optional<PlannedChange> planned(const TrainConfig&) const { return std::nullopt; }
    /// The layout of a run's networks at `config`, fresh ones or, unless `before` is empty, those of that layout. Empty: the settings alone
    /// decide what they become.
    virtual NetworkLayout layout(const TrainConfig&, const NetworkLayout& before) const {
        (void)before;
        return {};
    }

    /// How well the family suits such data, trained on a GPU or on the CPU; the best one's recipe is proposed. Below 0: not at all.
    virtual double suits(const DatasetFacts&, bool on_gpu) const {
        (void)on_gpu;
        return -1;
    }
    /// Adds what it proposes for such data to `recipe`, which has the common part (core/families/suggestion.h).
    virtual void suggest(const DatasetFacts&, SuggestedRecipe&) const {}

    /// Takes the files that serve training alone out of `config`: samples of a stored run do without them.
    virtual void forget_training_files(TrainConfig&) const {}

    // Command line
    /// What words without an option are, "[PROMPT ...]"; empty: there are none.
    virtual std::string_view words() const { return {}; }
    virtual std::vector<FamilyOption> options() const { return {}; }
    /// Adds what `given` says of options() and words to `patch`. Errors InvalidArgument name the option.
    virtual Result<void> take_options(const GivenOptions&, ParamPatch&) const { return {}; }

    // Runs
    /// The name of a run that was given none, without the time: "shapes-64".
    virtual std::string run_name(const TrainConfig& config) const = 0;
    /// Fills `width`, `height` (pixels of its pictures) and what else of a run's description follows from its settings.
    virtual void describe(const TrainConfig& config, RunInfo& info) const = 0;
    /// The figures of a step on a line of progress: "G 0.693  D 1.386".
    virtual std::string progress_text(const StepDone& step) const;
    /// What the run is judged by as of `step` (ScoreWords::of_latest_step); NaN: not known.
    virtual double score(const StepDone& step) const;
    /// How the figures that its steps alone have are kept.
    virtual const FigureFormat& figures() const;
    /// The plots of a run's own figures, in order; memory is added by who draws them.
    virtual std::vector<CurvePlot> plots(std::span<const StepDone> steps) const = 0;

    virtual const FitRules& fit() const = 0;
    /// What counsel knows of its runs (family_counsel.h); null: nothing, and it says nothing.
    virtual const FamilyCounsel* counsel() const { return nullptr; }
    /// Its weights for other programs (portable.h); null: its runs have none.
    virtual const Portable* portable() const { return nullptr; }

private:
    FamilyFacts facts_;
};

}  // namespace headroom
