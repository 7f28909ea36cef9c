// CutoutsPage: see cutouts_page.h.
#include "ui/families/vqgan_clip/cutouts_page.h"

#include "core/families/vqgan_clip/imagine_config.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/samples/grid_page.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/image_grid.h"

namespace headroom::ui {

CutoutsPage::CutoutsPage(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      page_(new GridPage(
          new EmptyState(
              QStringLiteral("cut"), tr("No cutouts yet"),
              tr("CLIP judges random cutouts of the picture. While it is painted, those of the newest iteration are shown here."),
              this),
          tr("Cutouts"), QStringLiteral("cutout"), this)) {
    auto* outer = columnIn(this, {0, 0, 0, 0});
    outer->addWidget(page_);
    connect(bridge_, &SessionBridge::runStarted, this, &CutoutsPage::clear);
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        if (sample.kind == SampleKind::Cutouts) return show(sample);
        if (sample.kind == SampleKind::Picture && (!asked_.isValid() || asked_.elapsed() >= kEveryMs)) ask();
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (state == RunState::Paused) ask();  // of the iteration at which it stands
    });
}

ImageGrid* CutoutsPage::grid() const { return page_->grid(); }
QString CutoutsPage::text() const { return page_->text(); }

void CutoutsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

void CutoutsPage::ask() {
    const RunState state = bridge_->state();
    const bool paints =
        bridge_->config()->model == kVqganClip && (state == RunState::Running || state == RunState::Paused);
    if (!paints || !isVisible()) return;
    asked_.start();
    SampleRequest request;
    request.kind = SampleKind::Cutouts;
    request.count = kMost;
    bridge_->requestSample(request);
}

void CutoutsPage::show(const SampleReady& sample) {
    const int count = static_cast<int>(sample.raw.size());
    grid()->setImages(toImages(sample.raw));
    page_->setText(tr("Iteration %1 · %2 of %3 cutouts, %4 px a side · as CLIP saw them")
                       .arg(countText(sample.step), countText(count),
                            countText(bridge_->config()->own<ImagineConfig>().cuts), countText(sample.size)));
    page_->showGrid(count > 0);
}

void CutoutsPage::clear() {
    asked_.invalidate();
    grid()->setImages({});
    page_->showGrid(false);
}

}  // namespace headroom::ui
