// AddSeveralDialog: runs for the queue that differ in some settings: several values in a field make a grid of runs.
#pragma once

#include "core/api/queue.h"
#include "ui/forward.h"
#include "ui/panels/queue/sweep_plan.h"

#include <QDialog>

namespace headroom::ui {

class AddSeveralDialog : public QDialog {
    Q_OBJECT
public:
    /// `config`: what all runs have in common.
    AddSeveralDialog(const TrainConfig& config, WhenTooBig when_too_big, QWidget* parent = nullptr);

    /// What was asked for.
    QueueAddition addition() const;
    const SweepPlan& plan() const { return plan_; }
    /// Another row; `key` empty: one for the user to choose.
    void addField(const std::string& key = {}, const QString& values = {});
    QPushButton* addButton() const { return add_; }
    QString problem() const;

private:
    struct Field {
        QWidget* row;
        QComboBox* key;
        QLineEdit* values;
    };
    void refresh();
    static void settle(QComboBox* box);

    TrainConfig config_;
    SweepPlan plan_;
    std::vector<Field> fields_;
    QVBoxLayout* rows_;
    QLineEdit* name_;
    QComboBox* too_big_;
    QLabel *count_, *problem_;
    QListWidget* list_;
    QPushButton* add_;
};

}  // namespace headroom::ui
