// ImaginePage: the centre of Text to image: the picture above, similarity and losses below.
#include "ui/families/vqgan_clip/imagine_page.h"

#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/picture_panel.h"
#include "ui/families/vqgan_clip/prompt_list.h"
#include "ui/families/vqgan_clip/start_part.h"
#include "ui/panels/timeline/timeline_panel.h"

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

}  // namespace headroom::ui
