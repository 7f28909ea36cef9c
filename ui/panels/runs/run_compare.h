// RunCompare: one curve per checked run, their peak memory, their newest pictures, and the settings that differ.
#pragma once

#include "ui/models/run_words.h"
#include "ui/panels/runs/run_details.h"

#include <QList>

namespace headroom::ui {

class RunCompare : public QWidget {
    Q_OBJECT
public:
    explicit RunCompare(QWidget* parent = nullptr);

    /// The run of colour `slot` (0..3), or none.
    void setRun(int slot, std::optional<RunDetailsData> run);
    int count() const;
    PlotView* plot() const { return plot_; }
    QComboBox* metrics() const { return metrics_; }
    QTreeView* differences() const { return differences_; }
    ComparePictures* pictures() const { return pictures_; }

private:
    /// Of the runs shown.
    ModelKinds kinds() const;
    void refresh();
    /// The curves that at least one of them has.
    void offerMetrics();
    void drawCurves();
    void fillDifferences();
    void showPictures();

    std::array<std::optional<RunHistory>, 4> runs_;
    std::array<QImage, 4> newest_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    QLabel *title_, *caption_;
    QComboBox *metrics_, *axis_;
    PlotView* plot_;
    ComparePictures* pictures_;
    QCPAxisRect *upper_, *lower_;
    QStandardItemModel* difference_model_;
    QTreeView* differences_;
};

}  // namespace headroom::ui
