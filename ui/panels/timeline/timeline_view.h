// TimelineView: curves of a run over one x axis, with the strip of marks above them: losses and outputs of D, a VQGAN's
// reconstruction and codebook, or the similarity of each prompt; below them memory.
#pragma once

#include "ui/bridge/qt_format.h"
#include "ui/panels/timeline/curves_spec.h"
#include "ui/widgets/marker_strip.h"
#include "ui/widgets/plot_view.h"

namespace headroom::ui {

class TimelineView : public QWidget {
    Q_OBJECT
public:
    /// `model` must outlive the view.
    TimelineView(MetricsModel* model, CurvesSpec spec, QWidget* parent = nullptr);

    /// Other curves than before; the rest of the view stays.
    void setCurves(std::vector<CurveSpec> curves);
    const CurvesSpec& spec() const { return spec_; }
    /// The labels at the ends of the curves that are shown, top to bottom.
    QStringList endLabels() const;

    void setXAxis(XAxis axis);
    /// Steps after which the run will end; 0: not known.
    void setTotal(std::int64_t steps) {
        if (std::exchange(total_, steps) != steps) plot_->requestReplot(true);
    }
    /// Of the newest step, as the memory panel names it: the end of the strip is called so. 0: not known.
    void setPeak(Bytes peak);
    XAxis xAxis() const { return axis_; }
    void setLogScale(bool on) {
        if (std::exchange(log_, on) != on) plot_->requestReplot(true);
    }
    bool logScale() const { return log_; }
    PlotView* plot() const { return plot_; }
    MarkerStrip* strip() const { return strip_; }
    QCPAxisRect* lossRect() const { return loss_; }
    QCPAxisRect* outputRect() const { return output_; }
    QCPAxisRect* memoryRect() const { return memory_; }
    /// Draws marks and plots as they stand, and returns what writes them (PNG, SVG or PDF by the ending).
    FileWriter drawnPicture(const QString& path);
    /// The text at the top left of a rect: its title, with figures while the crosshair is shown.
    QString readout(const QCPAxisRect* rect) const;

Q_SIGNALS:
    void stepPointed(bool shown, qint64 step);  ///< the crosshair stands at this step

private:
    struct Line {
        CurveSpec spec;
        QCPAxisRect* rect = nullptr;
        QCPGraph *raw = nullptr, *smooth = nullptr;
        QCPItemTracer* dot = nullptr;
        QCPItemText* label = nullptr;
    };

    Line addLine(const CurveSpec& spec);
    QCPAxisRect* bottomRect() const {
        QCPAxisRect* last = plot_->lastShownRect();
        return last ? last : loss_;
    }
    QCPItemTracer* addDot(QCPAxisRect* rect);
    void buildMemory();
    void applyTheme();
    void chooseRects();
    void rebuildMarks();
    void refresh();
    void refreshRange();
    /// Keeps room beside the plots, which are `width` wide with it; `name_unit`: also for the unit of the x axis.
    void fitRightMargin(int width, bool name_unit);
    void refreshLines(double from, double to, int pixels);
    void refreshMemory(double from, double to, int pixels);
    void setGraph(QCPGraph* graph, const std::vector<QPointF>& points, bool positive_only);
    void setLossRange(std::vector<double> raw, double low, double high, double below_title);
    double titleShare(const QCPAxisRect* rect) const;
    double lineShare(const QCPAxisRect* rect, double room, double least) const;
    double upperFor(const QCPAxisRect* rect, double low, double highest) const;
    void placeItems();
    /// The words at the crosshair, or of what is shown.
    void placeReadouts();
    void placeEndLabels();
    /// Of a curve that ends at `x` and `value`, in its axes; NaN: nothing is shown.
    void placeEnd(QCPItemTracer* dot, QCPItemText* label, double x, double value, const QString& text);
    void placePeak(double x);
    void spreadLabels(std::vector<QCPItemText*> labels, const QCPAxisRect* rect);
    void placeMemoryTexts();
    /// Where the curve of others comes by and nothing of `taken` stands.
    void placeOthersName(const QList<QRectF>& taken);
    /// Of words that stand there.
    QRectF areaOf(const QCPItemText* words, const QPointF& at) const;
    /// The first of `texts` that the rect has room for with so many pixels `beside` it; of the last what it has.
    QString fitted(const QCPAxisRect* rect, double beside, const QStringList& texts) const;
    QString budgetText() const;
    double placeBudgetName(double y);
    std::vector<StripMark> stripMarks() const;
    QString xText(std::size_t row) const;
    /// Of a curve, as words tell it.
    double figureAt(const Line& line, std::size_t row) const;
    /// The newest peak in bytes; NaN: not known.
    double newestPeak() const;
    std::vector<AccessibleRow> curveRows() const;

    static constexpr int kEndGap = 7;   ///< pixels between the end of a curve and its label
    static constexpr int kToCurve = 6;  ///< least pixels between a curve and the name of a budget above the scale

    MetricsModel* model_;
    CurvesSpec spec_;
    MarkerStrip* strip_;
    PlotView* plot_;
    XAxis axis_ = XAxis::Images;
    bool log_ = false;
    bool middle_known_ = false;  ///< some middle curve has had a figure
    bool unit_needed_ = false;   ///< the unit of the x axis says more than the choice of the axis
    std::int64_t total_ = 0;
    QCPAxisRect *loss_, *output_, *memory_;
    QSharedPointer<ScaledTicker> loss_ticker_, output_ticker_, memory_ticker_;
    std::vector<Line> lines_;
    QCPGraph *peak_ = nullptr, *others_ = nullptr;
    QCPItemStraightLine* budget_ = nullptr;
    QCPItemText *x_label_, *loss_title_, *output_title_, *peak_title_, *budget_title_, *others_title_, *peak_label_;
    QCPItemTracer* peak_dot_ = nullptr;
    Bytes peak_bytes_;
    double budget_bytes_ = 0;  ///< 0: none
    bool budget_off_scale_ = false;
    MemoryUnit unit_ = MemoryUnit::GiB;
    struct MarkLine {
        QCPItemStraightLine* line;
        QCPAxisRect* rect;
    };
    std::vector<MarkLine> mark_lines_;
};

}  // namespace headroom::ui
