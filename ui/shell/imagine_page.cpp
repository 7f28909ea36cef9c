// ImaginePage: see imagine_page.h.
#include "ui/shell/imagine_page.h"

#include "ui/models/similarity_lines.h"
#include "ui/panels/imagine/picture_panel.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/timeline/timeline_view.h"

#include <QFileInfo>
#include <QTabWidget>

namespace headroom::ui {
namespace {

QString lineName(const SimilarityLines::Line& line) {
    const QString words = QString::fromStdString(line.text);
    const QString name = line.kind == PromptKind::Picture ? QFileInfo(words).fileName()
                         : line.kind == PromptKind::Noise ? ImaginePage::tr("noise %1").arg(words)
                                                          : words;
    return line.weight < 0 ? ImaginePage::tr("%1 (pushed away)").arg(name) : name;
}

}  // namespace

ImaginePage::ImaginePage(SessionBridge* bridge, QWidget* parent)
    : CentrePage(QStringLiteral("imaginePage"), parent),
      lines_(new SimilarityLines(bridge, this)),
      pictures_(new PicturePanel(bridge, this)),
      similarity_(new TimelinePanel(bridge, similarityCurves(), this)),
      losses_(new TimelinePanel(bridge, paintingCurves(), this)) {
    setUpper(pictures_);
    similarity_->model()->setReader([this](const StepDone& step, MetricsRow& row) { lines_->read(step, row); }, kCurveCount);
    addCurves(similarity_, tr("Similarity"));
    addCurves(losses_, tr("Losses"));
    lower()->addTab(new LogPanel(bridge, this), tr("Log"));
    for (TimelinePanel* panel : {similarity_, losses_})
        connect(panel, &TimelinePanel::stepPointed, pictures_, &PicturePanel::peek);
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

TimelinePanel* ImaginePage::curves() const { return qobject_cast<TimelinePanel*>(lower()->currentWidget()); }

}  // namespace headroom::ui
