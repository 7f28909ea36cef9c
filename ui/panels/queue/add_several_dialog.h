// AddSeveralDialog: runs for the queue that differ in some settings: several values in a field make a grid of runs.
#pragma once

#include "core/api/queue.h"
#include "ui/forward.h"

#include <QDialog>
#include <QStringList>

namespace headroom::ui {

/// Several values for some settings, and the runs that their combinations are.
struct SweepPlan {
    static constexpr int kMostRuns = 500;

    std::map<std::string, std::vector<ParamValue>> values;
    QStringList names;  ///< of each run, with what differs, in the order in which they are added
    QString problem;    ///< why they cannot be added; empty: they can
};

/// A setting and its values as typed, with sweepSeparator() between them.
struct SweepField {
    std::string key;
    QString text;
};

/// A comma; a semicolon for texts, paths and sets, and for numbers where the window writes a decimal comma.
QChar sweepSeparator(const ParamRow& row);

/// `name`: of all; empty: made from data and size.
SweepPlan planSweep(const TrainConfig& config, const QString& name, const std::vector<SweepField>& fields);

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
    QString problem() const { return plan_.problem; }

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
