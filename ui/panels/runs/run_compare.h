// RunCompare: the settings in which the checked runs differ, one curve of each and their peak memory, and their newest pictures.
#pragma once

#include "ui/models/runs_model.h"
#include "ui/panels/runs/compare_parts.h"
#include "ui/panels/runs/run_details.h"
#include "ui/widgets/plot_view.h"

#include <QList>

#include <memory>

namespace headroom::ui {

class RunCompare : public QWidget {
    Q_OBJECT
public:
    /// `services`: reads all steps for a table; null: it has those of the curves.
    explicit RunCompare(Services* services = nullptr, QWidget* parent = nullptr);

    /// The run of line `slot` (below RunsModel::kMostChecked), or none.
    void setRun(int slot, std::optional<RunDetailsData> run);
    /// Why the run of line `slot` could not be read, until setRun().
    void setProblem(int slot, const QString& why);
    int count() const;
    PlotView* plot() const { return plot_; }
    /// What writes the comparison to `path`: .svg, .png and .pdf hold the curves with their legend, .csv the figures of all steps.
    FileWriter drawn(const QString& path);

Q_SIGNALS:
    void readAgainRequested();  ///< runs and pictures that could not be read

private:
    ModelKinds kinds() const;
    void refresh();
    QWidget* controls();
    /// The curves that at least one of them has.
    void offerMetrics();
    /// The axes on which all of them stand.
    void offerAxes();
    void drawCurves();
    void addCurves(std::size_t slot, MemoryUnit unit);
    void scale(MemoryUnit unit);
    void showValues();
    XAxis axis() const { return axisOf(axis_); }
    void fillDifferences();

    struct Line {
        Course metric, peak;
    };
    Services* services_;
    std::array<std::shared_ptr<const RunHistory>, RunsModel::kMostChecked> runs_;
    std::array<QString, RunsModel::kMostChecked> problems_;
    std::array<QImage, RunsModel::kMostChecked> newest_;
    std::array<QString, RunsModel::kMostChecked> unread_;  ///< why there is none of newest_
    PictureShare share_;
    std::vector<Line> lines_;  ///< of the runs that have steps, as in the legend
    MemoryUnit unit_ = MemoryUnit::GiB;
    NoticeBar* trouble_;
    EmptyState* empty_;
    QLabel *title_, *caption_;
    QComboBox *metrics_, *axis_;
    QSlider* smoothing_;
    IconButton *log_, *save_;
    CompareLegend* legend_;
    PlotView* plot_;
    ComparePictures* pictures_;
    QCPAxisRect *upper_, *lower_;
    QList<QStringList> differences_shown_;
    std::pair<bool, QString> axes_offered_;
    QStandardItemModel* difference_model_;
    QTreeView* differences_;
};

}  // namespace headroom::ui
