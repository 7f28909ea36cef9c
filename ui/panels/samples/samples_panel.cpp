// SamplesPanel: see samples_panel.h.
#include "ui/panels/samples/samples_panel.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/samples/history_row.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/real_page.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/tab_corner.h"

#include <QLabel>
#include <QTabWidget>
#include <QVBoxLayout>

namespace headroom::ui {

SamplesPanel::SamplesPanel(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent), bridge_(bridge), tabs_(new QTabWidget(this)), corner_(new QLabel(this)), samples_(new SamplesPage(this)),
      real_(new RealPage(bridge, this)), walk_(new WalkPage(bridge, this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    tabs_->addTab(samples_, tr("Samples"));
    tabs_->addTab(real_, tr("Real images"));
    tabs_->addTab(walk_, tr("Latent walk"));
    corner_->setProperty("role", "hint");
    corner_->setContentsMargins(8, 0, 12, 0);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // rows stack where it is narrow
    corner_fit_ = new TabCorner(tabs_, corner_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(tabs_);
    connect(samples_, &SamplesPage::realImagesWanted, this, [this] { tabs_->setCurrentWidget(real_); });
    connect(samples_, &SamplesPage::realPicturesNeeded, real_, &RealPage::ensureLoaded);
    connect(real_, &RealPage::imagesChanged, this, [this] { samples_->setRealImages(real_->images()); });
    connectBridge();
    refreshTexts();
}

void SamplesPanel::connectBridge() {
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        if (sample.kind == SampleKind::Grid) samples_->addSample(sample);
    });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted&) {
        samples_->clear();
        sampled_ = bridge_->config()->model;
        refreshTexts();
    });
    connect(bridge_, &SessionBridge::paramApplied, this, [this](const ParamApplied& change) {
        const ParamRow* row = find_param(change.key);
        const QString name = row ? fromUtf8(row->label) : QString::fromStdString(change.key);
        const bool ladder = change.origin == ChangeOrigin::Ladder;
        samples_->addMarker(change.step, ladder ? HistorySlider::MarkerKind::Recovery : HistorySlider::MarkerKind::Edit,
                            tr("%1 %2 to %3").arg(name, QString::fromStdString(to_text(change.old_value)), QString::fromStdString(to_text(change.new_value))));
        refreshTexts();
    });
    connect(bridge_, &SessionBridge::oomRecovered, this, [this](const OomRecovered& e) {
        const auto kind = e.survived ? HistorySlider::MarkerKind::Recovery : HistorySlider::MarkerKind::Failure;
        samples_->addMarker(e.step, kind, oomWords(e.survived));
    });
    connect(bridge_, &SessionBridge::draftChanged, this, &SamplesPanel::refreshTexts);
}

void SamplesPanel::setServices(Services* services) { real_->setServices(services); }

void SamplesPanel::refreshTexts() {
    const TrainConfig& config = *bridge_->config();
    const bool vqgan = config.model == ModelKind::Vqgan;
    tabs_->setTabText(tabs_->indexOf(samples_), vqgan ? tr("Reconstructions") : tr("Samples"));
    tabs_->setTabVisible(tabs_->indexOf(walk_), !vqgan);  // it has no random latents to walk between
    samples_->setReconstructions(vqgan);
    samples_->setShown(sampled_ == config.model);
    corner_->setText(tr("Preview every %1 steps, newest kept").arg(countText(config.preview_every)));
    corner_fit_->fit();
    samples_->setEmptyText((vqgan ? tr("Reconstructions of %1 fixed images appear here with the first step, then every %2 steps.")
                                  : tr("A grid of %1 fixed latents appears here with the first step, then every %2 steps."))
                               .arg(countText(config.preview_grid), countText(config.preview_every)));
}

ImageGrid* SamplesPanel::activeGrid() const {
    if (tabs_->currentWidget() == real_) return real_->grid();
    if (tabs_->currentWidget() == walk_) return walk_->grid();
    return samples_->pane()->grid();
}

bool SamplesPanel::askToEnlargeShown() {
    ImageGrid* grid = activeGrid();
    if (!grid->isVisible()) return false;
    return enlargeShown(grid, grid == real_->grid()   ? QStringLiteral("real")
                              : grid == walk_->grid() ? QStringLiteral("walk")
                                                      : samples_->stem());
}

void SamplesPanel::showGrid() { samples_->setView(SamplesPage::View::Grid); }
void SamplesPanel::showSingle() { samples_->setView(SamplesPage::View::Single); }
void SamplesPanel::showCompare() {
    samples_->setView(samples_->view() == SamplesPage::View::Compare ? SamplesPage::View::Grid : SamplesPage::View::Compare);
}
void SamplesPanel::toggleSingle() {
    samples_->setView(samples_->view() == SamplesPage::View::Single ? SamplesPage::View::Grid : SamplesPage::View::Single);
}
void SamplesPanel::older() { samples_->history()->older(); }
void SamplesPanel::newer() { samples_->history()->newer(); }
void SamplesPanel::peek(bool on, qint64 step) { samples_->history()->peek(on, step); }
void SamplesPanel::zoomIn() { activeGrid()->zoomIn(); }
void SamplesPanel::zoomOut() { activeGrid()->zoomOut(); }
void SamplesPanel::zoomReset() { activeGrid()->setZoom(1.0); }

}  // namespace headroom::ui
