// WindowFamily: what the window knows about a family of models beyond core/families/family.h. Each is one object in a folder of
// its own; everything else in the window asks it and never compares kinds. The defaults are those of a training on a data set.
#pragma once

#include "ui/models/ledger_model_columns.h"
#include "ui/panels/timeline/curves_spec.h"

#include <QCoreApplication>
#include <QStringList>

namespace headroom::ui {

struct Dropped;

/// Pages of the window.
enum class Page { Welcome, Train, Imagine, Runs };

/// A text of the program in English, which is shown in the user's language.
class Phrase {
public:
    constexpr Phrase(const char* text = "") : text_(text) {}
    explicit operator bool() const { return *text_ != 0; }
    const char* english() const { return text_; }
    QString operator()() const { return *text_ ? QCoreApplication::translate("Family", text_) : QString(); }

private:
    const char* text_;
};

/// What the window says about the runs of a family where families differ. What is not said here is said in the words of training.
struct FamilyWords {
    Phrase title;  ///< of its runs: "Text to image"; empty: the name in the catalogue

    // Window
    Phrase doing = QT_TRANSLATE_NOOP("Family", "training");
    Phrase dock = QT_TRANSLATE_NOOP("Family", "Run");  ///< title of its settings
    Phrase new_run = QT_TRANSLATE_NOOP("Family", "New run");
    Phrase going = QT_TRANSLATE_NOOP("Family", "A training run is going");
    Phrase speed = QT_TRANSLATE_NOOP("Family", "Real images per second, smoothed over about ten steps");
    Phrase loss = QT_TRANSLATE_NOOP("Family", "Of the newest step");  ///< a tip; shown where there are no epochs

    // Commands
    Phrase start_new = QT_TRANSLATE_NOOP("Family", "Start a new run");
    Phrase step = QT_TRANSLATE_NOOP("Family", "Step");
    Phrase boundary = QT_TRANSLATE_NOOP("Family", "at the next step boundary");
    Phrase sample = QT_TRANSLATE_NOOP("Family", "Sample now");
    Phrase sample_tip = QT_TRANSLATE_NOOP("Family", "Make samples %1");  ///< %1: the boundary
    Phrase no_data = QT_TRANSLATE_NOOP("Family", "Choose a data set first");
    Phrase no_data_set = QT_TRANSLATE_NOOP("Family", "Its runs have no data set");

    // Settings
    Phrase rebuild = QT_TRANSLATE_NOOP("Family", "Rebuilds the networks (weights kept)");
    Phrase pending = QT_TRANSLATE_NOOP("Family", "Pending: waits for the step boundary");

    // Samples: on the page of a run, and among all runs
    Phrase shown = QT_TRANSLATE_NOOP("Family", "Samples");
    Phrase shown_later =
        QT_TRANSLATE_NOOP("Family", "A grid of %1 samples appears here with the first step, then every %2 steps.");
    Phrase kept = QT_TRANSLATE_NOOP("Family", "Samples");
    Phrase kept_newest = QT_TRANSLATE_NOOP("Family", "Newest samples");
    Phrase kept_none = QT_TRANSLATE_NOOP("Family", "This run has no samples yet");

    // Runs
    Phrase subject = QT_TRANSLATE_NOOP("Family", "data");
    Phrase score;  ///< what the score is
    Phrase no_weights = QT_TRANSLATE_NOOP("Family", "Its runs have no weights of their own");
    Phrase no_weights_to_export = QT_TRANSLATE_NOOP("Family", "its runs train no weights");

    // After an out-of-memory error; %1: the step, %2: how long it took, %3: "step"
    Phrase repeated =
        QT_TRANSLATE_NOOP("Family", "Cost: %1 was repeated with the same images and random state%2. No %3 was lost.");
    Phrase undone = QT_TRANSLATE_NOOP("Family", "The %3 was undone; the weights are those before %1%2.");

