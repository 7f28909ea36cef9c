// SamplesPanel: its tabs, and what can be done with the latent of a sample. RealPage: who has its pictures read, and when.
#include "ui/panels/samples/samples_panel.h"

#include "core/api/param_schema.h"
#include "ui/models/run_words.h"
#include "ui/panels/samples/explore_page.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/walk_page.h"
#include "ui/widgets/kit.h"

#include <QMenu>
#include <QShowEvent>
#include <QTabWidget>

namespace headroom::ui {

RealPage::RealPage(SessionBridge* bridge, QWidget* parent)
    : GridPage(QStringLiteral("photo-search"), tr("Real images"), QStringLiteral("real"), parent),
      bridge_(bridge),
      ask_(bridge),
      previous_(new IconButton(QStringLiteral("player-skip-back"), tr("Previous page"), this)),
      next_(new IconButton(QStringLiteral("player-skip-forward"), tr("Next page"), this)) {
    addTool(previous_);
    addTool(next_);
    connect(previous_, &IconButton::clicked, this, [this] { load(std::max<qint64>(0, first_ - kPage)); });
    connect(next_, &IconButton::clicked, this, [this] { load(first_ + kPage); });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        forget();
        total_ = run.data_count;
    });
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        // The first ones a run shows by itself; others may be another window's.
        const bool by_itself =
            sample.kind == SampleKind::Real && sample.ticket == SampleTicket{} && images_.empty() && !waiting();
        if (ask_.takes(sample) || by_itself) showImages(sample.raw);
    });
    connect(bridge_, &SessionBridge::sampleFailed, this, [this](const SampleFailed& failure) {
        if (ask_.takes(failure)) fail(failure.error);
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (ask_.answers()) {
            if (lookedAt()) ensureLoaded();  // what was wanted while it was prepared
            return;
        }
        if (!ask_.waiting()) return;
        ask_.giveUp();  // the run that was asked answers no more
        waitingText();
        if (lookedAt() && !is_active(state)) ensureLoaded();
        Q_EMIT imagesChanged();
    });
    connect(empty()->addRetry(tr("Try again")), &QPushButton::clicked, this, [this] { load(first_); });
    connect(bridge_, &SessionBridge::draftChanged, this, [this] {
        const ParamPatch changed = difference(shown_for_, *bridge_->config());
        if (std::ranges::any_of(changed,
                                [](const auto& c) { return c.first.starts_with("data.") || c.first == "image.size"; }))
            forget();
    });
    connect(&PictureStore::get(), &PictureStore::full, this, [this] {
        if (!lookedAt() && !images_.empty()) letGo();  // they are read again when they are looked at
    });
    waitingText();
}

void RealPage::waitingText() {
    empty()->say(waiting() ? tr("Reading the real images") : tr("No real images yet"),
                 waiting() ? tr("The pictures of the data set appear here as training sees them.")
                           : tr("They appear here once a data set is chosen and can be read."));
}

void RealPage::letGo() {
    task_.cancel();
    images_.clear();
    problem_.clear();
    ask_.forget();
    first_ = total_ = 0;
    grid()->setImages({});
    share_.set(0);
    waitingText();
    empty()->giveWay(false);
}

void RealPage::forget() {
    letGo();
    if (lookedAt()) return ensureLoaded();  // which tells of it
    Q_EMIT imagesChanged();
}

void RealPage::setWanted(bool on) {
    wanted_ = on;
    if (on) ensureLoaded();
}

void RealPage::showEvent(QShowEvent* event) {
    GridPage::showEvent(event);
    ensureLoaded();
}

void RealPage::ensureLoaded() {
    if (images_.empty() && !waiting()) load(0);
}

void RealPage::load(qint64 first) {
    first_ = first;
    problem_.clear();
    shown_for_ = *bridge_->config();
    if (ask_.answers()) {
        ask_.send({.kind = SampleKind::Real, .count = kPage, .first = first});
    } else if (services_ && toBeChosen(shown_for_.data_path).isEmpty()) {
        const DatasetQuery query{.config = shown_for_, .thumbnails_wanted = kPage, .first = first};
        task_.start(
            [services = services_, query](const BackgroundTask::Report& report, std::stop_token stop) {
                return services->inspect_dataset(query, report, stop);
            },
            [this](Result<DatasetReport> report) {
                if (!report) return fail(report.error());
                total_ = report->accepted;
                showImages(report->thumbnails);
            });
    }
    waitingText();
    refresh();
    Q_EMIT imagesChanged();
}

void RealPage::showImages(const ImageList& images) {
    problem_.clear();
    images_ = images;
    const QList<QImage> shown = toImages(images);
    share_.hold(shown);
    grid()->setImages(shown);
    empty()->giveWay(!images.empty());
    waitingText();
    refresh();
    Q_EMIT imagesChanged();
}

void RealPage::fail(const Error& error) {
    problem_ = errorText(error);
    empty()->sayTrouble(tr("The data set cannot be read"), problem_);
    empty()->giveWay(false);
    Q_EMIT imagesChanged();
}

void RealPage::refresh() {
    const qint64 shown = static_cast<qint64>(images_.size());
    previous_->setEnabled(!waiting() && first_ > 0);
    next_->setEnabled(!waiting() && shown == kPage && (total_ == 0 || first_ + shown < total_));
    setText(total_ > 0
                ? tr("Images %1–%2 of %3").arg(countText(first_ + 1), countText(first_ + shown), countText(total_))
                : tr("Images %1–%2").arg(countText(first_ + 1), countText(first_ + shown)));
}

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
    refreshTexts();
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
    const Favourite one{sample.id, sample.truncation};
    QAction* favourite = menu->addAction(tr("Favourite"), explore_, [this, one] { explore_->toggleFavourite(one); });
    favourite->setCheckable(true);
    favourite->setChecked(explore_->isFavourite(one));
    setThemedIcon(favourite, QStringLiteral("star"));
    QAction* end = menu->addAction(tr("End of the latent walk"), walk_, [this, sample] { walk_->addEnd(sample); });
    setThemedIcon(end, QStringLiteral("route"));
}

std::pair<ImageGrid*, QString> SamplesPanel::front() const {
    const QWidget* page = tabs()->currentWidget();
    if (page == real_) return {real_->grid(), QStringLiteral("real")};
    if (page == walk_) return {walk_->grid(), QStringLiteral("walk")};
    if (page == explore_) return {explore_->pane()->grid(), QStringLiteral("latents")};
    return {samples_->pane()->grid(), samples_->stem()};
}

bool SamplesPanel::askToEnlargeShown() {
    const auto& [grid, stem] = front();
    return grid->isVisible() && enlargeShown(grid, stem);
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
