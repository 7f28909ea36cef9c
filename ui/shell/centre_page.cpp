// CentrePage: see centre_page.h.
#include "ui/shell/centre_page.h"

#include "ui/panels/samples/picture_tabs.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/theme.h"
#include "ui/widgets/tab_corner.h"

#include <QTabWidget>

namespace headroom::ui {

CentrePage::CentrePage(const QString& name, QWidget* parent) : QSplitter(Qt::Vertical, parent) {
    setObjectName(name);
    setChildrenCollapsible(false);
    setHandleWidth(4);
}

void CentrePage::setUpper(PictureTabs* upper) {
    upper_ = upper;
    upper_->setAutoFillBackground(true);
    addWidget(upper_);
    lower_ = new QTabWidget(this);  // after the pictures: so the keyboard comes by
    lower_->setObjectName(QStringLiteral("lowerTabs"));
    lower_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    lower_->setAutoFillBackground(true);  // the gaps between docks show the window's colour, panels their own
    addWidget(lower_);
    connect(&Theme::get(), &Theme::changed, this, &CentrePage::keepHeights);
    keepHeights();
    setStretchFactor(0, 3);
    setStretchFactor(1, 2);
    resetSizes();
}

void CentrePage::addCurves(TimelinePanel* panel, const QString& title) {
    panel->setAutoFillBackground(true);
    lower_->addTab(panel, title);
    connect(panel, &TimelinePanel::stepPointed, upper_, &PictureTabs::peek);
    auto* corner = new TabCorner(lower_, panel->controls(), [panel] { panel->takeControls(); });
    const auto follow = [this, corner, panel] { corner->setWanted(lower_->currentWidget() == panel); };
    connect(lower_, &QTabWidget::currentChanged, corner, follow);
    follow();
}

TimelinePanel* CentrePage::curves() const { return qobject_cast<TimelinePanel*>(lower_->currentWidget()); }

void CentrePage::keepHeights() {
    const Theme& theme = Theme::get();
    upper_->setMinimumHeight(theme.scaled(200));  // its controls may stand in two rows
    lower_->setMinimumHeight(theme.scaled(folded_ ? 130 : 180));
    lower_->setMaximumHeight(folded_ ? theme.scaled(150) : QWIDGETSIZE_MAX);
}

void CentrePage::setFolded(bool folded) {
    if (folded == folded_) return;
    if (folded) unfolded_sizes_ = sizes();
    folded_ = folded;
    keepHeights();
    if (!folded) setSizes(unfolded_sizes_);
}

void CentrePage::resetSizes() { setSizes({540, 340}); }

}  // namespace headroom::ui
