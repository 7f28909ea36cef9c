// StepTimelineView: the memory of one step over time, by phase, with its peak explained. Click a moment to see what was alive
// there; with the keyboard, Left and Right move through the step, Home goes to the peak, Return opens the list.
#pragma once

#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/step_timeline_view_layout.h"

#include <QWidget>

namespace headroom::ui {

class StepTimelineView : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit StepTimelineView(QWidget* parent = nullptr);

    /// What a step of the run is called: "step" (as without it), "iteration".
    void setStepName(const QString& name);
    void setTimeline(std::shared_ptr<const StepTimeline> timeline, MemoryUnit unit);
    const StepTimeline* timeline() const { return timeline_.get(); }
    /// Draws the plot into `size` pixels at the painter's origin (for the screen and for pictures).
    void draw(QPainter& painter, const QSizeF& size) const;
    /// Where the peak's ring stands, in widget coordinates.
    QPointF peakPosition() const;

    QSize sizeHint() const override { return QSize(scaled(320), scaled(260)); }
    QSize minimumSizeHint() const override { return QSize(scaled(160), scaled(120)); }

Q_SIGNALS:
    /// The list of the tensors alive at `ms` is asked for; near the peak it is the peak's own moment.
    void momentActivated(double ms, const QPoint& global);

protected:
    /// The peak, the resident layers at it, then each phase with its time and highest bytes.
    std::vector<AccessibleRow> makeAccessibleRows() const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Plot area and scales for one drawing size.
    struct Frame {
        QRectF plot, strip;
        double duration = 1, top_bytes = 1, step_bytes = 1, step_ms = 1;
        double x(double ms) const { return plot.left() + ms / duration * plot.width(); }
        double y(double bytes) const { return plot.bottom() - bytes / top_bytes * plot.height(); }
    };
    Frame frameFor(const QSizeF& size) const;
    void drawGrid(QPainter& painter, const Frame& frame) const;
    void drawAreas(QPainter& painter, const Frame& frame) const;
    void drawStrip(QPainter& painter, const Frame& frame) const;
    void drawPeak(QPainter& painter, const Frame& frame) const;
    void drawCursor(QPainter& painter, const Frame& frame) const;
    bool nearPeak(const QPointF& position) const;
    /// The moment under `position`; < 0: outside the plot.
    double momentAt(const QPointF& position) const;
    QString tipAt(const QPoint& at) const;
    void activate(double ms);
    void moveCursor(int by);
    /// To those who do not see it.
    void describe();

    QString step_name_;
    std::shared_ptr<const StepTimeline> timeline_;
    std::vector<StepArea> areas_;
    MemoryUnit unit_ = MemoryUnit::GiB;
    double cursor_ms_ = -1;  ///< the keyboard's moment; < 0: the peak
};

}  // namespace headroom::ui
