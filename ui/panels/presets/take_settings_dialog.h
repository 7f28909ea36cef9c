// TakeSettingsDialog: what differs between the settings of the form and others that are to take their place, one by one, before they do.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"
#include "ui/forward.h"

#include <QDialog>
#include <QString>

namespace headroom::ui {

/// Settings that are offered, in words.
struct OfferedWords {
    QString whose;   ///< "petals-64, a run at step 8,000"
    QString note{};  ///< what may be another than where they come from; empty: nothing
};

class TakeSettingsDialog : public QDialog {
    Q_OBJECT
public:
    /// From `now` to `then`, which are of one kind of run. `run_active`: a run of them
    /// is going, for which settings that need a new run are fixed.
    TakeSettingsDialog(const OfferedWords& words, const TrainConfig& now, const TrainConfig& then, bool run_active,
                       QWidget* parent = nullptr);

    /// The checked ones.
    ParamPatch chosen() const;
    QTreeWidget* list() const { return list_; }
    QPushButton* takeButton() const { return take_; }

private:
    void addRow(const ParamRow& row, const TrainConfig& now, const TrainConfig& then, bool run_active);
    void count();

    ParamPatch all_;
    QTreeWidget* list_;
    QPushButton* take_;
};

}  // namespace headroom::ui
