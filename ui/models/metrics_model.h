// MetricsModel: the curves of a run, bounded. Appending is O(1); when full, neighbouring rows are merged two by two and
// keep their extremes, so that a million steps cost no more than the capacity. Window thread only.
#pragma once

#include "core/api/services.h"
#include "ui/models/extremes_pyramid.h"

#include <QObject>
#include <QPointF>
#include <QString>

namespace headroom::ui {

/// Curves of the timeline. Memory curves are in bytes. NaN: not applicable to that step.
enum class Curve { LossD, LossG, DReal, DFake, Peak, Others, Budget };
/// Places of a row. A model with a reader of its own gives them another meaning, and may use all.
inline constexpr std::size_t kCurveCount = 8;

/// What stands along the shared x axis: images seen, optimiser steps, or seconds of the run.
enum class XAxis { Images, Steps, Time };

/// Something that happened: an edit taken over, an out-of-memory error, a checkpoint written.
struct MetricsMark {
    enum class Kind { Edit, Oom, OomFatal, Checkpoint };  ///< fatal: it ended the run
    Kind kind = Kind::Edit;
    std::int64_t step = 0, images = 0;
    QString text;        ///< label; empty: none
    QString short_text;  ///< label where space is short; empty: as text

    friend bool operator==(const MetricsMark&, const MetricsMark&) = default;
};

/// One stored row: `count` steps that ended at `step`.
struct MetricsRow {
    std::int64_t step = 0, images = 0;
    double seconds = 0;
    int count = 1;
    std::array<float, kCurveCount> mean{}, low{}, high{};
};

/// Puts the memory of a step into the places of Curve::Peak, Others and Budget, and nothing into the others.
void read_memory(const StepDone& step, MetricsRow& row);

class MetricsModel : public QObject {
    Q_OBJECT
public:
    /// Puts a step's figures into the `mean` of a row; by default losses, outputs of D and memory.
    using Reader = std::function<void(const StepDone&, MetricsRow&)>;

    explicit MetricsModel(QObject* parent = nullptr, std::size_t capacity = 200000);
    /// Before the first step. `setting`: the place whose newest value holds where rows are merged, kCurveCount: none; others are averaged.
    void setReader(Reader reader, std::size_t setting = static_cast<std::size_t>(Curve::Budget)) {
        reader_ = std::move(reader);
        setting_ = setting;
    }

    void clear();
    /// Steps that follow. A step at or before the newest one (a run resumed from an earlier checkpoint) replaces what came after.
    void append(const std::vector<StepDone>& steps);
    void addMark(MetricsMark mark);
    /// The past of a resumed run: replaces everything. Marks are worded as a run of `kind` says it.
    void setHistory(const std::vector<StepDone>& steps, const std::vector<HistoryMark>& marks, ModelKind kind);
    /// Smoothing weight, 0 (none) to 0.99: an exponential average freed of its bias towards zero.
    void setSmoothing(double weight);
    double smoothing() const { return smoothing_; }

    std::size_t size() const { return rows_.size(); }
    bool empty() const { return rows_.empty(); }
    const MetricsRow& row(std::size_t i) const { return rows_[i]; }
    const std::vector<MetricsMark>& marks() const { return marks_; }
    double x(std::size_t i, XAxis axis) const;
    double markX(const MetricsMark& mark, XAxis axis) const;
    /// The row nearest to `x`; the model must not be empty.
    std::size_t nearest(double x, XAxis axis) const;
    /// Smoothed value of row `i`; NaN if the curve has none there.
    double smoothed(Curve curve, std::size_t i) const;

    /// Points for `pixels` columns over [from, to] and one row beyond either end: rows as they are if they are few, else
    /// lowest and highest of each column in order of time. First and last row of the range are always kept.
    std::vector<QPointF> rawPoints(Curve curve, XAxis axis, double from, double to, int pixels) const;
    std::vector<QPointF> smoothPoints(Curve curve, XAxis axis, double from, double to, int pixels) const;
    /// How many rows and blocks of rows those two have looked at so far.
    std::size_t looks() const { return looks_; }

Q_SIGNALS:
    void rowsChanged();
    void marksChanged();

private:
    void appendOne(const StepDone& step);
    MetricsRow rowOf(const StepDone& step) const;
    void truncateFrom(std::int64_t step);
    void thin();
    void extendSmooth() const;
    void resetSmooth() const;
    std::pair<std::size_t, std::size_t> rowsWithin(XAxis axis, double from, double to) const;
    std::size_t lowerBound(XAxis axis, double x) const;
    /// `range`: lowest and highest y of a row, NaN: none. `final_rows`: so many do not change any more.
    template <class Range>
    std::vector<QPointF> points(XAxis axis, double from, double to, int pixels, ExtremesPyramid& pyramid,
                                std::size_t final_rows, Range range) const;
    /// Rows from `rows` on have changed.
    void truncateExtremes(std::size_t rows);

    Reader reader_;
    std::size_t setting_ = static_cast<std::size_t>(Curve::Budget);
    std::size_t capacity_;
    int stride_ = 1;  ///< steps a full row stands for
    double smoothing_ = 0.9;
    std::vector<MetricsRow> rows_;
    std::vector<MetricsMark> marks_;

    // Smoothed means of all rows; rows before `smooth_done_` are final, `state_` is the filter after them.
    struct FilterState {
        double sum = 0.0;
        double weight = 1.0;
    };
    mutable std::vector<std::array<float, kCurveCount>> smooth_;
    mutable std::size_t smooth_done_ = 0;
    mutable std::array<FilterState, kCurveCount> state_{};
    mutable std::array<ExtremesPyramid, kCurveCount> raw_extremes_, smooth_extremes_;
    mutable std::size_t looks_ = 0;
};

}  // namespace headroom::ui
