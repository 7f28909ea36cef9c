// PictureScreen: see picture_screen.h.
#include "ui/panels/imagine/picture_screen.h"

#include "ui/widgets/image_grid.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace headroom::ui {

PictureScreen::PictureScreen(QWidget* owner) : QWidget(owner, Qt::Window), grid_(new ImageGrid(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Picture"));
    grid_->setSingle(true);
    grid_->setGround(Token::Win);
    grid_->setAccessibleName(tr("Painted picture"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
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
