// PicturePanel: the pictures of the centre while painting: Picture, Cutouts and History grid.
#include "ui/families/vqgan_clip/picture_panel.h"

#include "core/api/sample_name.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/vqgan_clip/picture_frames.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QImageReader>
#include <QTabWidget>

namespace headroom::ui {

CutoutsPage::CutoutsPage(SessionBridge* bridge, QWidget* parent)
    : GridPage(QStringLiteral("cut"), tr("Cutouts"), QStringLiteral("cutout"), parent),
      bridge_(bridge),
      ask_(bridge),
      again_(styled(new QPushButton(tr("Try again"), this), "small")) {
    addTool(again_);
    for (QPushButton* button : {again_, empty()->addRetry(tr("Try again"))})
        connect(button, &QPushButton::clicked, this, &CutoutsPage::tryAgain);
    connect(bridge_, &SessionBridge::runStarted, this, &CutoutsPage::clear);
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        if (ask_.takes(sample)) return showCutouts(sample);
        if (sample.kind == SampleKind::Picture && (!asked_.isValid() || asked_.elapsed() >= kEveryMs)) ask();
    });
    connect(bridge_, &SessionBridge::sampleFailed, this, [this](const SampleFailed& failure) {
        if (!ask_.takes(failure)) return;
        problem_ = failure.error;
        refresh();
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (state == RunState::Paused || !asked_.isValid()) ask();  // of the iteration at which it stands or begins
        if (able()) return;
        ask_.giveUp();  // what has ended or lent its device answers no more
        problem_ = {};
        refresh();
    });
    onEvents(this, {QEvent::Show}, [this] { ask(); });
    connect(&PictureStore::get(), &PictureStore::full, this, [this] {
        // They are asked for again when they are looked at.
        if (!isVisible() && able() && !grid()->images().isEmpty()) clear();
    });
    refresh();
}

bool CutoutsPage::able() const { return bridge_->config()->model == kVqganClip && ask_.answers(); }

void CutoutsPage::ask() {
    if (!able() || !isVisible() || ask_.waiting()) return;
    asked_.start();
    ask_.send({.kind = SampleKind::Cutouts, .count = kMost});
}

void CutoutsPage::tryAgain() {
    problem_ = {};
    refresh();
    ask();
}

void CutoutsPage::showCutouts(const SampleReady& sample) {
    const int count = static_cast<int>(sample.raw.size());
    const QList<QImage> images = toImages(sample.raw);
    share_.hold(images);
    grid()->setImages(images);
    words_ = tr("Iteration %1 · %2 of %3 cutouts, %4 px a side · as CLIP saw them")
                 .arg(countText(sample.step), countText(count), countText(bridge_->config()->own<ImagineConfig>().cuts),
                      countText(sample.size));
    problem_ = {};
    refresh();
}

void CutoutsPage::clear() {
    asked_.invalidate();
    ask_.forget();
    share_.set(0);
    grid()->setImages({});
    problem_ = {};
    refresh();
}

void CutoutsPage::refresh() {
    const bool failed = !problem_.message.empty();
    if (failed)
        empty()->sayTrouble(tr("The cutouts could not be shown"), errorText(problem_));
    else
        empty()->say(
            tr("No cutouts yet"),
            tr("CLIP judges random cutouts of the picture. While it is painted, those of the newest iteration are shown here."));
    again_->setVisible(failed);
    setText(failed ? coreText(problem_.message) : words_, failed);
    empty()->giveWay(!grid()->images().isEmpty());
}

PicturePanel::PicturePanel(SessionBridge* bridge, QWidget* parent)
    : PictureTabs(parent),
      bridge_(bridge),
      picture_(new PicturePage(pagesOf(tabs()))),
      cutouts_(new CutoutsPage(bridge, pagesOf(tabs()))),
      grid_(named(new ImageGrid(this), tr("Kept pictures"))) {
    auto* history = new QWidget(pagesOf(tabs()));
    columnIn(history, {8, 8, 8, 8}, 0, {grid_});
    tabs()->addTab(picture_, tr("Picture"));
    tabs()->addTab(cutouts_, tr("Cutouts"));
    tabs()->addTab(history, tr("History grid"));
    setHint(tr("The iteration's own decode, up to 5 a second: no extra memory"));
    connect(picture_, &PicturePage::picturesChanged, this, [this] {
        grid_stale_ = true;
        refreshGrid();
    });
    connect(tabs(), &QTabWidget::currentChanged, this, &PicturePanel::refreshGrid);
    connect(grid_, &ImageGrid::activated, this, [this](int index) {
        picture_->choose(index);
        tabs()->setCurrentWidget(picture_);
    });
    offerPictures(grid_, [] { return QStringLiteral("history"); });
    grid_->setFileOf([this](int index) {
        const PaintedPicture& picture = picture_->pictures().at(index);
        return PictureFile{QStringLiteral("iteration-%1").arg(picture.step), fromUtf8(picture.path)};
    });
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        if (sample.kind != SampleKind::Picture || sample.raw.empty()) return;
        picture_->add({sample.step, toImage(sample.raw.front()), sample.path});
    });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        if (run.config && run.config->model != kVqganClip) return;
        past_task_.cancel();
        picture_->clear();
        refreshTexts();
    });
    picture_->history()->markEvents(bridge_, Page::Imagine);
    connect(bridge_, &SessionBridge::progress, this, [this](const QString& what, double) {
        wait_ = what;
        refreshTexts();
    });
    connect(bridge_, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (state == RunState::Preparing) error_.clear();
        wait_.clear();
        refreshTexts();
    });
    connect(bridge_, &SessionBridge::failed, this, [this](const Failed& e) {
        error_ = coreText(e.error.message);
        refreshTexts();
    });
    connect(bridge_, &SessionBridge::draftChanged, this, &PicturePanel::refreshTexts);
    picture_->setStarts(new FrameStarts(bridge, this));  // told of a run after the pictures were cleared
    refreshTexts();
}

