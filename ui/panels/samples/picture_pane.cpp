// PicturePane: see picture_pane.h.
#include "ui/panels/samples/picture_pane.h"

#include "ui/widgets/boxes.h"
#include "ui/widgets/image_grid.h"

#include <QLabel>

namespace headroom::ui {

PicturePane::PicturePane(QWidget* parent)
    : QWidget(parent),
      left_(new ImageGrid(this)),
      right_(new ImageGrid(this)),
      left_caption_(new QLabel(this)),
      right_caption_(new QLabel(this)) {
    auto* row = rowIn(this, {0, 0, 0, 0}, 12);
    row->addWidget(column(left_, left_caption_), 1);
    right_column_ = column(right_, right_caption_);
    row->addWidget(right_column_, 1);
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

QWidget* PicturePane::column(ImageGrid* grid, QLabel* caption) {
    auto* box = new QWidget(this);
    auto* layout = columnIn(box, {0, 0, 0, 0}, 4);
    caption->setProperty("role", "small");
    layout->addWidget(caption);
    layout->addWidget(grid, 1);
    return box;
}

bool PicturePane::two() const { return !right_column_->isHidden(); }

void PicturePane::showOne(const QList<QImage>& images) {
    right_column_->hide();
    left_caption_->hide();
    left_->setImages(images);
}

void PicturePane::showTwo(const QList<QImage>& left, const QString& left_caption, const QList<QImage>& right,
                          const QString& right_caption) {
    left_caption_->setText(left_caption);
    right_caption_->setText(right_caption);
    left_caption_->show();
    right_column_->show();
    left_->setAccessibleName(left_caption);
    right_->setAccessibleName(right_caption);
    right_->setImages(right);
    right_->setCurrent(left_->current());
    left_->setImages(left);
}

}  // namespace headroom::ui
