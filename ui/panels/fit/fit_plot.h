// FitPlot: the frontier of "Make it fit": peak against seconds per step, one point per plan; a click or the arrows choose.
#pragma once

#include "core/api/planner.h"
#include "ui/bridge/qt_format.h"
#include "ui/widgets/plot_view.h"

#include <array>

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

class FitPlot : public PlotView {
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
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Point {
        int plan = -1;
        double peak = 0, seconds = 0;
    };

    const Point* pointFor(int plan) const;  ///< null where it has none
    QPointF pointOf(const Point& point) const;
    void rebuild();
    void addPoints();
    void placeTexts();
    /// `corners`: top left, as they read from left to right beside `beside`.
    void put(QCPItemText* text, const QString& words, const QRectF& beside, const std::vector<QPointF>& corners);
    QString timeWords() const;  ///< "s per step"
    QString pointWords(const FitPlan& plan) const;
    int near(QPointF position) const;

    FitReport report_;
    MemoryUnit unit_ = MemoryUnit::GiB;
    int chosen_ = -1;
    std::vector<Point> points_;  ///< by peak, smallest first; those within the plot
    FitAxis axis_;
    QCPAxisRect* axes_;
    QCPItemRect* band_;            ///< what does not fit
    QCPItemStraightLine* border_;  ///< the budget's
    QCPItemText *budget_text_, *time_text_, *unit_text_;
    std::array<QCPItemText*, 3> point_texts_;  ///< beside those that are known for something
    std::vector<QRectF> taken_;                ///< by points and words since the last layout
};

}  // namespace headroom::ui