void PicturePanel::refreshTexts() {
    const ImagineConfig& config = bridge_->config()->own<ImagineConfig>();
    const QSize size(static_cast<int>(config.width), static_cast<int>(config.height));
    const QString pixels = tr("%1 px").arg(sizeWords(config.width, config.height));
    if (bridge_->state() == RunState::Preparing)
        return picture_->setEmpty(size, wait_.isEmpty() ? tr("Preparing") : capitalised(wait_), pixels);
    if (bridge_->state() == RunState::Failed && !error_.isEmpty())
        return picture_->setEmpty(size, tr("The picture could not be painted"), error_);
    QString start = tr("The picture starts from noise");
    if (config.start == ImagineStart::Match && config.vqgan_file.empty())
        start = tr("The picture starts from the best match of the built-in library");
    if (config.start == ImagineStart::Gradient) start = tr("The picture starts from a gradient");
    if (config.start == ImagineStart::Picture)
        start = tr("The picture starts from %1").arg(fileNameText(fromUtf8(config.start_picture)));
    if (config.start == ImagineStart::Folder)
        start = config.start_folder.empty()
                    ? tr("Each picture of a folder is painted on in turn")
                    : tr("The pictures of %1 are painted on in turn").arg(fileNameText(fromUtf8(config.start_folder)));
    picture_->setEmpty(size, start, tr("%1. Write what to paint at the left, then Start.").arg(pixels));
}

void PicturePanel::refreshGrid() {
    if (!grid_stale_ || !gridShown()) return;
    grid_stale_ = false;
    const PaintedHistory& pictures = picture_->pictures();
    QList<QImage> images;
    for (int i = 0; i < pictures.count(); ++i) images.append(pictures.at(i).image);
    grid_->setImages(
        images, [this](int index) { return picture_->imageOf(picture_->pictures().at(index)); },
        pictures.empty() ? QSize() : pictures.at(0).size);
}

void PicturePanel::setPast(const std::vector<std::string>& paths) {
    past_task_.start(
        [paths](const BackgroundTask::Report&, std::stop_token stop) {
            std::vector<PaintedPicture> out;
            for (const std::string& file : paths) {
                if (stop.stop_requested()) break;
                const auto step = step_of_sample(file);
                const QSize size = QImageReader(fromUtf8(file)).size();  // its pixels are read when they are looked at
                if (step && size.isValid()) out.push_back({*step, size, file});
            }
            return out;
        },
        [this](std::vector<PaintedPicture> past) {
            const qint64 newest =
                picture_->pictures().empty() ? -1 : picture_->pictures().at(picture_->pictures().count() - 1).step;
            for (const PaintedPicture& p : past)
                if (newest < 0 || p.step < newest) picture_->add(p);
        });
}

bool PicturePanel::gridShown() const { return tabs()->currentWidget()->isAncestorOf(grid_); }

ImageGrid* PicturePanel::activeGrid() const {
    if (tabs()->currentWidget() == cutouts_) return cutouts_->grid();
    return gridShown() ? grid_ : picture_->grid();
}

HistoryRow* PicturePanel::historyRow() const { return picture_->history(); }
bool PicturePanel::askToEnlargeShown() { return picture_->askToEnlargeShown(); }
void PicturePanel::toggleSingle() { tabs()->setCurrentIndex(gridShown() ? 0 : tabs()->count() - 1); }
void PicturePanel::toggleCompare() {
    tabs()->setCurrentWidget(picture_);
    picture_->setView(picture_->view() == PicturePage::View::Compare ? PicturePage::View::Picture
                                                                     : PicturePage::View::Compare);
}

}  // namespace headroom::ui
