// MetricsModel: the curves of a run, bounded. Appending is O(1); when full, neighbouring rows are merged two by two and
// keep their extremes, so that a million steps cost no more than the capacity. Window thread only.
#pragma once

#include "core/api/services.h"

#include <QObject>
#include <QPointF>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>

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

/// Lowest and highest value of blocks of 8, 64, 512, ... rows of a curve, so that a plot looks at some blocks for each pixel column and not at
/// every row.
class ExtremesPyramid {
public:
    /// Where the first lowest and the first highest value of some rows are. Rows without a value (NaN) do not count; `low` above `high`: none has one.
    struct Block {
        float low = 1, high = -1;
        std::uint32_t low_row = 0, high_row = 0;
        bool empty() const { return low > high; }
    };

    /// Rows from `rows` on are not known any more.
    void truncate(std::size_t rows) {
        std::size_t blocks = rows;
        for (auto& level : levels_) {
            blocks /= kBranch;
            if (level.size() > blocks) level.resize(blocks);
        }
    }

    /// Takes rows that are complete and final, up to `rows`. `range(i)`: lowest and highest of row i.
    template <class Range> void extend(std::size_t rows, const Range& range) {
        auto& first = levels_.front();
        for (std::size_t block = first.size(); (block + 1) * kBranch <= rows; ++block) {
            Block made;
            for (std::size_t i = block * kBranch; i < (block + 1) * kBranch; ++i) {
                const auto [low, high] = range(i);
                if (std::isnan(low)) continue;
                const auto row = static_cast<std::uint32_t>(i);
                join(made, {static_cast<float>(low), static_cast<float>(high), row, row});
            }
            first.push_back(made);
        }
        for (std::size_t l = 1; l < levels_.size(); ++l) {
            const auto& below = levels_[l - 1];
            auto& level = levels_[l];
            for (std::size_t block = level.size(); (block + 1) * kBranch <= below.size(); ++block) {
                Block made;
                for (std::size_t i = block * kBranch; i < (block + 1) * kBranch; ++i) join(made, below[i]);
                level.push_back(made);
            }
        }
    }

    /// Goes through the rows from `begin` to before `end` in order: whole blocks that lie in one column (`column(row)` grows with the row) by
    /// `take_block(block)`, the others row by row by `take_row(i)`.
    template <class Column, class TakeRow, class TakeBlock>
    void visit(std::size_t begin, std::size_t end, const Column& column, const TakeRow& take_row,
               const TakeBlock& take_block) const {
        for (std::size_t i = begin; i < end;) {
            const auto here = column(i);
            std::size_t rows = 1;
            const Block* largest = nullptr;
            std::size_t size = kBranch;
            for (const auto& level : levels_) {
                const bool whole = i % size == 0 && i + size <= end && i / size < level.size();
                if (!whole || column(i + size - 1) != here) break;
                largest = &level[i / size];
                rows = size;
                size *= kBranch;
            }
            if (largest)
                take_block(*largest);
            else
                take_row(i);
            i += rows;
        }
    }

private:
    static constexpr std::size_t kBranch = 8;

    /// `later` comes after `block`.
    static void join(Block& block, const Block& later) {
        if (later.empty()) return;
        if (block.empty()) {
            block = later;
            return;
        }
        if (later.low < block.low) {
            block.low = later.low;
            block.low_row = later.low_row;
        }
        if (later.high > block.high) {
            block.high = later.high;
            block.high_row = later.high_row;
        }
    }

    std::array<std::vector<Block>, 5> levels_;  ///< blocks of 8 to 32,768 rows
};

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

    void clear() { setHistory({}, {}, ModelKind{}); }
    /// Steps that follow. A step at or before the newest one (a run resumed from an earlier checkpoint) replaces what came after.
    void append(const std::vector<StepDone>& steps);
    void addMark(MetricsMark mark) {
        marks_.push_back(std::move(mark));
        Q_EMIT marksChanged();
    }
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
    double smoothed(Curve curve, std::size_t i) const {
        extendSmooth();
        return smooth_[i][static_cast<std::size_t>(curve)];
    }

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
    void truncateExtremes(std::size_t rows) {
        for (ExtremesPyramid& pyramid : raw_extremes_) pyramid.truncate(rows);
    }

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
