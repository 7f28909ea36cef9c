// ZoomBar: out, figure, in, fit, for an image grid.
#pragma once

#include <QWidget>

class QLabel;

namespace headroom::ui {

class ImageGrid;

class ZoomBar : public QWidget {
    Q_OBJECT
public:
    explicit ZoomBar(ImageGrid* grid, QWidget* parent = nullptr);

private:
    void refresh();

    ImageGrid* grid_;
    QLabel* figure_;
};

}  // namespace headroom::ui
