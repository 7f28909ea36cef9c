// MetricsModel: the curves of a run, bounded.
#include "ui/models/metrics_model.h"

#include "ui/models/mark_text.h"

namespace headroom::ui {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// Losses, outputs of D and memory.
void read_training(const StepDone& s, MetricsRow& row) {
    read_memory(s, row);
    const auto put = [&row](Curve curve, double value) {
        row.mean[static_cast<std::size_t>(curve)] = static_cast<float>(value);
    };
    put(Curve::LossD, s.loss_d);
    put(Curve::LossG, s.loss_g);
    put(Curve::DReal, s.d_real);
    put(Curve::DFake, s.d_fake);
}

/// `later` follows `row`: one row that stands for both. `setting`: the place whose newest value holds; the others are averaged.
void merge(MetricsRow& row, const MetricsRow& later, std::size_t setting) {
    const float share = static_cast<float>(later.count) / static_cast<float>(row.count + later.count);
    for (std::size_t c = 0; c < kCurveCount; ++c) {
        if (std::isnan(later.mean[c])) continue;
        if (c == setting || std::isnan(row.mean[c]))
            row.mean[c] = later.mean[c];
        else
            row.mean[c] += (later.mean[c] - row.mean[c]) * share;
        row.low[c] = std::fmin(row.low[c], later.low[c]);
        row.high[c] = std::fmax(row.high[c], later.high[c]);
    }
    row.count += later.count;
    row.step = later.step;
    row.images = later.images;
    row.seconds = later.seconds;
}

}  // namespace

void read_memory(const StepDone& s, MetricsRow& row) {
    const auto bytes = [](Bytes b) { return b.count > 0 ? static_cast<float>(b.count) : kNone; };
    row.mean = {kNone, kNone, kNone, kNone, bytes(s.peak), bytes(s.others), bytes(s.budget), kNone};
}

MetricsModel::MetricsModel(QObject* parent, std::size_t capacity)
    : QObject(parent), reader_(read_training), capacity_(std::max<std::size_t>(capacity, 8)) {}

MetricsRow MetricsModel::rowOf(const StepDone& step) const {
    MetricsRow row{step.step, step.images, step.elapsed_seconds, 1, {}, {}, {}};
    reader_(step, row);
    for (float& value : row.mean)
        if (!std::isfinite(value)) value = kNone;
    row.low = row.high = row.mean;
    return row;
}

void MetricsModel::append(const std::vector<StepDone>& steps) {
    if (steps.empty()) return;
    for (const StepDone& step : steps) appendOne(step);
    Q_EMIT rowsChanged();
}

void MetricsModel::appendOne(const StepDone& step) {
    if (!rows_.empty() && step.step <= rows_.back().step) truncateFrom(step.step);
    const bool joins = rows_.size() > 1 && rows_.back().count < stride_;
    if (joins) {
        merge(rows_.back(), rowOf(step), setting_);
        return;
    }
    if (rows_.size() >= capacity_) thin();
    rows_.push_back(rowOf(step));
}

void MetricsModel::truncateFrom(std::int64_t step) {
    rows_.erase(std::ranges::lower_bound(rows_, step, {}, &MetricsRow::step), rows_.end());
    // What was the last but one may be joined now.
    truncateExtremes(rows_.empty() ? 0 : rows_.size() - 1);
    if (std::erase_if(marks_, [step](const MetricsMark& mark) { return mark.step > step; }) > 0) Q_EMIT marksChanged();
    resetSmooth();
}

void MetricsModel::thin() {
    std::size_t out = 1;  // the first row stays alone, so that the curve keeps its beginning
    for (std::size_t i = 1; i < rows_.size(); i += 2) {
        MetricsRow row = rows_[i];
        if (i + 1 < rows_.size()) merge(row, rows_[i + 1], setting_);
        rows_[out++] = row;
    }
    rows_.resize(out);
    stride_ *= 2;
    resetSmooth();
    truncateExtremes(0);
}

void MetricsModel::setHistory(const std::vector<StepDone>& steps, const std::vector<HistoryMark>& marks,
                              ModelKind kind) {
    rows_.clear();
    marks_.clear();
    stride_ = 1;
    resetSmooth();
    truncateExtremes(0);
    for (const StepDone& step : steps) appendOne(step);
    for (const HistoryMark& mark : marks) marks_.push_back(markOf(mark, kind));
    Q_EMIT rowsChanged();
    Q_EMIT marksChanged();
}

void MetricsModel::setSmoothing(double weight) {
    weight = std::clamp(weight, 0.0, 0.99);
    if (weight == smoothing_) return;
    smoothing_ = weight;
    resetSmooth();
    Q_EMIT rowsChanged();
}

void MetricsModel::resetSmooth() const {
    smooth_.clear();
    smooth_done_ = 0;
    state_.fill({});
    for (ExtremesPyramid& pyramid : smooth_extremes_) pyramid.truncate(0);
}

