// FilmStrip: the kept pictures of a run side by side, as many as there is room for, spread over the whole run.
#pragma once

#include "ui/widgets/history_slider.h"

#include <QHash>
#include <QImage>
#include <QPixmap>

#include <functional>

namespace headroom::ui {

class FilmStrip : public HistorySlider {
    Q_OBJECT
public:
    /// `picture`: the kept picture with an index.
    explicit FilmStrip(std::function<QImage(int)> picture, QWidget* parent = nullptr);

    /// Pictures may have changed under their steps.
    void forget();
    /// Which kept pictures are shown, left to right; the chosen one and the newest are always among them.
    QList<int> shown() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int nearest(double x) const override;
    double x(qint64 step) const override;

private:
    QRect cell(int place, int places) const;
    QSize cellSize() const;
    const QPixmap& thumbnail(int index, const QSize& size);

    std::function<QImage(int)> picture_;
    QHash<qint64, QPixmap> thumbnails_;  ///< by the picture's key
    QSize thumbnail_size_;
};

}  // namespace headroom::ui
