// MetricsModel: look-up along the x axis and thinning of curves to the pixels they are drawn on; see metrics_model.h.
#include "ui/models/metrics_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::ui {
namespace {

/// Collects points; per pixel column only the lowest and the highest stay, in the order in which they came.
class ColumnThinner {
public:
    ColumnThinner(double from, double to, int pixels) : from_(from), scale_(to > from ? pixels / (to - from) : 0.0) {}

    void add(double x, double y) {
        const auto column = static_cast<std::int64_t>(std::floor((x - from_) * scale_));
        if (held_ == 0 || column != column_) {
            flush();
            column_ = column;
            low_ = high_ = {x, y};
            low_first_ = true;
            held_ = 1;
            return;
        }
        ++held_;
        if (y < low_.y()) {
            low_ = {x, y};
            low_first_ = false;
        } else if (y > high_.y()) {
            high_ = {x, y};
            low_first_ = true;
        }
    }

    void keep(double x, double y) {
        flush();
        points_.emplace_back(x, y);
    }

    std::vector<QPointF> take() {
        flush();
        return std::move(points_);
    }

private:
    void flush() {
        if (held_ > 0) {
            points_.push_back(low_first_ ? low_ : high_);
            if (low_.y() != high_.y()) points_.push_back(low_first_ ? high_ : low_);
        }
        held_ = 0;
    }

    double from_, scale_;
    std::int64_t column_ = 0;
    int held_ = 0;
    bool low_first_ = true;
    QPointF low_, high_;
    std::vector<QPointF> points_;
};

}  // namespace

double MetricsModel::x(std::size_t i, XAxis axis) const {
    switch (axis) {
        case XAxis::Images: return static_cast<double>(rows_[i].images);
        case XAxis::Steps: return static_cast<double>(rows_[i].step);
        case XAxis::Time: break;
    }
    return rows_[i].seconds;
}

double MetricsModel::markX(const MetricsMark& mark, XAxis axis) const {
    if (axis == XAxis::Steps) return static_cast<double>(mark.step);
    if (axis == XAxis::Images) return static_cast<double>(mark.images);
    if (rows_.empty()) return 0.0;
    const std::size_t row = std::min(lowerBound(XAxis::Steps, static_cast<double>(mark.step)), rows_.size() - 1);
    return rows_[row].seconds;
}

std::size_t MetricsModel::lowerBound(XAxis axis, double x_value) const {
    std::size_t low = 0;
    std::size_t high = rows_.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (x(middle, axis) < x_value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::size_t MetricsModel::nearest(double x_value, XAxis axis) const {
    const std::size_t above = std::min(lowerBound(axis, x_value), rows_.size() - 1);
    if (above == 0) return 0;
    return x_value - x(above - 1, axis) <= x(above, axis) - x_value ? above - 1 : above;
}

std::pair<std::size_t, std::size_t> MetricsModel::rowsWithin(XAxis axis, double from, double to) const {
    std::size_t begin = lowerBound(axis, from);
    if (begin > 0) --begin;
    std::size_t end = lowerBound(axis, std::nextafter(to, std::numeric_limits<double>::infinity()));
    if (end < rows_.size()) ++end;
    return {begin, end};
}

std::vector<QPointF> MetricsModel::rawPoints(Curve curve, XAxis axis, double from, double to, int pixels) const {
    const auto [begin, end] = rowsWithin(axis, from, to);
    const auto c = static_cast<std::size_t>(curve);
    const bool all = end - begin <= static_cast<std::size_t>(std::max(pixels, 1)) * 2;
    ColumnThinner points(from, to, pixels);
    for (std::size_t i = begin; i < end; ++i) {
        const MetricsRow& row = rows_[i];
        if (std::isnan(row.mean[c])) continue;
        const double at = x(i, axis);
        if (row.low[c] == row.high[c]) {
            if (all || i == begin || i + 1 == end) {
                points.keep(at, row.mean[c]);
            } else {
                points.add(at, row.mean[c]);
            }
        } else {
            points.add(at, row.low[c]);
            points.add(at, row.high[c]);
        }
    }
    return points.take();
}

std::vector<QPointF> MetricsModel::smoothPoints(Curve curve, XAxis axis, double from, double to, int pixels) const {
    extendSmooth();
    const auto [begin, end] = rowsWithin(axis, from, to);
    const auto c = static_cast<std::size_t>(curve);
    const bool all = end - begin <= static_cast<std::size_t>(std::max(pixels, 1)) * 2;
    ColumnThinner points(from, to, pixels);
    for (std::size_t i = begin; i < end; ++i) {
        const double y = smooth_[i][c];
        if (std::isnan(y)) continue;
        if (all || i == begin || i + 1 == end) {
            points.keep(x(i, axis), y);
        } else {
            points.add(x(i, axis), y);
        }
    }
    return points.take();
}

}  // namespace headroom::ui
