// Words, form and plans of text to image.
#include "ui/families/vqgan_clip/vqgan_clip_window.h"

#include "core/families/vqgan_clip/imagine_figures.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/families/vqgan_clip/prompt_story.h"
#include "ui/models/dropped.h"
#include "ui/models/run_words.h"

#include <QFileInfo>

namespace headroom::ui {
namespace {

QString painting_words(const char* text) { return QCoreApplication::translate("VqganClipWindow", text); }

QString files_of(const std::string& files) {
    QStringList names;
    for (const QString& file : fromUtf8(files).split(QLatin1Char('|'), Qt::SkipEmptyParts))
        names << QFileInfo(file.trimmed()).completeBaseName();
    return names.join(QStringLiteral(" + "));
}

FamilyWords painting_phrases() {
    FamilyWords w;
    w.title = HEADROOM_PHRASE("Text to image");
    w.doing = HEADROOM_PHRASE("painting");
    w.dock = HEADROOM_PHRASE("Text to image");
    w.new_run = HEADROOM_PHRASE("New picture");
    w.going = HEADROOM_PHRASE("A picture is being painted");
    w.speed = HEADROOM_PHRASE("Iterations per second, smoothed over about ten");
    w.loss = HEADROOM_PHRASE("How far the picture is from all prompts together, in this iteration");
    w.start_new = HEADROOM_PHRASE("Paint anew");
    w.step = HEADROOM_PHRASE("Iterate once");
    w.boundary = HEADROOM_PHRASE("after this iteration");
    w.sample = HEADROOM_PHRASE("Show the picture");
    w.sample_tip = HEADROOM_PHRASE("Show the picture as it is %1, and keep it");
    w.no_data = HEADROOM_PHRASE("Write what to paint first");
    w.no_data_set = HEADROOM_PHRASE("Text to image has no data set");
    w.rebuild = HEADROOM_PHRASE("Goes on at the new size (picture kept)");
    w.pending = HEADROOM_PHRASE("Pending: waits for the end of the iteration");
    w.kept = HEADROOM_PHRASE("Picture");
    w.kept_newest = HEADROOM_PHRASE("Newest picture");
    w.kept_none = HEADROOM_PHRASE("This run has no pictures yet");
    w.subject = HEADROOM_PHRASE("prompts");
    w.score = HEADROOM_PHRASE("Similarity to the prompts in its latest iteration; higher is better");
    w.no_weights = HEADROOM_PHRASE("A painting has no weights of its own");
    w.no_weights_to_export = HEADROOM_PHRASE("text to image trains no weights");
    w.repeated = HEADROOM_PHRASE("Cost: %1 was repeated with the same random numbers%2. No %3 was lost.");
    w.undone = HEADROOM_PHRASE("The %3 was undone; the picture is that before %1%2.");
    w.pieces = HEADROOM_PHRASE("Cutouts at a time");
    w.pieces_named = HEADROOM_PHRASE("%1 at a time");
    w.rehearsing = HEADROOM_PHRASE("Painting %1 with %2 cutouts at a time under %3");
    w.smaller_picture = HEADROOM_PHRASE("Paint a smaller picture of the same shape");
    w.different = HEADROOM_PHRASE("Different: smaller picture (allowed)");
    return w;
}

WindowFacts painting_facts() {
    WindowFacts facts;
    facts.words = painting_phrases();
    facts.page = Page::Imagine;
    facts.sample = SampleKind::Picture;
    facts.square = false;
    facts.short_runs = true;
    facts.first = {{"prompts", std::string("a red cube on a green floor")}};  // the built-in models know it
    facts.heads = {
        {HEADROOM_PHRASE("Prompts"), {"prompts", "prompts.pictures", "prompts.noise", "prompts.every"}},
        {HEADROOM_PHRASE("Start from"),
         {"start", "start.picture", "start.folder", "frames.steps", "frames.blend", "seed"}},
        {HEADROOM_PHRASE("Picture"), {"picture.width", "picture.height", "steps"}},
        {HEADROOM_PHRASE("Cutouts"),
         {"cuts.count", "cuts.chunk", "cuts.method", "cuts.augments", "cuts.power", "cuts.noise", "cuts.reference"}},
        {HEADROOM_PHRASE("Optimiser"), {"latent.optimiser", "latent.rate"}},
    };
    facts.rest_folded = true;
    facts.ledger = {{LedgerRow::Weights, HEADROOM_PHRASE("Weights (VQGAN, CLIP)"),
                     HEADROOM_PHRASE("Weights of VQGAN and CLIP; frozen, so they have no gradients.")},
                    {LedgerRow::Optimiser, HEADROOM_PHRASE("Optimiser"),
                     HEADROOM_PHRASE("State of the optimiser that moves the picture's codes.")},
                    {LedgerRow::Gradients, {}, HEADROOM_PHRASE("Gradient of the picture's codes.")},
                    {LedgerRow::Inputs, HEADROOM_PHRASE("Codebook, inputs"),
                     HEADROOM_PHRASE("Codebook, prompts, scratch space of convolutions and other tensors.")}};
    facts.compared = {{HEADROOM_PHRASE("Loss of the picture"), [](const StepDone& s) { return s.loss_g; }},
                      {HEADROOM_PHRASE("Similarity to the prompts"), mean_similarity},
                      {HEADROOM_PHRASE("Speed, it/s"), [](const StepDone& s) { return s.images_per_second; }}};
    return facts;
}

/// Pictures can be painted on, and their content can be what is painted.
std::vector<DropUse> uses_of_pictures(const QStringList& paths, const TrainConfig& shown) {
    std::vector<DropUse> out;
    if (paths.size() == 1)
        out.push_back({painting_words("Paint on it"),
                       painting_words("The painting begins as this picture."),
                       QStringLiteral("photo"),
                       {{"start", std::string("picture")}, {"start.picture", paths.front().toStdString()}}});
    PromptEntries entries = prompt_entries(shown.own<ImagineConfig>());
    DropUse prompt{paths.size() == 1 ? painting_words("Use it as a prompt") : painting_words("Use them as prompts"),
                   painting_words("What is painted shall resemble the content, beside the prompts in words."),
                   QStringLiteral("photo-plus")};
    for (const QString& path : paths) {
        if (const std::string problem = path_problem(path.toStdString()); !problem.empty())
            prompt.problem = fromUtf8(problem);
        add_prompt(entries, {PromptKind::Picture, 0, {path.toStdString()}});
    }
    prompt.patch = {{"prompts.pictures", prompt_patch(entries).at("prompts.pictures")}};
    out.push_back(std::move(prompt));
    return out;
}

std::vector<DropUse> uses_of_weights(const Dropped& dropped, const TrainConfig& shown) {
    const std::string path = dropped.path().toStdString();
    const QString problem = fromUtf8(dropped.flaw), icon = QStringLiteral("box");
    if (dropped.network == "vqgan")
        return {{painting_words("Paint with this VQGAN"),
                 painting_words("It makes the pictures of text to image."),
                 icon,
                 {{"vqgan.file", path}, {"vqgan.config", std::string()}},
                 {},
                 problem}};
    if (dropped.network != "clip") return {};
    std::vector<DropUse> out{{painting_words("Paint with this CLIP"),
                              painting_words("It judges the pictures of text to image."),
                              icon,
                              {{"clip.files", path}},
                              {},
                              problem}};
    if (const std::string& now = shown.own<ImagineConfig>().clip_files; !now.empty() && now != path)
        out.push_back({painting_words("Add this CLIP to the others"),
                       painting_words("Several judge the picture together."),
                       icon,
                       {{"clip.files", now + " | " + path}},
                       {},
                       problem});
    return out;
}

class VqganClipWindow : public WindowFamily {
public:
    VqganClipWindow() : WindowFamily(kVqganClip, painting_facts()) {}

