// What the pages of pictures are made of: ZoomBar, PicturePane, GridPage, PictureTabs.
#include "ui/panels/samples/picture_pane.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/panels/samples/history_row.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/tab_corner.h"

#include <QDir>
#include <QTabBar>
#include <QTabWidget>

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

void PicturePane::showOne(const QList<QImage>& images) {
    left_column_->show();
    right_column_->hide();
    left_caption_->hide();
    left_->setAccessibleName(name_);
    left_->setImages(images);
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
    if (!trouble_) {
        trouble_ = new EmptyState(QStringLiteral("alert-triangle"), QString(), QString(), right_column_);
        connect(trouble_->addButton(tr("Try again")), &QPushButton::clicked, this, &PicturePane::tryAgain);
        qobject_cast<QBoxLayout*>(right_column_->layout())->addWidget(trouble_, 1);
    }
    right_caption_->clear();
    right_->hide();
    right_->setImages({});
    trouble_->sayTrouble(title, text);
    trouble_->show();
    showLeft(left, left_caption);
}

void PicturePane::showUnreadable(const QString& path) {
    const QString why = PictureStore::get().problem(path);
    showTrouble({}, {}, tr("The file of this step cannot be read"),
                why.isEmpty() ? tr("%1 is missing or damaged.").arg(pathText(QDir::toNativeSeparators(path))) : why);
    left_column_->hide();
}

void PicturePane::showLeft(const QList<QImage>& images, const QString& caption) {
    left_caption_->setText(caption);
    left_caption_->show();
    left_->setAccessibleName(caption);
    left_column_->show();
    right_column_->show();
    left_->setImages(images);
}

ZoomBar::ZoomBar(ImageGrid* grid, QWidget* parent) : QWidget(parent), grid_(grid), figure_(makeLabel("small", this)) {
    auto* out = new IconButton(QStringLiteral("zoom-out"), tr("Zoom out (−)"), this);
    auto* in = new IconButton(QStringLiteral("zoom-in"), tr("Zoom in (+)"), this);
    auto* fit = new IconButton(QStringLiteral("maximize"), tr("Fit into the panel"), this);
    figure_->setAlignment(Qt::AlignCenter);
    figure_->setToolTip(tr("Size of the pictures on screen; 100 % shows each pixel once (0)"));
    rowIn(this, {}, 4, {out, figure_, in, fit});
    connect(out, &IconButton::clicked, grid_, &ImageGrid::zoomOut);
    connect(in, &IconButton::clicked, grid_, &ImageGrid::zoomIn);
    connect(fit, &IconButton::clicked, grid_, &ImageGrid::setFit);
    connect(grid_, &ImageGrid::viewChanged, this, &ZoomBar::refresh);
    refresh();
}

void ZoomBar::refresh() {
    figure_->setMinimumWidth(figure_->fontMetrics().horizontalAdvance(QStringLiteral("1,600 %")) + 8);
    figure_->setText(tr("%1 %").arg(countText(qRound(grid_->zoom() * 100))));
}

GridPage::GridPage(EmptyState* empty, const QString& name, const QString& file, QWidget* parent)
    : QWidget(parent),
      empty_(empty),
      grid_(new ImageGrid(this)),
      tools_(new QHBoxLayout),
      text_(makeLabel("hint", this, Wrap::On)) {
    auto* full = new QWidget(this);
    columnIn(full, {8, 4, 8, 8}, 4,
             {rowOf({tools_, {text_, 1}, new ZoomBar(grid_, this)}, -1, {4, 0, 4, 0}), {grid_, 1}});
    columnIn(this, {}, 0, {empty_->inPlaceOf(full)});
    grid_->setAccessibleName(name);
    connect(grid_, &ImageGrid::activated, this, [this] { grid_->setSingle(!grid_->single()); });
    offerPictures(grid_, [file] { return file; });
}

void GridPage::addTool(QWidget* tool) { tools_->addWidget(tool); }
void GridPage::setText(const QString& text, bool bad) {
    text_->setText(text);
    restyle(text_, "role", bad ? "bad" : "hint");
}
QString GridPage::text() const { return text_->text(); }

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

void PictureTabs::older() { historyRow()->older(); }
void PictureTabs::newer() { historyRow()->newer(); }
void PictureTabs::peek(bool on, qint64 step) { historyRow()->peek(on, step); }
void PictureTabs::zoomIn() { activeGrid()->zoomIn(); }
void PictureTabs::zoomOut() { activeGrid()->zoomOut(); }
void PictureTabs::zoomReset() { activeGrid()->setZoom(1.0); }

}  // namespace headroom::ui