void MetricsModel::extendSmooth() const {
    smooth_.resize(rows_.size());
    // A row that stands for n steps is filtered as n equal steps, so that thinning leaves the curve where it was.
    for (std::size_t i = smooth_done_; i < rows_.size(); ++i) {
        const bool open = i + 1 == rows_.size();  // may still grow: do not keep the filter's state
        const double keep = std::pow(smoothing_, rows_[i].count);
        for (std::size_t c = 0; c < kCurveCount; ++c) {
            FilterState next = state_[c];
            if (!std::isnan(rows_[i].mean[c])) {
                next.sum = next.sum * keep + rows_[i].mean[c] * (1.0 - keep);
                next.weight *= keep;
            }
            smooth_[i][c] = std::isnan(rows_[i].mean[c]) || next.weight >= 1.0
                                ? kNone
                                : static_cast<float>(next.sum / (1.0 - next.weight));
            if (!open) state_[c] = next;
        }
        if (!open) smooth_done_ = i + 1;
    }
}

namespace {

double xOf(const MetricsRow& row, XAxis axis) {
    switch (axis) {
        case XAxis::Images: return static_cast<double>(row.images);
        case XAxis::Steps: return static_cast<double>(row.step);
        case XAxis::Time: break;
    }
    return row.seconds;
}

/// Collects points; per pixel column only the lowest and the highest stay, in the order in which they came.
class ColumnThinner {
public:
    ColumnThinner(double from, double to, int pixels) : from_(from), scale_(to > from ? pixels / (to - from) : 0.0) {}

    std::int64_t column(double x) const { return static_cast<std::int64_t>(std::floor((x - from_) * scale_)); }

    void add(double x, double y) {
        const std::int64_t column = this->column(x);
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

double MetricsModel::x(std::size_t i, XAxis axis) const { return xOf(rows_[i], axis); }

double MetricsModel::markX(const MetricsMark& mark, XAxis axis) const {
    if (axis == XAxis::Steps) return static_cast<double>(mark.step);
    if (axis == XAxis::Images) return static_cast<double>(mark.images);
    if (rows_.empty()) return 0.0;
    const std::size_t row = std::min(lowerBound(XAxis::Steps, static_cast<double>(mark.step)), rows_.size() - 1);
    return rows_[row].seconds;
}

std::size_t MetricsModel::lowerBound(XAxis axis, double x_value) const {
    const auto at = std::ranges::lower_bound(rows_, x_value, {}, [&](const MetricsRow& row) { return xOf(row, axis); });
    return static_cast<std::size_t>(at - rows_.begin());
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

template <class Range>
std::vector<QPointF> MetricsModel::points(XAxis axis, double from, double to, int pixels, ExtremesPyramid& pyramid,
                                          std::size_t final_rows, Range range) const {
    const auto [begin, end] = rowsWithin(axis, from, to);
    const bool all = end - begin <= static_cast<std::size_t>(std::max(pixels, 1)) * 2;
    ColumnThinner thinner(from, to, pixels);
    const auto take_row = [&, begin = begin, end = end](std::size_t i) {
        ++looks_;
        const std::pair<double, double> y = range(i);
        if (std::isnan(y.first)) return;
        if (y.first == y.second && (all || i == begin || i + 1 == end)) {
            thinner.keep(x(i, axis), y.first);
            return;
        }
        thinner.add(x(i, axis), y.first);
        if (y.first != y.second) thinner.add(x(i, axis), y.second);
    };
    if (all) {
        for (std::size_t i = begin; i < end; ++i) take_row(i);
        return thinner.take();
    }
    pyramid.extend(final_rows, range);
    const auto take_block = [&](const ExtremesPyramid::Block& block) {
        ++looks_;
        if (block.empty()) return;
        const QPointF low(x(block.low_row, axis), block.low), high(x(block.high_row, axis), block.high);
        const bool low_first = block.low_row <= block.high_row;
        for (const QPointF& point : {low_first ? low : high, low_first ? high : low}) thinner.add(point.x(), point.y());
    };
    take_row(begin);
    pyramid.visit(
        begin + 1, end - 1, [&](std::size_t i) { return thinner.column(x(i, axis)); }, take_row, take_block);
    take_row(end - 1);
    return thinner.take();
}

std::vector<QPointF> MetricsModel::rawPoints(Curve curve, XAxis axis, double from, double to, int pixels) const {
    const auto c = static_cast<std::size_t>(curve);
    const std::size_t final_rows = rows_.empty() ? 0 : rows_.size() - 1;  // the last one may still grow
    return points(axis, from, to, pixels, raw_extremes_[c], final_rows, [&](std::size_t i) {
        const MetricsRow& row = rows_[i];
        return row.low[c] == row.high[c] ? std::pair(row.mean[c], row.mean[c]) : std::pair(row.low[c], row.high[c]);
    });
}

std::vector<QPointF> MetricsModel::smoothPoints(Curve curve, XAxis axis, double from, double to, int pixels) const {
    extendSmooth();
    const auto c = static_cast<std::size_t>(curve);
    return points(axis, from, to, pixels, smooth_extremes_[c], smooth_done_,
                  [&](std::size_t i) { return std::pair(smooth_[i][c], smooth_[i][c]); });
}

}  // namespace headroom::ui
