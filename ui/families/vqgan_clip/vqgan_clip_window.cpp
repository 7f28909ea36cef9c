// Words, form and plans of text to image.
#include "core/families/vqgan_clip/imagine_figures.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/imagine_page.h"
#include "ui/families/vqgan_clip/prompt_story.h"
#include "ui/i18n/core_text.h"
#include "ui/models/dropped.h"
#include "ui/models/run_words.h"

#include <QFileInfo>

namespace headroom::ui {
namespace {

struct PaintingText {
    Q_DECLARE_TR_FUNCTIONS(VqganClipWindow)
};

QString files_of(const std::string& files) {
    QStringList names;
    for (const QString& file : fromUtf8(files).split(QLatin1Char('|'), Qt::SkipEmptyParts))
        names << QFileInfo(file.trimmed()).completeBaseName();
    return names.join(QStringLiteral(" + "));
}

FamilyWords painting_phrases() {
    FamilyWords w;
    w.title = QT_TRANSLATE_NOOP("Family", "Text to image");
    w.doing = QT_TRANSLATE_NOOP("Family", "painting");
    w.dock = QT_TRANSLATE_NOOP("Family", "Text to image");
    w.new_run = QT_TRANSLATE_NOOP("Family", "New picture");
    w.going = QT_TRANSLATE_NOOP("Family", "A picture is being painted");
    w.speed = QT_TRANSLATE_NOOP("Family", "Iterations per second, smoothed over about ten");
    w.loss = QT_TRANSLATE_NOOP("Family", "How far the picture is from all prompts together, in this iteration");
    w.start_new = QT_TRANSLATE_NOOP("Family", "Paint anew");
    w.step = QT_TRANSLATE_NOOP("Family", "Iterate once");
    w.boundary = QT_TRANSLATE_NOOP("Family", "after this iteration");
    w.sample = QT_TRANSLATE_NOOP("Family", "Show the picture");
    w.sample_tip = QT_TRANSLATE_NOOP("Family", "Show the picture as it is %1, and keep it");
    w.no_data = QT_TRANSLATE_NOOP("Family", "Write what to paint first");
    w.no_data_set = QT_TRANSLATE_NOOP("Family", "Text to image has no data set");
    w.rebuild = QT_TRANSLATE_NOOP("Family", "Goes on at the new size (picture kept)");
    w.pending = QT_TRANSLATE_NOOP("Family", "Pending: waits for the end of the iteration");
    w.kept = QT_TRANSLATE_NOOP("Family", "Picture");
    w.kept_newest = QT_TRANSLATE_NOOP("Family", "Newest picture");
    w.kept_none = QT_TRANSLATE_NOOP("Family", "This run has no pictures yet");
    w.subject = QT_TRANSLATE_NOOP("Family", "prompts");
    w.score = QT_TRANSLATE_NOOP("Family", "Similarity to the prompts in its latest iteration; higher is better");
    w.no_weights = QT_TRANSLATE_NOOP("Family", "A painting has no weights of its own");
    w.no_weights_to_export = QT_TRANSLATE_NOOP("Family", "text to image trains no weights");
    w.repeated = QT_TRANSLATE_NOOP("Family", "Cost: %1 was repeated with the same random numbers%2. No %3 was lost.");
    w.undone = QT_TRANSLATE_NOOP("Family", "The %3 was undone; the picture is that before %1%2.");
    w.pieces = QT_TRANSLATE_NOOP("Family", "Cutouts at a time");
    w.pieces_named = QT_TRANSLATE_NOOP("Family", "%1 at a time");
    w.rehearsing = QT_TRANSLATE_NOOP("Family", "Painting %1 with %2 cutouts at a time under %3");
    w.smaller_picture = QT_TRANSLATE_NOOP("Family", "Paint a smaller picture of the same shape");
    w.different = QT_TRANSLATE_NOOP("Family", "Different: smaller picture (allowed)");
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
        {QT_TRANSLATE_NOOP("Family", "Prompts"), {"prompts", "prompts.pictures", "prompts.noise", "prompts.every"}},
        {QT_TRANSLATE_NOOP("Family", "Start from"),
         {"start", "start.picture", "start.folder", "frames.steps", "frames.blend", "seed"}},
        {QT_TRANSLATE_NOOP("Family", "Picture"), {"picture.width", "picture.height", "steps"}},
        {QT_TRANSLATE_NOOP("Family", "Cutouts"),
         {"cuts.count", "cuts.chunk", "cuts.method", "cuts.augments", "cuts.power", "cuts.noise", "cuts.reference"}},
        {QT_TRANSLATE_NOOP("Family", "Optimiser"), {"latent.optimiser", "latent.rate"}},
    };
    facts.rest_folded = true;
    facts.ledger = {
        {LedgerRow::Weights, QT_TRANSLATE_NOOP("Family", "Weights (VQGAN, CLIP)"),
         QT_TRANSLATE_NOOP("Family", "Weights of VQGAN and CLIP; frozen, so they have no gradients.")},
        {LedgerRow::Optimiser, QT_TRANSLATE_NOOP("Family", "Optimiser"),
         QT_TRANSLATE_NOOP("Family", "State of the optimiser that moves the picture's codes.")},
        {LedgerRow::Gradients, {}, QT_TRANSLATE_NOOP("Family", "Gradient of the picture's codes.")},
        {LedgerRow::Inputs, QT_TRANSLATE_NOOP("Family", "Codebook, inputs"),
         QT_TRANSLATE_NOOP("Family", "Codebook, prompts, scratch space of convolutions and other tensors.")}};
    facts.compared = {
        {QT_TRANSLATE_NOOP("Family", "Loss of the picture"), [](const StepDone& s) { return s.loss_g; }},
        {QT_TRANSLATE_NOOP("Family", "Similarity to the prompts"), mean_similarity},
        {QT_TRANSLATE_NOOP("Family", "Speed, it/s"), [](const StepDone& s) { return s.images_per_second; }}};
    return facts;
}

/// Pictures can be painted on, and their content can be what is painted.
std::vector<DropUse> uses_of_pictures(const QStringList& paths, const TrainConfig& shown) {
    std::vector<DropUse> out;
    if (paths.size() == 1)
        out.push_back({PaintingText::tr("Paint on it"),
                       PaintingText::tr("The painting begins as this picture."),
                       QStringLiteral("photo"),
                       {{"start", std::string("picture")}, {"start.picture", paths.front().toStdString()}}});
    PromptEntries entries = prompt_entries(shown.own<ImagineConfig>());
    DropUse prompt{paths.size() == 1 ? PaintingText::tr("Use it as a prompt") : PaintingText::tr("Use them as prompts"),
                   PaintingText::tr("What is painted shall resemble the content, beside the prompts in words."),
                   QStringLiteral("photo-plus")};
    for (const QString& path : paths) {
        if (const std::string problem = path_problem(path.toStdString()); !problem.empty())
            prompt.problem = coreText(problem);
        add_prompt(entries, {PromptKind::Picture, 0, {path.toStdString()}});
    }
    prompt.patch = {{"prompts.pictures", prompt_patch(entries).at("prompts.pictures")}};
    out.push_back(std::move(prompt));
    return out;
}

std::vector<DropUse> uses_of_weights(const Dropped& dropped, const TrainConfig& shown) {
    const std::string path = dropped.path().toStdString();
    const QString problem = coreText(dropped.flaw), icon = QStringLiteral("box");
    if (dropped.network == "vqgan")
        return {{PaintingText::tr("Paint with this VQGAN"),
                 PaintingText::tr("It makes the pictures of text to image."),
                 icon,
                 {{"vqgan.file", path}, {"vqgan.config", std::string()}},
                 {},
                 problem}};
    if (dropped.network != "clip") return {};
    std::vector<DropUse> out{{PaintingText::tr("Paint with this CLIP"),
                              PaintingText::tr("It judges the pictures of text to image."),
                              icon,
                              {{"clip.files", path}},
                              {},
                              problem}};
    if (const std::string& now = shown.own<ImagineConfig>().clip_files; !now.empty() && now != path)
        out.push_back({PaintingText::tr("Add this CLIP to the others"),
                       PaintingText::tr("Several judge the picture together."),
                       icon,
                       {{"clip.files", now + " | " + path}},
                       {},
                       problem});
    return out;
}

class VqganClipWindow : public WindowFamily {
public:
    VqganClipWindow() : WindowFamily(kVqganClip, painting_facts()) {}

