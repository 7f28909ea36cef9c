// What the pages of pictures are made of: ZoomBar, PicturePane, GridPage, HistoryRow, PictureTabs.
#include "ui/panels/samples/picture_pane.h"

#include "ui/bridge/session_bridge.h"
#include "ui/families/registry.h"
#include "ui/models/mark_text.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/widgets/history_slider.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/tab_corner.h"

#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace headroom::ui {

PicturePane::PicturePane(QWidget* parent)
    : QWidget(parent),
      left_(new ImageGrid(this)),
      right_(new ImageGrid(this)),
      left_caption_(makeLabel("small", this, Wrap::On)),  // long ones do not hold the pictures wide
      right_caption_(makeLabel("small", this, Wrap::On)),
      left_column_(boxed(columnOf({left_caption_, {left_, 1}}, 4), this)),
      right_column_(boxed(columnOf({right_caption_, {right_, 1}}, 4), this)) {
    rowIn(this, {}, 12, {{left_column_, 1}, {right_column_, 1}});
    right_column_->hide();
    left_caption_->hide();
    connect(left_, &ImageGrid::currentChanged, right_, &ImageGrid::setCurrent);
    connect(right_, &ImageGrid::currentChanged, left_, &ImageGrid::setCurrent);
    connect(left_, &ImageGrid::viewChanged, this, [this] {
        if (!two()) return;
        right_->setSingle(left_->single());
        left_->fits() ? right_->setFit() : right_->setZoom(left_->zoom());
    });
}

bool PicturePane::two() const { return !left_column_->isHidden() && !right_column_->isHidden(); }

void PicturePane::setName(const QString& name) {
    name_ = name;
    if (!two()) left_->setAccessibleName(name_);
}

void PicturePane::showOne(const QList<QImage>& images, std::function<QImage(int)> reader, const QSize& size) {
    left_column_->show();
    right_column_->hide();
    left_caption_->hide();
    left_->setAccessibleName(name_);
    left_->setImages(images, std::move(reader), size);
}

void PicturePane::showTwo(const QList<QImage>& left, const QString& left_caption, const QList<QImage>& right,
                          const QString& right_caption) {
    if (trouble_) trouble_->hide();
    right_caption_->setText(right_caption);
    right_->setAccessibleName(right_caption);
    right_->show();
    right_->setImages(right);
    right_->setCurrent(left_->current());
    showLeft(left, left_caption);
}

void PicturePane::showTrouble(const QList<QImage>& left, const QString& left_caption, const QString& title,
                              const QString& text) {
    inPlaceOfSecond()->sayTrouble(title, text);
    showLeft(left, left_caption);
}

void PicturePane::showUnreadable(const QString& path) {
    inPlaceOfSecond()->sayUnreadable(path);
    showLeft({}, {});
    left_column_->hide();
}

EmptyState* PicturePane::inPlaceOfSecond() {
    if (!trouble_) {
        trouble_ = new EmptyState(QStringLiteral("alert-triangle"), QString(), QString(), right_column_);
        connect(trouble_->addButton(tr("Try again")), &QPushButton::clicked, this, &PicturePane::tryAgain);
        qobject_cast<QBoxLayout*>(right_column_->layout())->addWidget(trouble_, 1);
    }
    right_caption_->clear();
    right_->hide();
    right_->setImages({});
    trouble_->show();
    return trouble_;
}

void PicturePane::showLeft(const QList<QImage>& images, const QString& caption) {
    left_caption_->setText(caption);
    left_caption_->show();
    left_->setAccessibleName(caption);
    left_column_->show();
    right_column_->show();
    left_->setImages(images);
}

