// Compared curves: the course of runs' figures over a common axis, how each run's line looks, and the same as a table.
#pragma once

#include "ui/panels/timeline/x_unit.h"

#include <QPen>
#include <QVector>

#include <memory>
#include <optional>
#include <vector>

class QIODevice;

namespace headroom::ui {

/// A figure of a run over an axis, averaged over windows of steps so that its course is seen: at most 400 points.
struct Course {
    QVector<double> x, y;

    /// `of` may be NaN where a step has no such figure. `smoothing`: weight of the past, 0 to 0.99.
    static Course of(const std::vector<StepDone>& steps, XAxis axis, double (*of)(const StepDone&), double smoothing);
    /// At the point nearest to `at`; none: the run was not there yet, or no more.
    std::optional<double> valueAt(double at) const;
};

/// Colour of checked run `slot`, as in its check box; its line differs in its dashes too.
QColor runColor(int slot);
QPen runPen(int slot);

/// Writes rows of all steps of all runs, in the C locale: run, step, images, seconds, peak_bytes and each compared figure by its name. `services`
/// reads the steps; where it has none of a run, or is null, they are those of its history. Any thread. Errors: as Services::read_steps(); that
/// `file` cannot be written it tells itself.
Result<void> writeComparedTable(QIODevice& file, const std::vector<std::shared_ptr<const RunHistory>>& runs,
                                Services* services);

}  // namespace headroom::ui