    bool hasData(const TrainConfig& config) const override {
        return !prompts_in_force(prompt_entries(config.own<ImagineConfig>()), 0).empty();
    }

    std::vector<DropUse> uses(const Dropped& dropped, const TrainConfig& shown) const override {
        switch (dropped.kind) {
            case Dropped::Kind::Pictures: return uses_of_pictures(dropped.paths, shown);
            case Dropped::Kind::Weights: return uses_of_weights(dropped, shown);
            case Dropped::Kind::PictureFolder:
                return {{PaintingText::tr("Paint on each of its pictures"),
                         PaintingText::tr("The folder is the start: one picture after the other."),
                         QStringLiteral("movie"),
                         {{"start", std::string("folder")}, {"start.folder", dropped.path().toStdString()}}}};
            default: return {};
        }
    }

    bool overFolder(const TrainConfig& config) const override {
        return config.own<ImagineConfig>().start == ImagineStart::Folder;
    }

    QString modelWords(const TrainConfig& config) const override {
        const QString vqgan = files_of(config.own<ImagineConfig>().vqgan_file),
                      clip = files_of(config.own<ImagineConfig>().clip_files);
        if (vqgan.isEmpty() && clip.isEmpty()) return PaintingText::tr("Built-in VQGAN and CLIP");
        return PaintingText::tr("%1 · %2").arg(vqgan.isEmpty() ? PaintingText::tr("built-in VQGAN") : nameText(vqgan),
                                               clip.isEmpty() ? PaintingText::tr("built-in CLIP") : nameText(clip));
    }

    QString modelTip(const TrainConfig& config) const override {
        return fromUtf8(config.own<ImagineConfig>().vqgan_file + "\n" + config.own<ImagineConfig>().clip_files)
            .trimmed();
    }

    CentrePage* makePage(SessionBridge* bridge, QWidget* parent) const override {
        return new ImaginePage(bridge, parent);
    }

    QString fitWords(const TrainConfig& config) const override {
        return PaintingText::tr("Text to image, %1, %2 cutouts")
            .arg(pictureText(config), countText(config.own<ImagineConfig>().cuts));
    }

    QString pieces(const TrainConfig& config) const override {
        const auto& own = config.own<ImagineConfig>();
        return PaintingText::tr("%1 of %2")
            .arg(countText(own.chunk > 0 ? std::min(own.chunk, own.cuts) : own.cuts), countText(own.cuts));
    }
};

}  // namespace

const WindowFamily& vqgan_clip_window() {
    static const VqganClipWindow family;
    return family;
}

}  // namespace headroom::ui
