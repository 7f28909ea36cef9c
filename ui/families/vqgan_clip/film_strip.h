// FilmStrip: the kept pictures of a run side by side, as many as there is room for, spread over the whole run.
#pragma once

#include "ui/models/picture_store.h"
#include "ui/widgets/history_slider.h"

#include <QHash>
#include <QPixmap>

#include <functional>

namespace headroom::ui {

class FilmStrip : public HistorySlider {
    Q_OBJECT
public:
    /// `picture`: the kept picture with an index; null while it is read.
    explicit FilmStrip(std::function<QImage(int)> picture, QWidget* parent = nullptr);

    /// The picture of a step has changed.
    void forget(qint64 step) { thumbnails_.remove(step); }
    void forgetAll();
    /// Which kept pictures are shown, left to right; the chosen one and the newest are always among them.
    QList<int> shown() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    int nearest(double x) const override;
    double xOf(qint64 step) const override;

private:
    QRect cell(int place, int places) const;
    QSize cellSize() const;
    QPixmap thumbnail(int index, const QSize& size);

    std::function<QImage(int)> picture_;
    QHash<qint64, QPixmap> thumbnails_;  ///< by step
    QSize thumbnail_size_;
    PictureShare share_;
};

}  // namespace headroom::ui