    bool has_data(const TrainConfig& config) const override {
        return !prompts_in_force(prompt_entries(config.own<ImagineConfig>()), 0).empty();
    }

    std::vector<DropUse> uses(const Dropped& dropped, const TrainConfig& shown) const override {
        switch (dropped.kind) {
            case Dropped::Kind::Pictures: return uses_of_pictures(dropped.paths, shown);
            case Dropped::Kind::Weights: return uses_of_weights(dropped, shown);
            case Dropped::Kind::PictureFolder:
                return {{painting_words("Paint on each of its pictures"),
                         painting_words("The folder is the start: one picture after the other."),
                         QStringLiteral("movie"),
                         {{"start", std::string("folder")}, {"start.folder", dropped.path().toStdString()}}}};
            default: return {};
        }
    }

    bool over_folder(const TrainConfig& config) const override {
        return config.own<ImagineConfig>().start == ImagineStart::Folder;
    }

    QString model_words(const TrainConfig& config) const override {
        const QString vqgan = files_of(config.own<ImagineConfig>().vqgan_file),
                      clip = files_of(config.own<ImagineConfig>().clip_files);
        if (vqgan.isEmpty() && clip.isEmpty()) return painting_words("Built-in VQGAN and CLIP");
        return painting_words("%1 · %2").arg(vqgan.isEmpty() ? painting_words("built-in VQGAN") : vqgan,
                                             clip.isEmpty() ? painting_words("built-in CLIP") : clip);
    }

    QString model_tip(const TrainConfig& config) const override {
        return fromUtf8(config.own<ImagineConfig>().vqgan_file + "\n" + config.own<ImagineConfig>().clip_files)
            .trimmed();
    }

    CentrePage* make_page(SessionBridge* bridge, QWidget* parent) const override {
        return new ImaginePage(bridge, parent);
    }

    QString fit_words(const TrainConfig& config) const override {
        return painting_words("Text to image, %1, %2 cutouts")
            .arg(pictureText(config), countText(config.own<ImagineConfig>().cuts));
    }

    QString pieces(const TrainConfig& config) const override {
        const std::int64_t cuts = config.own<ImagineConfig>().cuts;
        return painting_words("%1 of %2")
            .arg(countText(config.own<ImagineConfig>().chunk > 0 ? std::min(config.own<ImagineConfig>().chunk, cuts)
                                                                 : cuts),
                 countText(cuts));
    }
};

}  // namespace

const WindowFamily& vqgan_clip_window() {
    static const VqganClipWindow family;
    return family;
}

}  // namespace headroom::ui