ZoomBar::ZoomBar(ImageGrid* grid, QWidget* parent) : QWidget(parent) {
    auto* figure = makeLabel("small", this);
    auto* out =
        onClick(new IconButton(QStringLiteral("zoom-out"), tr("Zoom out (−)"), this), grid, &ImageGrid::zoomOut);
    auto* in = onClick(new IconButton(QStringLiteral("zoom-in"), tr("Zoom in (+)"), this), grid, &ImageGrid::zoomIn);
    auto* fit =
        onClick(new IconButton(QStringLiteral("maximize"), tr("Fit into the panel"), this), grid, &ImageGrid::setFit);
    figure->setAlignment(Qt::AlignCenter);
    figure->setToolTip(tr("Size of the pictures on screen; 100 % shows each pixel once (0)"));
    rowIn(this, {}, 4, {out, figure, in, fit});
    const auto refresh = [grid, figure] {
        figure->setMinimumWidth(figure->fontMetrics().horizontalAdvance(QStringLiteral("1,600 %")) + 8);
        figure->setText(tr("%1 %").arg(countText(qRound(grid->zoom() * 100))));
    };
    connect(grid, &ImageGrid::viewChanged, this, refresh);
    refresh();
}

GridPage::GridPage(const QString& icon, const QString& name, const QString& file, QWidget* parent)
    : QWidget(parent),
      empty_(new EmptyState(icon, QString(), QString(), this)),
      grid_(named(new ImageGrid(this), name)),
      tools_(new QHBoxLayout),
      text_(makeLabel("hint", this, Wrap::On)) {
    auto* head = rowOf({tools_, {text_, 1}, new ZoomBar(grid_, this)}, -1, {4, 0, 4, 0});
    columnIn(this, {}, 0, {empty_->inPlaceOf(boxed(columnOf({head, {grid_, 1}}, 4, {8, 4, 8, 8}), this))});
    connect(grid_, &ImageGrid::activated, this, [this] { grid_->setSingle(!grid_->single()); });
    offerPictures(grid_, [file] { return file; });
}

void GridPage::addTool(QWidget* tool) { tools_->addWidget(tool); }
void GridPage::setText(const QString& text, bool bad) {
    text_->setText(text);
    restyle(text_, "role", bad ? "bad" : "hint");
}

HistoryRow::HistoryRow(QWidget* parent, HistorySlider* slider, const QString& step)
    : QFrame(parent),
      slider_(slider ? slider : new HistorySlider),
      play_(new IconButton(QStringLiteral("player-play"), tr("Play the history"), this)),
      previous_(new IconButton(QStringLiteral("player-skip-back"), tr("Older sample ([)"), this)),
      next_(new IconButton(QStringLiteral("player-skip-forward"), tr("Newest sample"), this)),
      text_(makeLabel("small", this)),
      step_(step) {
    slider_->setStepName(step);
    rowIn(this, {12, 4, 12, 4}, 4, {play_, previous_, {slider_, 1}, next_, gap(8), text_});
    timer_.setInterval(150);
    connect(play_, &IconButton::clicked, this, [this] { setPlaying(!playing()); });
    connect(previous_, &IconButton::clicked, this, &HistoryRow::older);
    connect(next_, &IconButton::clicked, this, &HistoryRow::newest);
    connect(slider_, &HistorySlider::valueChanged, this, &HistoryRow::refresh);
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (slider_->atNewest() || !isVisible()) return setPlaying(false);
        slider_->setValue(slider_->value() + 1);
    });
    refresh();
}

void HistoryRow::setSteps(const QList<qint64>& steps) {
    steps_ = steps;
    slider_->setSteps(steps);
    refresh();
}

void HistoryRow::markEvents(SessionBridge* bridge, Page page) {
    connect(bridge, &SessionBridge::paramApplied, this, [this, bridge, page](const ParamApplied& change) {
        const ModelKind kind = bridge->config()->model;
        if (const auto mark = markOf(change, kind); mark && page_of(kind) == page) slider_->addMark(*mark);
    });
    connect(bridge, &SessionBridge::oomRecovered, this, [this, bridge, page](const OomRecovered& event) {
        if (page_of(bridge->config()->model) == page) slider_->addMark(markOf(event));
    });
}

void HistoryRow::clear() {
    before_peek_.reset();
    slider_->clear();
    setSteps({});
}

