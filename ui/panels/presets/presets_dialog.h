// PresetsDialog: the list of the user's presets: use, rename, share as a recipe, delete.
#pragma once

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
    void renameTo(QTreeWidgetItem* item);
    void removeChosen();
    /// Nothing is renamed or deleted until what was asked for has ended.
    void setChanging(bool changing);
    void showEnd(const QString& problem);
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

}  // namespace headroom::ui
