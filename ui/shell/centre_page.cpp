// CentrePage: the centre of a page with a run: pictures above, curves below.
#include "ui/shell/centre_page.h"

#include "ui/bridge/session_bridge.h"
#include "ui/panels/counsel/counsel_panel.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/scores/scores_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/tab_corner.h"

#include <QResizeEvent>

namespace headroom::ui {

// Widths below which the curves have the lower half for themselves: while counsel speaks, and while it does not.
constexpr int kSpeaksFrom = 520, kSilentFrom = 900;
constexpr int kLeastBelow = 130;  // pixels at 100 % text
// Losses above the memory with the bars over them: what words take at 100 % text, and what curves do.
constexpr int kLossesWords = 140, kLossesCurves = 70;

CentrePage::CentrePage(const QString& name, QWidget* parent)
    : Splitter(Qt::Vertical, tr("Divider between pictures and curves"), parent) {
    setObjectName(name);
    setChildrenCollapsible(false);
    setHandleWidth(4);
}

void CentrePage::setUpper(PictureTabs* upper, bool lower_grows) {
    lower_grows_ = lower_grows;
    upper_ = upper;
    upper_->setAutoFillBackground(true);
    // The halves stand first: what else was made as a child of this goes elsewhere yet.
    insertWidget(0, upper_);
    // After the pictures: so the keyboard comes by.
    below_ = new Splitter(Qt::Horizontal, tr("Divider between curves and counsel"), this);
    below_->setHandleWidth(4);
    lower_ = shrinking(new QTabWidget(below_));
    lower_->setObjectName(QStringLiteral("lowerTabs"));
    lower_->setAutoFillBackground(true);  // the gaps between docks show the window's colour, panels their own
    below_->addWidget(lower_);
    below_->setCollapsible(0, false);
    insertWidget(1, below_);
    setStretchFactor(0, 3);
    onTheme(this, [this] { keepHeights(); });
    resetSizes();
    keep(this, QStringLiteral("centre/") + objectName());
}

void CentrePage::addCurves(PlotPanel* panel, const QString& title, QWidget* before) {
    panel->setAutoFillBackground(true);
    lower_->insertTab(lower_->indexOf(before), panel, title);  // none: last
    auto* corner = new TabCorner(lower_, panel->controls(), [panel] {
        static_cast<QVBoxLayout*>(panel->layout())->insertWidget(0, panel->controls(), 0, Qt::AlignRight);
        panel->controls()->show();
    });
    const auto follow = [this, corner, panel] { corner->setWanted(lower_->currentWidget() == panel); };
    connect(lower_, &QTabWidget::currentChanged, corner, follow);
    follow();
    connect(panel, &PlotPanel::stepPointed, upper_, &PictureTabs::peek);
}

PlotPanel* CentrePage::plots() const { return qobject_cast<PlotPanel*>(lower_->currentWidget()); }

void CentrePage::setBeside(CounselPanel* panel) {
    below_->addWidget(panel);
    below_->setStretchFactor(0, 5);
    below_->setStretchFactor(1, 2);
    keep(below_, QStringLiteral("below/") + objectName());
    tabOnTo(lastStopIn(lower_), panel);  // it was made before the curves
    const auto suit = [this, panel] {
        panel->setVisible(width() >= scaled(panel->speaks() ? kSpeaksFrom : kSilentFrom));
    };
    onResize(this, suit);
    onTheme(this, suit);  // the size of letters
    connect(panel, &CounselPanel::speaksChanged, this, suit);
}

void CentrePage::keepHeights() {
    upper_->setMinimumHeight(scaled(200));  // its controls may stand in two rows
    // A splitter takes its largest size anew from what it holds, each time something in it comes or goes.
    for (QWidget* part : {static_cast<QWidget*>(lower_), static_cast<QWidget*>(below_)})
        part->setMaximumHeight(folded_ ? scaled(150) : QWIDGETSIZE_MAX);
    // A part without a stretch factor has the height that it was given, even beyond its largest: the rest would stay empty.
    setStretchFactor(1, folded_ || lower_grows_ ? 2 : 0);
    QResizeEvent same(size(), size());
    resizeEvent(&same);  // only then a splitter looks at other limits
}

void CentrePage::resizeEvent(QResizeEvent* event) {
    // A half that shrinks with the window keeps room for the losses as long as the pictures have theirs.
    const int least = scaled(kLeastBelow), room = height() - handleWidth() - (upper_ ? upper_->minimumHeight() : 0);
    const bool keeps = lower_grows_ && !folded_;
    if (below_) below_->setMinimumHeight(keeps ? std::clamp(room, least, scaled(kLossesWords) + kLossesCurves) : least);
    Splitter::resizeEvent(event);
}

QSize CentrePage::minimumSizeHint() const {
    const int kept = below_ ? std::max(0, below_->minimumHeight() - scaled(kLeastBelow)) : 0;
    return Splitter::minimumSizeHint() - QSize(0, kept);  // it gives way before the window has to grow
}

void CentrePage::setFolded(bool folded) {
    if (folded == folded_) return;
    if (folded) unfolded_ = saveState();
    folded_ = folded;
    keepHeights();
    if (!folded) restoreState(unfolded_);
}

TrainPage::TrainPage(SessionBridge* bridge, Actions* actions, QWidget* parent)
    : CentrePage(QStringLiteral("trainPage"), parent),
      bridge_(bridge),
      samples_(new SamplesPanel(bridge, this)),
      counsel_(new CounselPanel(bridge, this)) {
    setUpper(samples_);
    const TrainConfig now = *bridge->config(), shown = page_of(now.model) == Page::Train ? now : default_config(kind_);
    kind_ = window_family_of(shown).kind();
    curvesOf(kind_);
    scores_ = new ScoresPanel(bridge, actions, pagesOf(lower()));
    addCurves(scores_, tr("Scores"));
    setBeside(counsel_);
    connect(counsel_, &CounselPanel::stepPointed, upper(), &PictureTabs::peek);
    const auto follow = [this] { showCurvesOf(*bridge_->config()); };
    connect(bridge, &SessionBridge::kindChanged, this, follow);  // before its run begins, of which they keep the steps
    connect(bridge, &SessionBridge::draftChanged, this, follow);
    connect(bridge, &SessionBridge::runStarted, this, follow);
    connect(bridge, &SessionBridge::paramApplied, this, follow);
    showCurvesOf(shown);
}

const TrainPage::Curves& TrainPage::curvesOf(ModelKind kind) {
    Curves& panels = curves_[kind];
    if (!panels.empty()) return panels;
    for (CurvesTab& tab : window_family_of(kind).curves()) {
        tab.spec.model = kind;
        auto* panel = new TimelinePanel(bridge_, std::move(tab.spec), pagesOf(lower()));
        addCurves(panel, tab.title, scores_);
        lower()->setTabVisible(lower()->indexOf(panel), kind == kind_);
        if (scores_) tabOnTo(lower()->tabBar(), panel);
        panels.push_back(panel);
    }
    return panels;
}

void TrainPage::showCurvesOf(const TrainConfig& config) {
    const WindowFamily& family = window_family_of(config);
    if (family.facts().page != Page::Train) return;  // the other page's
    kind_ = family.kind();
    curvesOf(kind_);
    QWidget* front = lower()->currentWidget();
    for (const auto& [of, panels] : curves_) {
        for (TimelinePanel* panel : panels) {
            const auto& wanted = panel->view()->spec().wanted;
            lower()->setTabVisible(lower()->indexOf(panel), of == kind_ && (!wanted || wanted(config)));
        }
    }
    // A tab that goes would hand the front to its neighbour.
    lower()->setCurrentWidget(lower()->isTabVisible(lower()->indexOf(front)) ? front : timeline());
}

void TrainPage::setHistory(const RunHistory& history) {
    const auto panels = curves_.find(history.config.model);
    if (panels == curves_.end()) return;
    for (TimelinePanel* panel : panels->second) panel->setHistory(history.steps, history.marks);
    scores_->setHistory(history);
    samples_->setHistory(history);
}

}  // namespace headroom::ui
