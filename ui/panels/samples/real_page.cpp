// RealPage: pages of the data set's pictures as training sees them.
#include "ui/panels/samples/real_page.h"

#include "core/api/param_schema.h"
#include "core/api/services.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/run_words.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QShowEvent>

namespace headroom::ui {

RealPage::RealPage(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      ask_(bridge),
      page_(new GridPage(new EmptyState(QStringLiteral("photo-search"), tr("No real images yet"), QString(), this),
                         tr("Real images"), QStringLiteral("real"), this)),
      previous_(new IconButton(QStringLiteral("player-skip-back"), tr("Previous page"), this)),
      next_(new IconButton(QStringLiteral("player-skip-forward"), tr("Next page"), this)) {
    page_->addTool(previous_);
    page_->addTool(next_);
    columnIn(this, {}, 0, {page_});
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
    connect(page_->empty()->addRetry(tr("Try again")), &QPushButton::clicked, this, [this] { load(first_); });
    connect(bridge_, &SessionBridge::draftChanged, this, [this] {
        if (outOfDate()) forget();
    });
    connect(&PictureStore::get(), &PictureStore::full, this, [this] {
        if (!lookedAt() && !images_.empty()) letGo();  // they are read again when they are looked at
    });
    waitingText();
}

bool RealPage::outOfDate() const {
    for (const auto& [key, value] : difference(shown_for_, *bridge_->config()))
        if (key.starts_with("data.") || key == "image.size") return true;
    return false;
}

ImageGrid* RealPage::grid() const { return page_->grid(); }
QString RealPage::text() const { return page_->text(); }

void RealPage::waitingText() {
    page_->empty()->say(waiting() ? tr("Reading the real images") : tr("No real images yet"),
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
    page_->empty()->giveWay(false);
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
    QWidget::showEvent(event);
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
    page_->empty()->giveWay(!images.empty());
    waitingText();
    refresh();
    Q_EMIT imagesChanged();
}

void RealPage::fail(const Error& error) {
    problem_ = errorText(error);
    page_->empty()->sayTrouble(tr("The data set cannot be read"), problem_);
    page_->empty()->giveWay(false);
    Q_EMIT imagesChanged();
}

void RealPage::refresh() {
    const qint64 shown = static_cast<qint64>(images_.size());
    previous_->setEnabled(!waiting() && first_ > 0);
    next_->setEnabled(!waiting() && shown == kPage && (total_ == 0 || first_ + shown < total_));
    page_->setText(
        total_ > 0 ? tr("Images %1–%2 of %3").arg(countText(first_ + 1), countText(first_ + shown), countText(total_))
                   : tr("Images %1–%2").arg(countText(first_ + 1), countText(first_ + shown)));
}

}  // namespace headroom::ui
