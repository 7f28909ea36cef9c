// TrainPage: each kind's curves keep their run; those of another kind than the settings are hidden.
#include "ui/shell/train_page.h"

#include "ui/bridge/session_bridge.h"
#include "ui/panels/log/log_panel.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QTabWidget>

#include <algorithm>

namespace headroom::ui {

TrainPage::TrainPage(SessionBridge* bridge, QWidget* parent)
    : CentrePage(QStringLiteral("trainPage"), parent), samples_(new SamplesPanel(bridge, this)) {
    setUpper(samples_);
    const auto add = [&](ModelKind kind, const CurvesSpec& spec, const QString& title) {
        auto* panel = new TimelinePanel(bridge, spec, this);
        curves_[kind].push_back(panel);
        addCurves(panel, title);
        connect(panel, &TimelinePanel::stepPointed, samples_, &SamplesPanel::peek);
    };
    add(ModelKind::Dcgan, trainingCurves(), tr("Timeline"));
    add(ModelKind::Vqgan, reconstructionCurves(), tr("Timeline"));
    add(ModelKind::Vqgan, adversaryCurves(), tr("Losses"));
    add(ModelKind::Vqgan, codebookCurves(), tr("Codebook"));
    lower()->addTab(new LogPanel(bridge, this), tr("Log"));
    const auto follow = [this, bridge] { showKind(bridge->config()->model); };
    connect(bridge, &SessionBridge::draftChanged, this, follow);
    connect(bridge, &SessionBridge::runStarted, this, follow);
    showKind(kind_);
}

void TrainPage::showKind(ModelKind kind) {
    if (!curves_.contains(kind)) return;  // the other page's
    const bool log = !qobject_cast<TimelinePanel*>(lower()->currentWidget());
    kind_ = kind;
    for (const auto& [of, panels] : curves_) {
        for (TimelinePanel* panel : panels) lower()->setTabVisible(lower()->indexOf(panel), of == kind);
    }
    auto* front = qobject_cast<TimelinePanel*>(lower()->currentWidget());
    const bool fits = front && std::find(curves_[kind].begin(), curves_[kind].end(), front) != curves_[kind].end();
    if (!log && !fits) lower()->setCurrentWidget(timeline());
}

TimelinePanel* TrainPage::curves() const {
    auto* front = qobject_cast<TimelinePanel*>(lower()->currentWidget());
    return front ? front : timeline();
}

void TrainPage::setHistory(const RunHistory& history) {
    const auto panels = curves_.find(history.config.model);
    if (panels == curves_.end()) return;
    for (TimelinePanel* panel : panels->second) panel->setHistory(history.steps, history.marks);
}

}  // namespace headroom::ui
