// ImaginePage: the centre of Text to image: the picture above, similarity and losses below; what the picture begins as, and how large it is.
#include "ui/families/vqgan_clip/imagine_page.h"

#include "core/families/vqgan_clip/frame_list.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/families/vqgan_clip/prompt_list.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>
#include <QFileInfo>

namespace headroom::ui {
namespace {

QString lineName(const SimilarityLines::Line& line) {
    const QString words = fromUtf8(line.text);
    const QString name = line.kind == PromptKind::Picture ? QFileInfo(words).fileName()
                         : line.kind == PromptKind::Noise ? ImaginePage::tr("noise %1").arg(words)
                                                          : words;
    return line.weight < 0 ? ImaginePage::tr("%1 (pushed away)").arg(nameText(name)) : name;
}

CurvesSpec painting_curves() {
    CurvesSpec spec;
    spec.model = kVqganClip;
    spec.curves = {{Curve::LossG, Token::C2, ImaginePage::tr("Loss")}};
    spec.key = "Loss";
    spec.title = ImaginePage::tr("Loss");
    spec.name = ImaginePage::tr("Loss of the picture, and memory");
    spec.empty_title = ImaginePage::tr("No losses yet");
    spec.empty_text =
        ImaginePage::tr("What the picture is moved by: how far it is from all prompts together, with memory below.");
    spec.images = false;
    spec.to_total = true;
    spec.from_zero = false;
    spec.decimals = 3;
    spec.smoothing = 0.6;
    return spec;
}

CurvesSpec similarity_curves() {
    CurvesSpec spec = painting_curves();
    spec.curves.clear();
    spec.key = "Similarity";
    spec.title = ImaginePage::tr("Similarity");
    spec.name = ImaginePage::tr("Similarity of the picture and each prompt");
    spec.empty_title = ImaginePage::tr("No similarity yet");
    spec.empty_text = ImaginePage::tr(
        "One curve per prompt: how close CLIP finds the picture to it, with a mark for every change you make.");
    spec.memory = false;
    spec.long_labels = true;
    return spec;
}

}  // namespace

ImaginePage::ImaginePage(SessionBridge* bridge, QWidget* parent)
    : CentrePage(QStringLiteral("imaginePage"), parent),
      lines_(new SimilarityLines(bridge, this)),
      pictures_(new PicturePanel(bridge, this)),
      similarity_(new TimelinePanel(bridge, similarity_curves(), this)),
      losses_(new TimelinePanel(bridge, painting_curves(), this)) {
    setUpper(pictures_, true);
    similarity_->model()->setReader([this](const StepDone& step, MetricsRow& row) { lines_->read(step, row); },
                                    kCurveCount);
    addCurves(similarity_, tr("Similarity"));
    addCurves(losses_, tr("Losses"));
    connect(lines_, &SimilarityLines::linesChanged, this, &ImaginePage::nameCurves);
    nameCurves();
}

void ImaginePage::nameCurves() {
    std::vector<CurveSpec> curves;
    const auto& lines = lines_->lines();
    for (std::size_t i = 0; i < lines.size() && i < kCurveCount; ++i) {
        const SimilarityLines::Look look = lines_->look(static_cast<int>(i));
        curves.push_back({static_cast<Curve>(i), look.color, lineName(lines[i]), CurveSpec::Upper, look.style});
    }
    similarity_->view()->setCurves(std::move(curves));
}

void ImaginePage::setHistory(const RunHistory& history) {
    for (TimelinePanel* curves : {similarity_, losses_}) curves->setHistory(history.steps, history.marks);
    pictures_->setPast(history.sample_paths);
}

std::vector<FormPart*> ImaginePage::formParts(ParamEdits* edits, QWidget* parent) {
    return {new PromptList(edits, lines_, parent), new StartPart(edits, parent), new SizePart(edits, parent)};
}

StartPart::StartPart(ParamEdits* edits, QWidget* parent)
    : FormPart(parent),
      edits_(edits),
      segments_(named(new SegmentedBar(true, this), tr("Start from"))),
      text_(makeLabel("hint", this, Wrap::On)),
      problem_(makeLabel("bad", this, Wrap::On)) {
    const ParamRow* row = find_param("start");
    for (const ParamChoice& choice : row->choices) {
        const QString label = coreText(choice.label);
        const int last = segments_->addSegment(choice.name == "match" ? tr("Match") : label);
        segments_->button(last)->setAccessibleName(label);
    }
    segments_->setMinimumWidth(1);  // it is fitted to the dock, and must not widen it before
    problem_->hide();
    columnIn(this, {16, 2, 12, 4}, 4, {segments_, text_, problem_});
    connect(segments_, &SegmentedBar::currentChanged, this, &StartPart::choose);
    connect(edits, &ParamEdits::changed, this, &StartPart::refresh);
    connect(&Theme::get(), &Theme::changed, this, &StartPart::fit,
            Qt::QueuedConnection);  // after the words have their size
    refresh();
    onResize(this, [this] { fit(); });
}

void StartPart::choose(int index) {
    edits_->propose("start", std::string(find_param("start")->choices[static_cast<std::size_t>(index)].name));
}

void StartPart::refresh() {
    const std::string name = std::get<std::string>(edits_->valueShown("start"));
    const auto& choices = find_param("start")->choices;
    segments_->setCurrent(static_cast<int>(std::ranges::find(choices, name, &ParamChoice::name) - choices.begin()));
    if (name == "match") {
        text_->setText(shown("vqgan.file").isEmpty()
                           ? tr("The picture of the built-in library that fits the prompts best, then painted on.")
                           : tr("The library belongs to the built-in models; with others this is noise."));
    } else if (name == "codes") {
        text_->setText(tr("Random codes: mosaics that the prompts turn into things."));
    } else if (name == "gradient") {
        text_->setText(tr("Two soft runs of colour."));
    } else if (name == "pixels") {
        text_->setText(tr("Random pixels, encoded."));
    } else if (name == "folder") {
        count();
        text_->setText(folderSentence());
    } else {
        text_->setText(tr("A picture of yours, encoded."));
    }
}

QString StartPart::shown(const char* key) const { return fromUtf8(std::get<std::string>(edits_->valueShown(key))); }

void StartPart::count() {
    const QString folder = shown("start.folder");
    if (folder == counted_) return;
    counted_ = folder;
    files_ = -1;
    missing_.clear();
    if (folder.isEmpty()) return counting_.cancel();
    counting_.start([path = folder.toStdString()] { return list_frames(path); },
                    [this](const Result<std::vector<std::string>>& names) {
                        files_ = names ? static_cast<std::int64_t>(names->size()) : 0;
                        if (!names) {
                            const Error& why = names.error();
                            missing_ = fieldMessage(coreText(why.message)) + QLatin1Char(' ') + coreText(why.hint);
                        }
                        refresh();
                    });
}

QString StartPart::folderSentence() const {
    if (counted_.isEmpty())
        return tr(
            "Each picture of a folder in turn: a film painted anew, or many pictures at once. Choose the folder below.");
    if (files_ < 0) return tr("Looking through the folder");
    if (files_ == 0) return missing_;
    const auto each = std::get<std::int64_t>(edits_->valueShown("frames.steps"));
    return tr("%1 in the order of their names, %2 iterations in all. The run ends with the last one.")
        .arg(tr("%Ln picture(s)", nullptr, files_), countText(files_ * each));
}

bool StartPart::hidesRow(const std::string& key) const {
    const QString start = shown("start");
    if (key == "start.picture") return start != QLatin1String("picture");
    // A run over a folder ends with the last picture: how many iterations that are is no setting.
    return (key == "steps") == (start == QLatin1String("folder"));
}

void StartPart::showProblem(const QString& message) { sayOrHide(problem_, message); }

void StartPart::setRunActive(bool active) {
    segments_->setEnabled(!active);
    segments_->setToolTip(active ? tr("Fixed for this run: it needs a new run.") : QString());
}

void StartPart::fit() {
    const QMargins margins = layout()->contentsMargins();
    segments_->fitInto(width() - margins.left() - margins.right());
}

/// Whole cells of every usual VQGAN (8 and 16 pixels).
constexpr QSize kUsual[] = {{64, 64},   {96, 64},   {64, 96},   {128, 128}, {192, 128}, {256, 256},
                            {384, 256}, {256, 384}, {512, 512}, {768, 512}, {512, 768}, {1024, 1024}};

SizePart::SizePart(ParamEdits* edits, QWidget* parent)
    : FormPart(parent),
      edits_(edits),
      label_(makeLabel("label", tr("Size"), this)),
      policy_(makeIcon(policyIcon(find_param("picture.width")->policy), Token::T3, 14, this)),
      sizes_(named(new Unwheeled<QComboBox>(this), tr("Size of the picture"))),
      row_(rowOf({label_, {sizes_, 1}, policy_}, 8)) {
    const ParamRow* width = find_param("picture.width");
    label_->setBuddy(sizes_);
    named(policy_, policyText(*width), policyText(*width));
    sizes_->setToolTip(helpText(*width));
    sizes_->setAccessibleDescription(coreText(width->help));  // the tip has mark-up
    sizes_->setMinimumContentsLength(6);
    sizes_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    columnIn(this, {16, 2, 12, 2}, 4, {row_});
    connect(sizes_, &QComboBox::activated, this, &SizePart::choose);
    connect(edits, &ParamEdits::changed, this, &SizePart::refresh);
    refresh();
}

void SizePart::refresh() {
    const QSize now(static_cast<int>(std::get<std::int64_t>(edits_->valueShown("picture.width"))),
                    static_cast<int>(std::get<std::int64_t>(edits_->valueShown("picture.height"))));
    QList<QSize> wanted(std::begin(kUsual), std::end(kUsual));
    if (!wanted.contains(now)) wanted.prepend(now);
    const QSignalBlocker quiet(sizes_);
    if (sizes_->count() != wanted.size() + 1 || sizes_->itemData(0) != wanted.first()) {  // perhaps it is open
        sizes_->clear();
        for (const QSize& size : wanted) sizes_->addItem(sizeWords(size.width(), size.height()), size);
        sizes_->addItem(tr("Custom…"));
    }
    sizes_->setCurrentIndex(static_cast<int>(wanted.indexOf(now)));
}

void SizePart::choose(int index) {
    const QVariant chosen = sizes_->itemData(index);
    custom_ = !chosen.isValid();
    Q_EMIT rowsChanged();
    if (custom_) return refresh();
    const QSize size = chosen.toSize();
    edits_->proposeAll(
        {{"picture.width", std::int64_t{size.width()}}, {"picture.height", std::int64_t{size.height()}}});
}

void SizePart::setLabelWidth(int width) { placeLabel(label_, row_, width); }

}  // namespace headroom::ui
