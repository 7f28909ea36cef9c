// StartPart and SizePart: what the picture begins as, and how large it is.
#include "ui/families/vqgan_clip/start_part.h"

#include "core/families/vqgan_clip/frame_list.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/segmented_bar.h"

#include <QComboBox>

#include <algorithm>

namespace headroom::ui {

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

QString StartPart::sentence() const { return text_->text(); }

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
      row_(new QHBoxLayout) {
    const ParamRow* width = find_param("picture.width");
    label_->setBuddy(sizes_);
    named(policy_, policyText(*width), policyText(*width));
    sizes_->setToolTip(helpText(*width));
    sizes_->setAccessibleDescription(coreText(width->help));  // the tip has mark-up
    sizes_->setMinimumContentsLength(6);
    sizes_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row_->setSpacing(8);
    fill(row_, {label_, {sizes_, 1}, policy_});
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
