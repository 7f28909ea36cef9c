// PictureScreen: see picture_screen.h.
#include "ui/families/vqgan_clip/picture_screen.h"

#include "ui/widgets/boxes.h"
#include "ui/widgets/image_grid.h"

#include <QKeyEvent>

namespace headroom::ui {

PictureScreen::PictureScreen(QWidget* owner) : QWidget(owner, Qt::Window), grid_(new ImageGrid(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Picture"));
    grid_->setSingle(true);
    grid_->setGround(Token::Win);
    grid_->setAccessibleName(tr("Painted picture"));
    auto* column = columnIn(this, {0, 0, 0, 0});
    column->addWidget(grid_);
    setFocusProxy(grid_);
    connect(grid_, &ImageGrid::activated, this, &QWidget::close);
}

void PictureScreen::setPicture(const QImage& picture) { grid_->setImages({picture}); }

void PictureScreen::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_F11)
        close();
    else
        QWidget::keyPressEvent(event);
}

}  // namespace headroom::ui
