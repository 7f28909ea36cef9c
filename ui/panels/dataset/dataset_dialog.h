// DatasetDialog: looks into a data set before it is used. The inspection runs in the background and can be cancelled.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"

#include <QDialog>
#include <QWidget>

namespace headroom::ui {

/// The recipe that is proposed for a data set, each matter with its reason.
class SuggestionView : public QWidget {
    Q_OBJECT
public:
    explicit SuggestionView(QWidget* parent = nullptr);

    void setRecipe(const SuggestedRecipe& recipe);

private:
    QLabel* title_;
    QWidget* list_;
    QVBoxLayout* column_;
};

/// What an inspection found: facts, files left out, a contact sheet as training sees it.
class DatasetReportView : public QWidget {
    Q_OBJECT
public:
    explicit DatasetReportView(QWidget* parent = nullptr);

    /// `config`: how training sees the pictures.
    void setReport(const DatasetReport& report, const TrainConfig& config);
    ImageGrid* sheet() const { return sheet_; }
    QTreeView* rejectedView() const { return rejected_view_; }
    SuggestionView* suggestion() const { return suggestion_; }

private:
    QLabel* addFact(QFormLayout* form, const QString& name);

    QLabel *kind_, *images_, *left_out_, *repeated_, *look_, *ground_, *sides_, *trained_;
    SuggestionView* suggestion_;
    QWidget* rejected_box_;
    RejectedModel* rejected_;
    QTreeView* rejected_view_;
    ImageGrid* sheet_;
    PictureShare share_;  ///< of its pictures
};

class DatasetDialog : public QDialog {
    Q_OBJECT
public:
    /// `services` must outlive the application's thread pool. `config`: the draft; its data set is inspected at once.
    DatasetDialog(Services* services, TrainConfig config, QWidget* parent = nullptr);

    /// After it was accepted: what to change in the draft (data.path and, when chosen here, data.fit), with the proposed recipe where that was
    /// taken; it is for a run of recipe()'s kind.
    ParamPatch patch() const;
    /// The recipe that was taken; null: none.
    const SuggestedRecipe* recipe() const { return takes_recipe_ && suggestion_ ? &*suggestion_ : nullptr; }
    DatasetReportView* reportView() const { return view_; }
    QPushButton* useButton() const { return use_; }
    QPushButton* recipeButton() const { return recipe_; }
    QLineEdit* pathField() const { return path_; }
    bool busy() const { return task_.running(); }

public Q_SLOTS:
    void inspect() { read(true); }

private:
    QWidget* sourceRow();
    void setBusy(bool busy);
    /// Shows the data set of the path; `look`: at every picture, or what was seen at the last look holds.
    void read(bool look);

    Services* services_;
    TrainConfig config_;
    BackgroundTask task_;
    QLineEdit* path_;
    QComboBox* fit_;
    QPushButton *inspect_, *use_, *recipe_;
    std::optional<DatasetFacts> facts_;  ///< of all pictures of `looked_at_`
    std::optional<SuggestedRecipe> suggestion_;
    std::string looked_at_;
    bool takes_recipe_ = false;
    EmptyState* empty_;
    ProgressRow* progress_;
    DatasetReportView* view_;
};

}  // namespace headroom::ui
