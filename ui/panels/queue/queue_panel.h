// QueuePanel: the runs that wait, in order, with what can be done with each and with the queue as a whole.
#pragma once

#include "core/api/train_config.h"
#include "ui/forward.h"

#include <QDialog>

#include <functional>

namespace headroom::ui {

/// The time before which a run of the queue does not start.
class StartAtDialog : public QDialog {
    Q_OBJECT
public:
    /// `unix_ms`: as it is now; 0: at once.
    StartAtDialog(const QString& name, std::int64_t unix_ms, QWidget* parent = nullptr);

    /// 0: at once.
    std::int64_t unixMs() const;
    QDateTimeEdit* time() const { return time_; }

private:
    QDateTimeEdit* time_;
    bool at_once_ = false;
};

class QueuePanel : public QWidget {
    Q_OBJECT
public:
    /// `settings`: what a new run would have now. `desk` must outlive the panel.
    QueuePanel(QueueDesk* desk, Actions* actions, std::function<TrainConfig()> settings, QWidget* parent = nullptr);

    ~QueuePanel() override;

    QTreeView* list() const { return list_; }
    QueueModel* model() const { return model_; }
    /// By its object name: "queue_up".
    QAction* command(const QString& name) const;

public Q_SLOTS:
    void addSeveral();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeCommands();
    QAction* make(const QString& name, const QString& text, const char* icon, const QString& tip,
                  std::function<void()> act);
    QWidget* head(Actions* actions);
    void buildList();
    void refresh();
    void refreshCommands();
    /// The id of the chosen item, or "".
    QString chosen() const;
    void moveBy(int by);
    void fitColumns();

    QueueDesk* desk_;
    std::function<TrainConfig()> settings_;
    QueueModel* model_;
    QTreeView* list_;
    EmptyState* empty_;
    QLabel* words_;
    QWidget* run_button_ = nullptr;  ///< while nobody works through it
    QComboBox* too_big_;
    QList<QAction*> commands_;
    QWidget* foot_ = nullptr;
    bool looking_ = false;
};

}  // namespace headroom::ui
