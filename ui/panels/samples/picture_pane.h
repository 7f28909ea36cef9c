// PicturePane: one or two image grids side by side with captions; the second follows zoom and choice of the first.
#pragma once

#include <QImage>
#include <QList>
#include <QWidget>

class QLabel;

namespace headroom::ui {

class ImageGrid;

class PicturePane : public QWidget {
    Q_OBJECT
public:
    explicit PicturePane(QWidget* parent = nullptr);

    void showOne(const QList<QImage>& images);
    void showTwo(const QList<QImage>& left, const QString& left_caption, const QList<QImage>& right,
                 const QString& right_caption);
    bool two() const;
    ImageGrid* grid() const { return left_; }
    ImageGrid* second() const { return right_; }

private:
    QWidget* column(ImageGrid* grid, QLabel* caption);

    ImageGrid *left_, *right_;
    QLabel *left_caption_, *right_caption_;
    QWidget* right_column_;
};

}  // namespace headroom::ui
