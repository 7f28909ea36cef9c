// ImageGridLayout: where the cells of an image grid lie. Integer cells of one size, so that none differs by a pixel.
#pragma once

#include <QRect>
#include <QSize>

namespace headroom::ui {

struct ImageGridLayout {
    static constexpr int kGap = 4;

    int count = 0;
    int columns = 1;
    QSize cell;
    int left = 0, top = 0;  ///< of the block within the viewport, before scrolling

    int rows() const { return columns > 0 ? (count + columns - 1) / columns : 0; }
    QSize content() const;
    QRect cellRect(int index) const;
    /// The picture at `pos` (content coordinates), or -1.
    int indexAt(QPoint pos) const;

    /// Cells that cover `area` best at a readable size; pictures that find no room lie below and are scrolled to.
    static ImageGridLayout fitted(int count, QSize picture, QSize area);
    /// Cells of `zoom` times the picture's size, centred.
    static ImageGridLayout zoomed(int count, QSize picture, double zoom, QSize area);
};

}  // namespace headroom::ui
