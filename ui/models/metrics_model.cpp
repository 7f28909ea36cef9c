// MetricsModel: storage, thinning and smoothing; see metrics_model.h.
#include "ui/models/metrics_model.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

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
        if (c == setting || std::isnan(row.mean[c])) {
            row.mean[c] = later.mean[c];
        } else {
            row.mean[c] += (later.mean[c] - row.mean[c]) * share;
        }
        row.low[c] = std::fmin(row.low[c], later.low[c]);
        row.high[c] = std::fmax(row.high[c], later.high[c]);
    }
    row.count += later.count;
    row.step = later.step;
    row.images = later.images;
    row.seconds = later.seconds;
}

MetricsMark markOf(const HistoryMark& mark, ModelKind kind_of_run) {
    const auto has = [&](const char* word) { return mark.kind.find(word) != std::string::npos; };
    const auto kind = has("oom")          ? MetricsMark::Kind::Oom
                      : has("checkpoint") ? MetricsMark::Kind::Checkpoint
                                          : MetricsMark::Kind::Edit;
    if (kind == MetricsMark::Kind::Checkpoint) return {kind, mark.step, mark.images, {}, {}};
    if (kind == MetricsMark::Kind::Oom) {
        // Recorded as "out of memory survived; what was tried", or without the word where it ended the run.
        const bool survived =
            QString::fromStdString(mark.text).contains(QLatin1String("survived"), Qt::CaseInsensitive);
        return {survived ? kind : MetricsMark::Kind::OomFatal, mark.step, mark.images, oomWords(survived), {}};
    }
    // Edits are recorded as "key old to new": people know the key by its label.
    const std::size_t space = mark.text.find(' ');
    const ParamRow* row = find_param(std::string_view(mark.text).substr(0, space), kind_of_run);
    QString text = QString::fromStdString(mark.text);
    if (row && space != std::string::npos) {
        text = fromUtf8(row->label) + QString::fromStdString(mark.text.substr(space));
    }
    return {kind, mark.step, mark.images, text, {}};
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
    for (float& value : row.mean) {
        if (!std::isfinite(value)) value = kNone;
    }
    row.low = row.high = row.mean;
    return row;
}

void MetricsModel::clear() {
    rows_.clear();
    marks_.clear();
    stride_ = 1;
    resetSmooth();
    Q_EMIT rowsChanged();
    Q_EMIT marksChanged();
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
    const auto row = std::lower_bound(rows_.begin(), rows_.end(), step,
                                      [](const MetricsRow& r, std::int64_t s) { return r.step < s; });
    rows_.erase(row, rows_.end());
    const auto later = [step](const MetricsMark& mark) { return mark.step > step; };
    const auto gone = std::remove_if(marks_.begin(), marks_.end(), later);
    if (gone != marks_.end()) {
        marks_.erase(gone, marks_.end());
        Q_EMIT marksChanged();
    }
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
}

void MetricsModel::addMark(MetricsMark mark) {
    marks_.push_back(std::move(mark));
    Q_EMIT marksChanged();
}

void MetricsModel::setHistory(const std::vector<StepDone>& steps, const std::vector<HistoryMark>& marks,
                              ModelKind kind) {
    rows_.clear();
    marks_.clear();
    stride_ = 1;
    resetSmooth();
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

double MetricsModel::smoothed(Curve curve, std::size_t i) const {
    extendSmooth();
    return smooth_[i][static_cast<std::size_t>(curve)];
}

}  // namespace headroom::ui
