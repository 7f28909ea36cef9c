// PictureScreen: the painted picture on the whole screen; Esc, F11 or a double-click ends it.
#pragma once

#include <QImage>
#include <QWidget>

namespace headroom::ui {

class ImageGrid;

class PictureScreen : public QWidget {
    Q_OBJECT
public:
    /// A window of its own above `owner`; deletes itself when closed.
    explicit PictureScreen(QWidget* owner);
    void setPicture(const QImage& picture);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    ImageGrid* grid_;
};

}  // namespace headroom::ui
