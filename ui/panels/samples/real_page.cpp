// RealPage: see real_page.h.
#include "ui/panels/samples/real_page.h"

#include "core/api/param_schema.h"
#include "core/api/services.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/panels/samples/zoom_bar.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/image_grid.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QShowEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::ui {

RealPage::RealPage(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent), bridge_(bridge), stack_(new QStackedWidget(this)),
      empty_(new EmptyState(QStringLiteral("photo-search"), tr("No real images yet"), QString(), this)), grid_(new ImageGrid(this)),
      previous_(new IconButton(QStringLiteral("player-skip-back"), tr("Previous page"), this)),
      next_(new IconButton(QStringLiteral("player-skip-forward"), tr("Next page"), this)), text_(new QLabel(this)) {
    auto* full = new QWidget(this);
    auto* column = new QVBoxLayout(full);
    column->setContentsMargins(8, 4, 8, 8);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(previous_);
    row->addWidget(next_);
    row->addSpacing(4);
    row->addWidget(text_);
    row->addStretch();
    row->addWidget(new ZoomBar(grid_, this));
    column->addLayout(row);
    column->addWidget(grid_, 1);
    stack_->addWidget(empty_);
    stack_->addWidget(full);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(stack_);
    text_->setProperty("role", "hint");
    grid_->setAccessibleName(tr("Real images"));
    connect(previous_, &IconButton::clicked, this, [this] { load(std::max<qint64>(0, first_ - kPage)); });
    connect(next_, &IconButton::clicked, this, [this] { load(first_ + kPage); });
    connect(grid_, &ImageGrid::activated, this, [this] { grid_->setSingle(!grid_->single()); });
    connect(grid_, &ImageGrid::menuRequested, this, [this](int i, const QPoint& at) { showPictureMenu(grid_, i, at, QStringLiteral("real")); });
    connect(bridge_, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        forget();
        total_ = run.data_count;
    });
    connect(bridge_, &SessionBridge::sampleReady, this, [this](const SampleReady& sample) {
        if (sample.kind == SampleKind::Real) show(sample.raw);
    });
    connect(bridge_, &SessionBridge::draftChanged, this, [this] {
        if (outOfDate()) forget();
    });
    waitingText();
}

bool RealPage::outOfDate() const {
    for (const auto& [key, value] : difference(shown_for_, *bridge_->config())) {
        if (key.starts_with("data.") || key == "image.size") return true;
    }
    return false;
}

QString RealPage::text() const { return text_->text(); }

void RealPage::waitingText() {
    empty_->setIcon(QStringLiteral("photo-search"));
    empty_->setTitle(waiting_ ? tr("Reading the real images") : tr("No real images yet"));
    empty_->setText(waiting_ ? tr("The pictures of the data set appear here as training sees them.")
                             : tr("They appear here once a data set is chosen and can be read."));
}

void RealPage::forget() {
    task_.cancel();
    images_.clear();
    waiting_ = false;
    first_ = total_ = 0;
    grid_->setImages({});
    waitingText();
    stack_->setCurrentIndex(0);
    if (isVisible()) ensureLoaded();
}

void RealPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ensureLoaded();
}

void RealPage::ensureLoaded() {
    if (images_.empty() && !waiting_) load(0);
}

void RealPage::load(qint64 first) {
    first_ = first;
    shown_for_ = *bridge_->config();
    const RunState state = bridge_->state();
    if (state == RunState::Running || state == RunState::Paused) {
        waiting_ = true;
        SampleRequest request;
        request.kind = SampleKind::Real;
        request.count = kPage;
        request.first = first;
        bridge_->requestSample(request);
    } else if (services_) {
        waiting_ = true;
        DatasetQuery query;
        query.config = *bridge_->config();
        query.thumbnails_wanted = kPage;
        query.first = first;
        task_.start([services = services_, query](const BackgroundTask::Report& report, std::stop_token stop) { return services->inspect_dataset(query, report, stop); },
                    [this](Result<DatasetReport> report) {
                        if (!report) return fail(QString::fromStdString(report.error().message), QString::fromStdString(report.error().hint));
                        total_ = report->accepted;
                        show(report->thumbnails);
                    });
    }
    waitingText();
    refresh();
}

void RealPage::show(const ImageList& images) {
    waiting_ = false;
    images_ = images;
    grid_->setImages(toImages(images));
    stack_->setCurrentIndex(images.empty() ? 0 : 1);
    waitingText();
    refresh();
    Q_EMIT imagesChanged();
}

void RealPage::fail(const QString& message, const QString& hint) {
    waiting_ = false;
    empty_->setIcon(QStringLiteral("alert-triangle"), Token::Err);
    empty_->setTitle(tr("The data set cannot be read"));
    empty_->setText(message + QLatin1Char('\n') + hint);
    stack_->setCurrentIndex(0);
}

void RealPage::refresh() {
    const qint64 shown = static_cast<qint64>(images_.size());
    previous_->setEnabled(!waiting_ && first_ > 0);
    next_->setEnabled(!waiting_ && shown == kPage && (total_ == 0 || first_ + shown < total_));
    text_->setText(total_ > 0 ? tr("Images %1–%2 of %3").arg(countText(first_ + 1), countText(first_ + shown), countText(total_))
                              : tr("Images %1–%2").arg(countText(first_ + 1), countText(first_ + shown)));
}

}  // namespace headroom::ui
