// RunsPage: the run browser: list, details of the chosen run, comparison of checked runs. Reads off the window's thread; while it is
// shown and other processes train, their figures follow.
#pragma once

#include "core/base/clock.h"
#include "ui/models/runs_model.h"
#include "ui/panels/runs/run_details.h"

namespace headroom::ui {

class RunsPage : public QWidget {
    Q_OBJECT
public:
    RunsPage(Services* services, SessionBridge* bridge, QWidget* parent = nullptr);

    RunsModel* model() const { return model_; }
    QTreeView* list() const { return list_; }
    RunDetails* details() const { return details_; }
    RunCompare* compare() const { return compare_; }
    QTabWidget* tabs() const { return tabs_; }
    QAction* attachAction() const { return attach_; }
    QAction* continueAction() const { return continue_; }
    QAction* deleteAction() const { return delete_; }
    /// Why a run cannot be continued in a window that is or is not busy with one; empty: it can.
    static QString whyNoContinue(const RunInfo& run, bool busy);
    void refresh();
    /// The chosen run's folder, or "".
    QString currentRun() const;
    /// Once it is in the list.
    void choose(const QString& run_dir);
    /// Asks before a run is deleted; replaced in tests.
    void setConfirm(std::function<bool(const QString& name)> confirm) { confirm_ = std::move(confirm); }

Q_SIGNALS:
    void newRunRequested();
    void continueRequested(const QString& run_dir);
    void attachRequested(const QString& run_dir);
    void duplicateRequested(const headroom::TrainConfig& config);
    void exportRequested(const QString& run_dir);
    /// A new run of these settings with a checkpoint's weights.
    void startFromRequested(const headroom::TrainConfig& config, const QString& checkpoint);
    void failed(const headroom::Error& error);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void build();
    /// Which of the runs are shown, and a new one.
    QWidget* searchRow();
    void offerTags();
    void connectAll();
    void recount();
    void loadDetails();
    void showDetails();
    void loadChecked();
    void refreshActions();
    void fitWidth();
    QModelIndex indexOf(const QString& run_dir);
    void removeCurrent();

    Services* services_;
    SessionBridge* bridge_;
    BackgroundTask listing_, watching_, detailing_;
    QStringList deleting_;  ///< their folders
    QTimer watch_;          ///< while the page is shown
    std::array<BackgroundTask, RunsModel::kMostChecked> comparing_;
    struct Compared {
        QString dir;
        std::int64_t step = -1;
        std::string state;
        Clock::time_point began{};
        double seconds = 0;   ///< that reading it took
        bool failed = false;  ///< or its pictures could not be read
    };
    std::array<Compared, RunsModel::kMostChecked> compared_;
    std::function<bool(const QString&)> confirm_;
    std::optional<TrainConfig> config_;  ///< of the chosen run, once read
    bool listed_ = false;                ///< the list was read once
    QString wanted_;                     ///< a run to choose once it is in the list
    RunsModel* model_;
    RunsFilter* filter_;
    QTabWidget* tabs_;
    QLineEdit* search_;
    QComboBox *tags_, *states_;
    QPushButton* new_run_;
    QLabel* count_;
    QTreeView* list_;
    EmptyState* empty_;
    RunDetails* details_;
    RunCompare* compare_;
    Splitter* across_ = nullptr;
    QAction *attach_, *continue_, *duplicate_, *export_, *animate_, *open_, *delete_;
};

}  // namespace headroom::ui
