// FitPlot: the frontier of "Make it fit": peak against seconds per step, one point per plan; a click or the arrows choose.
#pragma once

#include "core/api/planner.h"
#include "ui/bridge/qt_format.h"
#include "ui/shell/theme.h"
#include "ui/widgets/plot_view.h"

#include <QSharedPointer>

namespace headroom::ui {

/// Figures in the axis's unit.
struct FitAxis {
    double low = 0, high = 1;  ///< the range to draw
    double limit = 1;          ///< where the budget's line stands; beyond a break not at its value
    double plans_end = 1;      ///< the scale holds up to here; ticks end
    bool broken = false;
};

/// `least`, `most`: smallest and largest peak of the plans drawn; `limit`: budget less reserve.
FitAxis fitAxis(double least, double most, double limit);

/// Ticks up to the axis's break only.
class FitTicker : public ScaledTicker {
public:
    void setEnd(double end) { end_ = end; }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;

private:
    double end_ = 0;
};

class FitPlot : public QCustomPlot, public AccessibleRows {
    Q_OBJECT
public:
    explicit FitPlot(QWidget* parent = nullptr);

    void setReport(const FitReport& report, MemoryUnit unit);
    void setChosen(int plan);
    int chosen() const { return chosen_; }
    const FitAxis& axis() const { return axis_; }
    /// Where a plan's point is, in widget coordinates; null where it has none (no time known, or past the plot's edge).
    QPointF pointOf(int plan) const;

Q_SIGNALS:
    void planChosen(int plan);

protected:
    /// The plans drawn, smallest peak first.
    std::vector<AccessibleRow> makeAccessibleRows() const override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Point {
        int plan = -1;
        double peak = 0, seconds = 0;
    };

    void rebuild();
    void applyTheme();
    void addGroups();
    QString timeWords() const;  ///< "s per step"
    void addBudget();
    void addLabels();
    void addRing();
    void takePoints();
    void paintBreak(QPainter& painter) const;
    void addText(const QString& words, QPointF at, Token token);
    int near(QPointF position) const;

    FitReport report_;
    MemoryUnit unit_ = MemoryUnit::GiB;
    int chosen_ = -1;
    std::vector<Point> points_;  ///< by peak, smallest first; those within the plot
    FitAxis axis_;
    QSharedPointer<FitTicker> x_ticker_;
    QSharedPointer<ScaledTicker> y_ticker_;
};

}  // namespace headroom::ui