void HistoryRow::peek(bool on, qint64 step) {
    if (!on) {
        if (const auto before = std::exchange(before_peek_, std::nullopt))
            *before == kFollow ? newest() : showNearest(*before);
        return;
    }
    if (steps_.isEmpty() || playing()) return;
    if (!before_peek_) before_peek_ = slider_->atNewest() ? kFollow : steps_.value(slider_->value());
    showNearest(step);
}

void HistoryRow::showNearest(qint64 step) {
    const auto away = [step](qint64 kept) { return std::abs(kept - step); };
    slider_->setValue(static_cast<int>(std::ranges::min_element(steps_, {}, away) - steps_.begin()));
}

void HistoryRow::older() { slider_->setValue(slider_->value() - 1); }
void HistoryRow::newer() { slider_->setValue(slider_->value() + 1); }
void HistoryRow::newest() { slider_->setValue(slider_->count() - 1); }

void HistoryRow::setPlaying(bool on) {
    if (on && slider_->atNewest()) slider_->setValue(0);
    on && slider_->count() > 1 ? timer_.start() : timer_.stop();
    play_->setIconName(playing() ? QStringLiteral("player-pause") : QStringLiteral("player-play"));
    play_->setToolTip(playing() ? tr("Hold the history") : tr("Play the history"));
    play_->setAccessibleName(play_->toolTip());
}

void HistoryRow::refresh() {
    const int current = slider_->value();
    previous_->setEnabled(current > 0);
    next_->setEnabled(current >= 0 && !slider_->atNewest());
    play_->setEnabled(slider_->count() > 1);
    if (current < 0) return text_->setText(tr("No samples yet"));
    const QString kept = tr("%1 kept").arg(countText(slider_->count()));
    const QString step = step_.arg(countText(steps_.value(current)));
    text_->setText(slider_->atNewest()
                       ? tr("%1 · newest · %2").arg(step, kept)
                       : tr("%1 · %2 of %3").arg(step, countText(current + 1), countText(slider_->count())));
    // The longest text keeps the slider's end where it is while the figures change.
    const QString longest = tr("%1 · newest · %2").arg(step_.arg(countText(steps_.last())), kept);
    text_->setMinimumWidth(text_->fontMetrics().horizontalAdvance(longest) + 4);
}

QWidget* pageWithHistory(QWidget* tools, QWidget* pictures, HistoryRow* history, QWidget* parent) {
    return boxed(columnOf({tools, {columnOf({pictures}, 0, {8, 0, 8, 8}), 1}, hairline(parent), history}, 0), parent);
}

namespace {

/// Pages that are not in front are not asked how large they would be, for which all that is in them would be styled: the splitter says how large
/// they are.
class FrontTabs : public QTabWidget {
public:
    explicit FrontTabs(QWidget* parent) : QTabWidget(parent) {
        connect(this, &QTabWidget::currentChanged, this, [this] { updateGeometry(); });
    }
    QSize sizeHint() const override { return around(currentWidget() ? currentWidget()->sizeHint() : QSize()); }
    QSize minimumSizeHint() const override {
        return around(currentWidget() ? currentWidget()->minimumSizeHint() : QSize());
    }
    bool hasHeightForWidth() const override { return false; }

private:
    QSize around(const QSize& page) const { return page.expandedTo({0, 0}) + QSize(0, tabBar()->sizeHint().height()); }
};

}  // namespace

PictureTabs::PictureTabs(QWidget* parent)
    : QWidget(parent), tabs_(new FrontTabs(this)), corner_(makeLabel("hint", this)) {
    setObjectName(QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // rows stack where it is narrow
    corner_->setContentsMargins(8, 0, 12, 0);
    columnIn(this, {}, 0, {tabs_});
}

void PictureTabs::setHint(const QString& text) {
    corner_->setText(text);
    if (!corner_fit_) corner_fit_ = new TabCorner(tabs_, corner_);
    corner_fit_->fit();
}

}  // namespace headroom::ui
