// RunsPage: the run browser: list, details of the chosen run, comparison of checked runs. Reads off the window's thread.
#pragma once

#include "core/api/services.h"
#include "ui/models/background_task.h"
#include "ui/panels/runs/run_details.h"

#include <QHash>
#include <QWidget>

#include <array>
#include <functional>
#include <optional>

class QAction;
class QComboBox;
class QLineEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace headroom::ui {

class EmptyState;
class RunCompare;
class RunsFilter;
class RunsModel;
class SessionBridge;

class RunsPage : public QWidget {
    Q_OBJECT
public:
    RunsPage(Services* services, SessionBridge* bridge, QWidget* parent = nullptr);

    RunsModel* model() const { return model_; }
    QTreeView* list() const { return list_; }
    QLineEdit* search() const { return search_; }
    QComboBox* tagFilter() const { return tags_; }
    RunDetails* details() const { return details_; }
    RunCompare* compare() const { return compare_; }
    QAction* continueAction() const { return continue_; }
    QAction* deleteAction() const { return delete_; }
    /// The chosen run's folder, or "".
    QString currentRun() const;
    /// Asks before a run is deleted; replaced in tests.
    void setConfirm(std::function<bool(const QString& name)> confirm) { confirm_ = std::move(confirm); }

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void newRunRequested();
    void continueRequested(const QString& run_dir);
    void duplicateRequested(const headroom::TrainConfig& config);
    void exportRequested(const QString& run_dir);
    /// A new run of these settings with a checkpoint's weights.
    void startFromRequested(const headroom::TrainConfig& config, const QString& checkpoint);
    void failed(const QString& message, const QString& hint);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    QWidget* toolRow();
    void makeActions();
    void connectAll();
    void loadDetails();
    void loadChecked();
    void refreshActions();
    void fitWidth();
    void fitColumns();
    void offerTags();
    void saveNotes(const QString& dir, const RunNotes& notes);
    void removeCurrent();

    Services* services_;
    SessionBridge* bridge_;
    BackgroundTask listing_, detailing_, deleting_;
    std::array<BackgroundTask, 4> comparing_;
    std::array<QString, 4> compared_;
    std::function<bool(const QString&)> confirm_;
    std::optional<RunHistory> history_;  ///< of the chosen run, once read
    RunsModel* model_;
    RunsFilter* filter_;
    QLineEdit* search_;
    QComboBox *tags_, *states_;
    QLabel* count_;
    QTreeView* list_;
    QStackedWidget* stack_;
    EmptyState* empty_;
    RunDetails* details_;
    RunCompare* compare_;
    QSplitter* across_ = nullptr;
    QWidget* buttons_ = nullptr;
    QAction *continue_, *duplicate_, *export_, *open_, *delete_;
};

}  // namespace headroom::ui
