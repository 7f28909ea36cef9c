// PlotView: a QCustomPlot in the window's colours: stacked axis rects over one shared x axis, zoom and pan by wheel, drag and
// keys, a crosshair through all rects, and replots that are rare and only happen while something can be seen.
#pragma once

#include "ui/forward.h"
#include "ui/shell/theme.h"
#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/file_writer.h"
#include "ui/widgets/plot_view_library.h"

#include <QElapsedTimer>
#include <QSize>
#include <QTimer>

#include <limits>

namespace headroom::ui {

/// Ticks in units of `divisor` (1000: thousands), labelled in the window's number format.
class ScaledTicker : public QCPAxisTicker {
public:
    void setDivisor(double divisor) { divisor_ = divisor; }
    /// A fixed step in units of `divisor`; 0: chosen by the tick count.
    void setFixedStep(double step) { fixed_step_ = step; }
    /// No ticks between whole numbers: what is counted has no halves.
    void setWhole(bool whole) { whole_ = whole; }
    /// No ticks beyond `end`: what is drawn there is not on the scale.
    void setEnd(double end) { end_ = end; }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double step) override { return 0; }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    double divisor_ = 1.0;
    double fixed_step_ = 0.0;
    bool whole_ = false;
    double step_ = 1.0;
    double end_ = std::numeric_limits<double>::infinity();
};

/// In the colours and the text size of the theme; `padding` in pixels between the figures and the axis.
void styleAxis(QCPAxis* axis, int padding);

class PlotView : public QCustomPlot, public AccessibleRows {
    Q_OBJECT
public:
    explicit PlotView(QWidget* parent = nullptr);

    /// Adds a rect below the others; `share` is its part of the height. Left edges line up; x ranges are shared.
    QCPAxisRect* addRect(double share);
    /// Takes a rect out of the layout or puts it back in its place.
    void setRectShown(QCPAxisRect* rect, bool shown);
    bool rectShown(const QCPAxisRect* rect) const { return rect->layout() == plotLayout(); }
    const std::vector<QCPAxisRect*>& rects() const { return rects_; }
    QCPAxisRect* lastShownRect() const;
    ScaledTicker* xTicker() const { return x_ticker_.data(); }

    /// A text over `rect` in that colour of the theme, placed by pixels.
    QCPItemText* addText(QCPAxisRect* rect, Token color);
    void removeText(QCPItemText* text) {
        std::erase_if(texts_, [&](const auto& one) { return one.first == text; });
        removeItem(text);
    }
    /// Those of the rects that are shown, or none.
    void showTexts(bool shown) {
        for (auto& [text, color] : texts_) text->setVisible(shown && rectShown(text->clipAxisRect()));
    }
    /// Room right of the rects for the labels of curves' ends, in pixels.
    void setRightMargin(int pixels);

    /// What "fit" shows; while the user has not zoomed, the view follows it.
    void setFullRange(const QCPRange& range);
    QCPRange xRange() const { return rects_.empty() ? full_ : rects_.front()->axis(QCPAxis::atBottom)->range(); }
    void setXRange(const QCPRange& range);  ///< as if the user had zoomed
    void fit();
    void zoomBy(double factor, std::optional<double> around = {});
    void panBy(double share);

    /// Shows the crosshair at x (all rects), or hides it.
    void setCrosshair(std::optional<double> x);
    std::optional<double> crosshair() const { return crosshair_; }
    /// Where the crosshair goes from `x` by so many steps (arrow keys); by default a hundredth of the view.
    void setCrosshairStepper(std::function<double(double x, int steps)> stepper) { stepper_ = std::move(stepper); }

    /// Who tells screen readers the curves' figures; none by default.
    void setAccessibleRows(std::function<std::vector<AccessibleRow>()> rows) { accessible_ = std::move(rows); }

    /// Asks for a replot, only while visible: at most one per 100 ms and so seldom that drawing takes a hundredth of the time;
    /// `soon`: at most one per 33 ms (the user is acting).
    void requestReplot(bool soon = false);
    /// Draws the overlay alone, at once: what stands there was moved, no curve.
    void replotOverlay();

Q_SIGNALS:
    void refreshNeeded();  ///< just before a requested replot: bring the data of xRange() up to date
    void overlayNeeded();  ///< just before the overlay alone is drawn: bring texts that follow the crosshair up to date
    void crosshairMoved(bool shown, double x);
    void logToggled();  ///< key L

protected:
    bool event(QEvent* event) override;
    std::vector<AccessibleRow> makeAccessibleRows() const override {
        return accessible_ ? accessible_() : std::vector<AccessibleRow>();
    }
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override { fit(); }
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void styleRect(QCPAxisRect* rect);
    void replotNow();
    /// Draws once `apart` milliseconds have gone by since the last time.
    void schedule(int apart);
    void moveCrosshair(int steps);

    QSharedPointer<ScaledTicker> x_ticker_;
    QCPMarginGroup* margins_;
    std::vector<QCPAxisRect*> rects_;
    std::vector<double> shares_;
    std::vector<QCPItemStraightLine*> crosshair_lines_;
    std::vector<std::pair<QCPItemText*, Token>> texts_;
    std::function<double(double, int)> stepper_;
    std::function<std::vector<AccessibleRow>()> accessible_;
    QCPRange full_{0, 1};
    bool follows_ = true;
    std::optional<double> crosshair_;
    std::optional<double> drag_from_;  ///< x (in plot units) under the pointer when the drag began
    QTimer timer_;
    QElapsedTimer since_replot_;
    int right_margin_ = 0;    ///< 0: that of a figure
    double replot_ms_ = 0.0;  ///< what a replot takes, smoothed
    bool dirty_ = true;
    bool overlay_dirty_ = false;  ///< the crosshair has moved
    bool resized_ = false;        ///< since it was drawn
};

/// Draws with `draw` (which sees `size` units) and returns what writes it to `path`, whose ending chooses the format. Error of that: unknown
/// ending, not writable.
FileWriter drawnFile(const QString& path, const QSize& size, const std::function<void(QCPPainter& painter)>& draw);

}  // namespace headroom::ui
