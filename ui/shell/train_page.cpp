// TrainPage: the centre while training.
#include "ui/shell/train_page.h"

#include "ui/panels/log/log_panel.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QTabWidget>

namespace headroom::ui {

TrainPage::TrainPage(SessionBridge* bridge, QWidget* parent)
    : CentrePage(QStringLiteral("trainPage"), parent), samples_(new SamplesPanel(bridge, this)), timeline_(new TimelinePanel(bridge, trainingCurves(), this)) {
    addCurves(timeline_, tr("Timeline"));
    lower()->addTab(new LogPanel(bridge, this), tr("Log"));
    connect(timeline_, &TimelinePanel::stepPointed, samples_, &SamplesPanel::peek);
    setUpper(samples_);
}

}  // namespace headroom::ui
