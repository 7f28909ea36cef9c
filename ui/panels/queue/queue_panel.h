// QueuePanel: the runs that wait, in order, with what can be done with each and with the queue as a whole.
#pragma once

#include "core/api/train_config.h"
#include "ui/forward.h"

#include <QWidget>

#include <functional>

namespace headroom::ui {

class QueuePanel : public QWidget {
    Q_OBJECT
public:
    /// `settings`: what a new run would have now. `desk` must outlive the panel.
    QueuePanel(QueueDesk* desk, Actions* actions, std::function<TrainConfig()> settings, QWidget* parent = nullptr);

    ~QueuePanel() override;

    QTreeView* list() const { return list_; }
    QueueModel* model() const { return model_; }
    /// By their object names: "queue_up", "queue_down", "queue_remove", "queue_retry", "queue_duplicate", "queue_start_at",
    /// "queue_open", "queue_attach", "queue_pause", "queue_stop_after", "queue_clear_ended", "queue_clear_all", "queue_run",
    /// "queue_add_several".
    QAction* command(const QString& name) const;
    QString words() const;

public Q_SLOTS:
    void addSeveral();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeCommands();
    void makeTooBigChoices();
    QAction* make(const QString& name, const QString& text, const char* icon, const QString& tip,
                  std::function<void()> act);
    QWidget* head(Actions* actions);
    void buildList();
    void refresh();
    void refreshCommands();
    /// The id of the chosen item, or "".
    QString chosen() const;
    void moveBy(int by);
    void askStart();
    void fitColumns();
    void fitBars();

    QueueDesk* desk_;
    std::function<TrainConfig()> settings_;
    QueueModel* model_;
    QTreeView* list_;
    EmptyState* empty_;
    QLabel* words_;
    QWidget* run_button_ = nullptr;  ///< while nobody works through it
    QComboBox* too_big_;
    QList<QAction*> commands_;
    QWidget *head_ = nullptr, *foot_ = nullptr;
    bool looking_ = false;
};

}  // namespace headroom::ui
