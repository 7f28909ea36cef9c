// FitDialog: "Make it fit": settings that fit a budget at the same effective batch, found, measured, rehearsed and applied.
// The planner's calls block for seconds and run on a thread of their own; the window and a run go on meanwhile.
#pragma once

#include "ui/panels/fit/fit_parts.h"

#include <QDialog>
#include <QLabel>

namespace headroom::ui {

class FitDialog : public QDialog {
    Q_OBJECT
public:
    enum Allow { Checkpointing, RecomputeFakes, LowerPrecision, SmallerPicture, SmallerNetwork, AllowCount };

    /// Asks at once. `forecast`: where the figures of the form's device come from. `given`: settings of every plan, which become those of the form
    /// with the plan that is applied, as one edit; device and budget are theirs, and so is the slider.
    FitDialog(SessionBridge* bridge, ParamEdits* edits, ForecastWatch* forecast, const QString& run_name,
              QWidget* parent = nullptr, ParamPatch given = {});

    /// Plans are for a card of this size, whose budget is what others leave of it; 0: for the device as it is. The best of them that fits is
    /// applied when it is found, unless the user changes something before; where none fits the dialog stays and says so.
    void planFor(Bytes card);
    FitModel* model() const { return model_; }
    FitTable* table() const { return table_; }
    FitPlot* plot() const { return plot_; }
    FitBudget* budget() const { return budget_; }
    QCheckBox* box(Allow allow) const { return boxes_[allow]; }
    QPushButton* measureButton() const { return measure_; }
    QPushButton* rehearseButton() const { return rehearse_; }
    QPushButton* applyButton() const { return apply_; }
    /// Whether a run of this kind could give that up; boxes of what it has not are hidden.
    bool offers(Allow allow) const;
    QString status() const { return foot_text_->text(); }
    QString sentence() const { return sentence_->text(); }  ///< below the slider
    bool searching() const { return search_.running() || settle_.isActive(); }
    bool rehearsing() const { return trial_.running(); }
    void rehearse(int steps);        ///< of the chosen plan, under the budget
    void measure() { rehearse(4); }  ///< the first two warm up; the time is the median of the rest
    void applyPlan();
    /// Writes what the last rehearsal measured.
    void saveStamp(const QString& path);
    void reject() override;  ///< stops a rehearsal, else closes

private:
    void build();
    QWidget* choices();
    QWidget* plans();
    QWidget* foot();
    QWidget* buttons();
    void connectParts();
    /// That is planned for: the form's, else what the engine tells of it with the plans. Null: its figures have not come yet.
    const MemoryReport* device() const;
    void takeDevice();
    void chooseCard();
    void askSoon();
    void ask();
    void showFailure(const Error& error);
    FitRequest request() const;
    const FitPlan* chosen() const;
    ParamPatch patchOf(const FitPlan& plan) const;
    void choose(int plan);
    void refresh();
    void refreshBoxes();
    void refreshFoot();
    void refreshButtons();
    QString offReason(bool trial) const;
    void setFoot(const char* icon, Token token, const QString& text, const char* role = "small");

    SessionBridge* bridge_;
    ParamEdits* edits_;
    ForecastWatch* forecast_;
    const ParamPatch given_;
    TrainConfig asked_;
    Bytes card_{};                  ///< that plans are for; 0: the device's own
    std::optional<Error> failure_;  ///< of the last search
    QString apply_text_;            ///< with the plan's title
    QString doing_;                 ///< what the search says it is doing
    bool answered_ = false;
    bool applies_ = false;  ///< the best plan, once it is found
    BackgroundTask search_;
    FitTrial trial_;
    QTimer settle_;

    FitModel* model_;
    FitTable* table_;
    FitPlot* plot_;
    FitBudget* budget_;
    NumberField* batch_;
    std::array<QCheckBox*, AllowCount> boxes_{};
    QLabel *name_, *words_, *sentence_, *foot_icon_, *foot_text_, *hint_;
    NoticeBar* nothing_;
    EmptyState* empty_;
    Narrowing* ends_ = nullptr;  ///< the buttons
    QWidget* nothing_box_ = nullptr;
    QProgressBar* bar_;
    QPushButton *measure_, *rehearse_, *save_, *cancel_, *apply_;
};

}  // namespace headroom::ui
