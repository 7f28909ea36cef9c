// ScoresView: the scores of a run over one x axis, each with bars of its error: KID, FID, shares (precision, recall, copies, likeness of pairs), and where they
// are known D's gap and MMD.
#pragma once

#include "core/api/scores.h"
#include "ui/panels/timeline/x_unit.h"
#include "ui/widgets/plot_view.h"

#include <set>
#include <vector>

namespace headroom::ui {

class ScoresView : public QWidget {
    Q_OBJECT
public:
    explicit ScoresView(QWidget* parent = nullptr);

    /// All of a run of `kind`, by step. `other_data`: steps after which the run had other pictures, where no curve goes on.
    void setScores(std::vector<ScoresDone> scores, ModelKind kind, std::set<std::int64_t> other_data = {});
    const std::vector<ScoresDone>& scores() const { return scores_; }
    /// How far the run is: the axis goes to there.
    void setReached(const StepDone& step) {
        reached_ = step;
        if (!scores_.empty()) plot_->requestReplot();
    }
    void setXAxis(XAxis axis);
    XAxis xAxis() const { return axis_; }
    PlotView* plot() const { return plot_; }
    /// The text at the top left of a rect; there are some scores.
    QString readout(const QCPAxisRect* rect) const;
    /// Draws the plots as they stand, and returns what writes them (PNG, SVG or PDF by the ending).
    FileWriter drawnPicture(const QString& path);

Q_SIGNALS:
    void stepPointed(bool shown, qint64 step);  ///< the crosshair stands at scores of this step

private:
    struct Line {
        const ScoreFigure* figure;
        Token color;
        QString name;
        int decimals;
        Qt::PenStyle style;
        QCPAxisRect* rect;
        QCPGraph* graph = nullptr;
        QCPErrorBars* errors = nullptr;
        QCPItemText* label = nullptr;
    };
    /// A plot of its own scale, or of shares.
    struct Part {
        QCPAxisRect* rect;
        QCPItemText* title;
    };
    void addLine(Line line);
    void applyTheme();
    void refresh();
    /// As many parts as there is room for, those that nothing is known of left out.
    void showParts(int most);
    void refreshLine(const Line& line);
    void refreshScale(QCPAxisRect* rect);
    void placeItems();
    void placeLabels(const QCPAxisRect* rect);
    double xOf(const ScoresDone& scores) const { return placeOn(axis_, scores); }
    /// Whether a curve may go on from one to the next.
    bool joined(const ScoresDone& before, const ScoresDone& after) const;
    /// The scores at the crosshair, or the latest; there are some.
    const ScoresDone& shown() const;
    static bool known(const Line& line, const RunScores& scores);
    QString figureOf(const Line& line, const RunScores& scores) const;
    /// With its error, where that is known.
    QString estimateOf(const Line& line, const RunScores& scores) const;
    QString whereWords(const ScoresDone& at) const;
    /// What is to be said of a figure by so few pictures; empty: nothing.
    static QString noteOf(const Line& line, const RunScores& scores);
    std::vector<AccessibleRow> rows() const;

    PlotView* plot_;
    std::vector<Part> parts_;  ///< the more important first
    QCPAxisRect *kid_, *shares_;
    std::vector<Line> lines_;
    QCPItemText* unit_;
    std::vector<ScoresDone> scores_;
    std::set<std::int64_t> other_data_;
    ModelKind kind_{};
    StepDone reached_;
    XAxis axis_ = XAxis::Images;
};

}  // namespace headroom::ui
