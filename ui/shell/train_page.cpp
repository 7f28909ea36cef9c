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
    for (const ModelKind kind : kinds_on(Page::Train)) {
        for (CurvesTab& tab : window_family_of(kind).curves()) {
            tab.spec.model = kind;
            curves_[kind].push_back(new TimelinePanel(bridge, std::move(tab.spec), this));
            addCurves(curves_[kind].back(), tab.title);
        }
    }
    lower()->addTab(new LogPanel(bridge, this), tr("Log"));
    const auto follow = [this, bridge] { showKind(bridge->config()->model); };
    connect(bridge, &SessionBridge::draftChanged, this, follow);
    connect(bridge, &SessionBridge::runStarted, this, follow);
    showKind(kind_);
}

void TrainPage::showKind(ModelKind kind) {
    if (!curves_.contains(kind)) return;  // the other page's
    const bool log = !CentrePage::curves();
    kind_ = kind;
    for (const auto& [of, panels] : curves_) {
        for (TimelinePanel* panel : panels) lower()->setTabVisible(lower()->indexOf(panel), of == kind);
    }
    const bool fits =
        std::find(curves_[kind].begin(), curves_[kind].end(), CentrePage::curves()) != curves_[kind].end();
    if (!log && !fits) lower()->setCurrentWidget(timeline());
}

TimelinePanel* TrainPage::curves() const {
    TimelinePanel* front = CentrePage::curves();
    return front ? front : timeline();
}

void TrainPage::setHistory(const RunHistory& history) {
    const auto panels = curves_.find(history.config.model);
    if (panels == curves_.end()) return;
    for (TimelinePanel* panel : panels->second) panel->setHistory(history.steps, history.marks);
}

}  // namespace headroom::ui
