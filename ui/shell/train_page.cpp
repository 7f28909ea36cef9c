// TrainPage: the centre while training.
#include "ui/shell/train_page.h"

#include "ui/panels/log/log_panel.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/theme.h"
#include "ui/widgets/tab_corner.h"

#include <QTabWidget>

namespace headroom::ui {

TrainPage::TrainPage(SessionBridge* bridge, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), samples_(new SamplesPanel(bridge, this)), timeline_(new TimelinePanel(bridge, this)),
      log_(new LogPanel(bridge, this)), lower_(new QTabWidget(this)) {
    setObjectName(QStringLiteral("trainPage"));
    setChildrenCollapsible(false);
    setHandleWidth(4);
    lower_->setObjectName(QStringLiteral("lowerTabs"));
    lower_->addTab(timeline_, tr("Timeline"));
    lower_->addTab(log_, tr("Log"));
    lower_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    new TabCorner(lower_, timeline_->controls(), [this] { timeline_->takeControls(); });
    connect(lower_, &QTabWidget::currentChanged, this, [this] { timeline_->controls()->setVisible(lower_->currentWidget() == timeline_); });
    connect(timeline_, &TimelinePanel::stepPointed, samples_, &SamplesPanel::peek);
    for (QWidget* half : {static_cast<QWidget*>(samples_), static_cast<QWidget*>(lower_), static_cast<QWidget*>(timeline_)}) {
        half->setAutoFillBackground(true);  // the gaps between docks show the window's colour, panels their own
    }
    addWidget(samples_);
    addWidget(lower_);
    connect(&Theme::get(), &Theme::changed, this, &TrainPage::keepHeights);
    keepHeights();
    setStretchFactor(0, 3);
    setStretchFactor(1, 2);
    resetSizes();
}

void TrainPage::keepHeights() {
    const Theme& theme = Theme::get();
    samples_->setMinimumHeight(theme.scaled(200));  // its controls may stand in two rows
    lower_->setMinimumHeight(theme.scaled(folded_ ? 130 : 180));
    lower_->setMaximumHeight(folded_ ? theme.scaled(150) : QWIDGETSIZE_MAX);
}

void TrainPage::setFolded(bool folded) {
    if (folded == folded_) return;
    if (folded) unfolded_sizes_ = sizes();
    folded_ = folded;
    keepHeights();
    if (!folded) setSizes(unfolded_sizes_);
}

void TrainPage::resetSizes() { setSizes({540, 340}); }

}  // namespace headroom::ui
