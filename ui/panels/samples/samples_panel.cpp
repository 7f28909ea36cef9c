// SamplesPanel: the pictures of the centre while training: Samples or Reconstructions, Real images.
#include "ui/panels/samples/samples_panel.h"

#include "core/api/services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/samples/explore_page.h"
#include "ui/panels/samples/history_row.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/real_page.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QMenu>
#include <QTabWidget>

namespace headroom::ui {

SamplesPanel::SamplesPanel(SessionBridge* bridge, QWidget* parent)
    : PictureTabs(parent),
      bridge_(bridge),
      samples_(new SamplesPage(pagesOf(tabs()))),
      real_(new RealPage(bridge, pagesOf(tabs()))),
      walk_(new WalkPage(bridge, pagesOf(tabs()))),
      explore_(new ExplorePage(bridge, pagesOf(tabs()))) {
    tabs()->addTab(samples_, words_of(sampled_).shown());
    tabs()->addTab(real_, tr("Real images"));
    tabs()->addTab(explore_, tr("Latents"));
    tabs()->addTab(walk_, tr("Latent walk"));
    connect(explore_, &ExplorePage::walkWanted, walk_, &WalkPage::addEnd);
    connect(samples_, &SamplesPage::realImagesRequested, this, [this] { tabs()->setCurrentWidget(real_); });
    connect(samples_, &SamplesPage::realPicturesWanted, real_, &RealPage::setWanted);
    connect(samples_, &SamplesPage::latentMenuWanted, this, &SamplesPanel::offerLatent);
    connect(real_, &RealPage::imagesChanged, this,
            [this] { samples_->setRealImages(real_->images(), real_->waiting(), real_->problem()); });
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
    samples_->history()->markEvents(bridge_, Page::Train);
    connect(bridge_, &SessionBridge::paramApplied, this, &SamplesPanel::refreshTexts);
    connect(bridge_, &SessionBridge::draftChanged, this, &SamplesPanel::refreshTexts);
}

void SamplesPanel::setServices(Services* services) {
    real_->setServices(services);
    walk_->setServices(services);
    explore_->setServices(services);
}

void SamplesPanel::setHistory(const RunHistory& history) {
    const TrainConfig& config = history.config;
    samples_->addPast(history.sample_paths, static_cast<int>(config.preview_grid), config.ema_half_life > 0);
}

void SamplesPanel::refreshTexts() {
    const TrainConfig& config = *bridge_->config();
    const WindowFamily& family = window_family_of(config);
    setHint(tr("Preview every %1 steps, newest kept").arg(countText(config.preview_every)));
    if (family.facts().page != Page::Train) return;  // the other page's
    tabs()->setTabText(tabs()->indexOf(samples_), family.words().shown());
    for (QWidget* page : std::initializer_list<QWidget*>{walk_, explore_})
        tabs()->setTabVisible(tabs()->indexOf(page), family.facts().latents);
    samples_->setReconstructions(family.facts().reconstructions);
    samples_->setShown(sampled_ == config.model);
    samples_->setEmptyText(
        family.words().shown_later().arg(countText(config.preview_grid), countText(config.preview_every)));
}

void SamplesPanel::offerLatent(QMenu* menu, int index) {
    if (!window_family_of(*bridge_->config()).facts().latents) return;
    const WalkEnd sample{{0, index}, bridge_->config()->preview_truncation, samples_->pane()->grid()->picture(index)};
    menu->addSeparator();
    QAction* nearest = menu->addAction(tr("Nearest training images"), explore_, [this, sample] {
        tabs()->setCurrentWidget(explore_);  // first: where it appears it asks for its own pictures
        explore_->showNearest(sample);
    });
    nearest->setEnabled(explore_->canShowNearest());
    setThemedIcon(nearest, QStringLiteral("photo-search"));
    QAction* favourite =
        menu->addAction(tr("Favourite"), explore_, [this, id = sample.id] { explore_->toggleFavourite(id); });
    favourite->setCheckable(true);
    favourite->setChecked(explore_->isFavourite(sample.id));
    setThemedIcon(favourite, QStringLiteral("star"));
    QAction* end = menu->addAction(tr("End of the latent walk"), walk_, [this, sample] { walk_->addEnd(sample); });
    setThemedIcon(end, QStringLiteral("route"));
}

ImageGrid* SamplesPanel::activeGrid() const {
    if (tabs()->currentWidget() == real_) return real_->grid();
    if (tabs()->currentWidget() == walk_) return walk_->grid();
    if (tabs()->currentWidget() == explore_) return explore_->pane()->grid();
    return samples_->pane()->grid();
}

bool SamplesPanel::askToEnlargeShown() {
    ImageGrid* grid = activeGrid();
    if (!grid->isVisible()) return false;
    return enlargeShown(grid, grid == real_->grid()              ? QStringLiteral("real")
                              : grid == walk_->grid()            ? QStringLiteral("walk")
                              : grid == explore_->pane()->grid() ? QStringLiteral("latents")
                                                                 : samples_->stem());
}

HistoryRow* SamplesPanel::historyRow() const { return samples_->history(); }

void SamplesPanel::toggleSingle() {
    if (tabs()->currentWidget() != samples_) return activeGrid()->setSingle(!activeGrid()->single());
    samples_->toggle(SamplesPage::View::Single);
}

void SamplesPanel::toggleCompare() {
    tabs()->setCurrentWidget(samples_);
    samples_->toggle(SamplesPage::View::Compare);
}

}  // namespace headroom::ui
