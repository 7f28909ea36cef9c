// The dialogs about settings as a whole: PresetsDialog lists the presets of the user, to use, rename, share as a recipe and delete;
// TakeSettingsDialog shows what differs between the settings of the form and others that are to take their place, one by one, before they do.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"
#include "ui/forward.h"
#include "ui/models/preset_shelf.h"

#include <QDialog>
#include <QPointer>

#include <functional>

namespace headroom::ui {

class PresetsDialog : public QDialog {
    Q_OBJECT
public:
    explicit PresetsDialog(PresetDesk* desk, QWidget* parent = nullptr);

    QTreeWidget* list() const { return list_; }
    QPushButton* useButton() const { return use_; }
    QPushButton* deleteButton() const { return delete_; }
    /// Writes the chosen preset as a recipe.
    void shareTo(const QString& path);

private:
    void fill();
    void refresh();
    /// Nothing is renamed or deleted until what was asked for has ended.
    void setChanging(bool changing);
    /// Says here how a change ended, or in the window where this is closed by then.
    std::function<void(const QString& problem)> told();
    const OwnPreset* chosen() const;

    PresetDesk* desk_;
    std::vector<OwnPreset> presets_;
    bool filling_ = false, stale_ = false;  ///< stale: others come when the name that is typed is done
    bool changing_ = false;
    QString wanted_;              ///< the name that the chosen one gets by the change
    QPointer<QWidget> focus_in_;  ///< what had the focus before it was off for a change
    QTreeWidget* list_;
    EmptyState* empty_;
    QLabel* message_;
    QPushButton *use_, *rename_, *share_, *delete_;
};

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
