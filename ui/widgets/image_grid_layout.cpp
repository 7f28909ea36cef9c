// ImageGridLayout: see image_grid_layout.h.
#include "ui/widgets/image_grid_layout.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

constexpr double kTarget = 100;  // a cell of this many pixels reads well
constexpr int kSmallest = 48;
constexpr int kLargestOfSome = 130;  // larger cells only when no picture is left out for them

}  // namespace

QSize ImageGridLayout::content() const {
    if (count == 0) return {};
    const int used = std::min(columns, count);
    return {left * 2 + used * (cell.width() + kGap) - kGap, top * 2 + rows() * (cell.height() + kGap) - kGap};
}

QRect ImageGridLayout::cellRect(int index) const {
    const int row = index / columns, column = index % columns;
    return {QPoint(left + column * (cell.width() + kGap), top + row * (cell.height() + kGap)), cell};
}

int ImageGridLayout::indexAt(QPoint pos) const {
    for (int i = 0; i < count; ++i) {
        if (cellRect(i).contains(pos)) return i;
    }
    return -1;
}

ImageGridLayout ImageGridLayout::fitted(int count, QSize picture, QSize area) {
    ImageGridLayout best;
    best.count = count;
    if (count == 0 || picture.isEmpty()) return best;
    const double aspect = static_cast<double>(picture.height()) / picture.width();
    double best_score = -1;
    int best_rows = 1;
    for (int columns = 1; columns <= count; ++columns) {
        for (int rows = 1; rows <= (count + columns - 1) / columns; ++rows) {
            const double across = static_cast<double>(area.width() + kGap) / columns - kGap;
            const double down = static_cast<double>(area.height() + kGap) / rows - kGap;
            const int width = static_cast<int>(std::min(across, down / aspect));
            if (width < 1 || (width < kSmallest && best_score >= 0)) continue;
            const double shown = std::min(columns * rows, count);
            if (shown < count && width > kLargestOfSome) continue;
            const double covered = shown * width * width * aspect / std::max(1, area.width() * area.height());
            // A full area first; then cells near the readable size, and rather all pictures than some.
            const double score = covered * covered * std::exp(-0.25 * std::abs(std::log(width / kTarget))) *
                                 (shown == count ? 1.1 : 1.0);
            if (score <= best_score) continue;
            best_score = score;
            best_rows = rows;
            best.columns = columns;
            best.cell = {width, static_cast<int>(std::lround(width * aspect))};
        }
    }
    const int used = std::min(best.columns, count);
    best.left = std::max(0, (area.width() - (used * (best.cell.width() + kGap) - kGap)) / 2);
    const bool all = best.columns * best_rows >= count;
    if (all) best.top = std::max(0, (area.height() - (best.rows() * (best.cell.height() + kGap) - kGap)) / 2);
    return best;
}

ImageGridLayout ImageGridLayout::zoomed(int count, QSize picture, double zoom, QSize area) {
    ImageGridLayout l;
    l.count = count;
    if (count == 0 || picture.isEmpty()) return l;
    l.cell = {std::max(1, static_cast<int>(std::lround(picture.width() * zoom))),
              std::max(1, static_cast<int>(std::lround(picture.height() * zoom)))};
    l.columns = std::clamp((area.width() + kGap) / (l.cell.width() + kGap), 1, count);
    l.left = std::max(0, (area.width() - (l.columns * (l.cell.width() + kGap) - kGap)) / 2);
    l.top = std::max(0, (area.height() - (l.rows() * (l.cell.height() + kGap) - kGap)) / 2);
    return l;
}

}  // namespace headroom::ui
