// TimelineView: losses, outputs of D and memory over one x axis, with the strip of marks above them.
#pragma once

#include "core/base/result.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/metrics_model.h"
#include "ui/shell/theme.h"
#include "ui/widgets/marker_strip.h"
#include "ui/widgets/plot_view.h"

#include <QWidget>

#include <array>
#include <vector>

namespace headroom::ui {

class TimelineView : public QWidget {
    Q_OBJECT
public:
    /// `model` must outlive the view.
    explicit TimelineView(MetricsModel* model, QWidget* parent = nullptr);

    void setXAxis(XAxis axis);
    XAxis xAxis() const { return axis_; }
    void setLogScale(bool on);
    bool logScale() const { return log_; }
    PlotView* plot() const { return plot_; }
    MarkerStrip* strip() const { return strip_; }
    QCPAxisRect* lossRect() const { return loss_; }
    QCPAxisRect* outputRect() const { return output_; }
    QCPAxisRect* memoryRect() const { return memory_; }
    /// Writes marks and plots as they stand (PNG, SVG or PDF by the ending).
    Result<void> exportPicture(const QString& path);
    /// The text at the top left of a rect: its title, with figures while the crosshair is shown.
    QString readout(const QCPAxisRect* rect) const;

Q_SIGNALS:
    void stepPointed(bool shown, qint64 step);  ///< the crosshair stands at this step

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// One curve: raw and smoothed line, a dot and a label at its end.
    struct Line {
        Curve curve = Curve::LossD;
        Token color = Token::C1;
        QString name;
        QCPAxisRect* rect = nullptr;
        QCPGraph *raw = nullptr, *smooth = nullptr;
        QCPItemTracer* dot = nullptr;
        QCPItemText* label = nullptr;
    };

    Line addLine(Curve curve, Token color, const QString& name, QCPAxisRect* rect);
    QCPItemText* addText(QCPAxisRect* rect, Token color);
    void buildMemory();
    void applyTheme();
    void chooseRects();
    void rebuildMarks();
    void refresh();
    void refreshRange();
    void refreshLines(double from, double to, int pixels);
    void refreshMemory(double from, double to, int pixels);
    void setGraph(QCPGraph* graph, const std::vector<QPointF>& points, bool positive_only);
    void setLossRange(std::vector<double> raw, double low, double high);
    void placeItems();
    void placeEndLabels();
    void placeMemoryTexts();
    std::vector<StripMark> stripMarks() const;
    QString xText(std::size_t row) const;
    void onCrosshair(bool shown);
    std::vector<AccessibleRow> tellRows() const;

    MetricsModel* model_;
    MarkerStrip* strip_;
    PlotView* plot_;
    XAxis axis_ = XAxis::Images;
    bool log_ = false;
    QCPAxisRect *loss_, *output_, *memory_;
    QSharedPointer<ScaledTicker> loss_ticker_, output_ticker_, memory_ticker_;
    std::vector<Line> lines_;
    QCPGraph *peak_ = nullptr, *others_ = nullptr;
    QCPItemStraightLine* budget_ = nullptr;
    QCPItemText *x_label_, *loss_title_, *output_title_, *peak_title_, *budget_title_, *others_title_, *peak_label_;
    QCPItemTracer* peak_dot_ = nullptr;
    double budget_bytes_ = 0;   ///< 0: none
    bool budget_off_scale_ = false;
    MemoryUnit unit_ = MemoryUnit::GiB;
    struct MarkLine { QCPItemStraightLine* line; QCPAxisRect* rect; };
    std::vector<MarkLine> mark_lines_;
    std::vector<std::pair<QCPItemText*, Token>> texts_;
};

}  // namespace headroom::ui