    // Make it fit
    Phrase pieces = QT_TRANSLATE_NOOP("Family", "Micro × acc.");  ///< heads the column
    Phrase pieces_named = "%1";                                   ///< what they are outside of the table
    Phrase own;                                                   ///< heads the family's own column; empty: it has none
    Phrase rehearsing = QT_TRANSLATE_NOOP("Family", "Training %1 of %2 under %3");  ///< steps, pieces, budget
    Phrase smaller_picture = QT_TRANSLATE_NOOP("Family", "Train at a lower resolution: another model");
    Phrase smaller_network = QT_TRANSLATE_NOOP("Family", "A narrower network: another model");
    Phrase close = QT_TRANSLATE_NOOP("Family", "Close: other rounding");
    Phrase different = QT_TRANSLATE_NOOP("Family", "Different: smaller picture or network (allowed)");
};

/// A group of its form that stands first; the settings that are not named here follow in the groups of their rows.
struct FormHead {
    Phrase title;
    std::vector<std::string_view> keys;
    bool open = true;
};

/// What a row of the memory panel holds in its runs.
struct LedgerWords {
    LedgerRow row;
    Phrase name;     ///< "Weights (G, D, EMA)"; empty: as always
    Phrase meaning;  ///< a sentence; empty: as always
};

/// A curve in which runs are compared; families that share one give it the same name.
struct ComparedCurve {
    Phrase name;
    double (*of)(const StepDone&);
};
/// Losses of two networks against each other, outputs of D, speed.
std::vector<ComparedCurve> adversarial_comparisons();

/// A tab of curves below the pictures.
struct CurvesTab {
    QString title;
    CurvesSpec spec;
};

struct WindowFacts {
    FamilyWords words;
    /// Where its runs are shown. All on Train share that page; another one is made by makePage().
    Page page = Page::Train;
    SampleKind sample = SampleKind::Grid;  ///< what is asked for when the user wants to see how far the run is
    bool latents = false;                  ///< samples are made of random latents, between which one can walk
    bool reconstructions = false;          ///< samples are pictures of the data set above their reconstructions
    bool square = true;                    ///< its pictures are named by one side: "128²"
    bool short_runs = false;       ///< minutes at most: begun anew as often as gone on with, and what is left says most
    const char* demo_preset = "";  ///< of the demo; empty: it has none
    const char* weights_part = "";  ///< what a file with a checkpoint's weights has in its name: "-netG"
    ParamPatch first;               ///< what its first draft has beyond the defaults
    std::vector<FormHead> heads;
    bool rest_folded = false;  ///< groups that follow the heads are first shown folded
    std::vector<LedgerWords> ledger;
    std::vector<ComparedCurve> compared = {
        {QT_TRANSLATE_NOOP("Family", "Loss"), [](const StepDone& s) { return s.loss_g; }},
        {QT_TRANSLATE_NOOP("Family", "Speed, img/s"), [](const StepDone& s) { return s.images_per_second; }}};
};

/// Something that its runs can do with what was dropped: settings to make of it, or weights to begin with.
struct DropUse {
    QString title;   ///< on a button: "Train on it"
    QString detail;  ///< what will happen, a sentence
    QString icon;
    ParamPatch patch{};  ///< beside weights: the settings of their network, on top of those of the form
    QString weights{};   ///< a new run begins with these; empty: only settings change
    QString problem{};   ///< why it cannot be done now; empty: it can
};

/// Constant; window's thread.
class WindowFamily {
public:
    WindowFamily(ModelKind kind, WindowFacts facts) : kind_(kind), facts_(std::move(facts)) {}
    virtual ~WindowFamily() = default;
    ModelKind kind() const { return kind_; }
    const WindowFacts& facts() const { return facts_; }
    const FamilyWords& words() const { return facts_.words; }

    // Runs
    /// There is something to train on, or to paint.
    virtual bool hasData(const TrainConfig& config) const;
    /// The run makes the pictures of a folder in turn: how many steps that takes shows when it starts.
    virtual bool overFolder(const TrainConfig&) const { return false; }
    /// "DCGAN 128 × 128, width 128"; what is known of files is a tip.
    virtual QString modelWords(const TrainConfig& config) const;
    virtual QString modelTip(const TrainConfig&) const { return {}; }

    // Settings
    /// What can be done with `dropped` beside `shown`, the settings of its form. The likeliest first.
    virtual std::vector<DropUse> uses(const Dropped& dropped, const TrainConfig& shown) const;
    /// Others leave `key` without effect.
    virtual bool idle(std::string_view, const TrainConfig&) const { return false; }

    // Centre
    /// The curves on the page Train; the first has the memory, and at least one there is.
    virtual std::vector<CurvesTab> curves() const;
    /// A page of its own, for facts().page.
    virtual CentrePage* makePage(SessionBridge*, QWidget*) const { return nullptr; }

    // Make it fit
    /// What plans are for: "VQGAN 128 × 128, width 128, 1,024 codes".
    virtual QString fitWords(const TrainConfig& config) const { return modelWords(config); }
    /// What one pass takes: micro-batch and accumulation, "2 × 4".
    virtual QString pieces(const TrainConfig& config) const;
    /// Why its fakes cannot be recomputed; empty: they can, where plans offer that at all.
    virtual QString noRecomputing(const TrainConfig&) const { return {}; }
    /// The family's own column.
    virtual QString own(const TrainConfig&) const { return {}; }
    /// What else of a plan differs from what was asked, but for precision and checkpointing: "64²", "width 64".
    virtual QStringList changes(const TrainConfig& plan, const TrainConfig& asked) const;

private:
    ModelKind kind_;
    WindowFacts facts_;
};

// What GANs that draw from latents share: a generator, a discriminator, the average of the first.
/// Latents, comparisons, the ledger's weights and the words that do not depend on the network.
WindowFacts latent_gan_facts();
/// Losses of both networks and outputs of D, above memory.
CurvesTab latent_gan_curves();
/// The strength of augmentations and the sign of D's output that it follows.
CurvesTab augmentation_curves();

// The built-in ones, each made in its own folder; the registry hands them out.
const WindowFamily& dcgan_window();
const WindowFamily& light_gan_window();
const WindowFamily& vqgan_window();
const WindowFamily& vqgan_clip_window();

}  // namespace headroom::ui
