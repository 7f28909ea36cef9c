// CentrePage: the centre of a page with a run: pictures above, curves below, and after them what its workbench adds.
#pragma once

#include "ui/families/registry.h"
#include "ui/widgets/splitter.h"

namespace headroom::ui {

class CentrePage : public Splitter {
    Q_OBJECT
public:
    PictureTabs* upper() const { return upper_; }
    QTabWidget* lower() const { return lower_; }
    /// What counsel says of the run, beside the curves; null: nothing is said of its runs.
    virtual CounselPanel* counsel() const { return nullptr; }
    /// The plots in front; null while the log or the queue is.
    PlotPanel* plots() const;
    /// The curves that stand for a run of `kind` in an export.
    virtual TimelinePanel* plotsOf(ModelKind kind) = 0;
    /// The past of a resumed run.
    virtual void setHistory(const RunHistory& history) = 0;
    /// Widgets of its own in the form of its first kind, for `edits`; the caller takes them over.
    virtual std::vector<FormPart*> formParts(ParamEdits*, QWidget*) { return {}; }
    /// The share of the two halves as first shown.
    void resetSizes() {
        setSizes({540, 340});
        if (folded_) unfolded_ = saveState();
    }
    /// In a low window the lower half folds to a strip, so that pictures stay in view.
    void setFolded(bool folded);
    QSize minimumSizeHint() const override;

protected:
    CentrePage(const QString& name, QWidget* parent);
    /// Once, first in the constructor: the tabs below are there afterwards. `lower_grows`: with the window, as the pictures do; else it keeps its height.
    void setUpper(PictureTabs* upper, bool lower_grows = false);
    /// A tab of curves whose controls stand in the bar's corner while it is shown, or above it where the bar has no room; its crosshair chooses a
    /// picture. Last, or before another tab.
    void addCurves(PlotPanel* panel, const QString& title, QWidget* before = nullptr);
    /// A panel beside the tabs below, where there is room for it.
    void setBeside(CounselPanel* panel);
    void resizeEvent(QResizeEvent* event) override;

private:
    void keepHeights();

    PictureTabs* upper_ = nullptr;
    QSplitter* below_ = nullptr;
    QTabWidget* lower_ = nullptr;
    bool folded_ = false, lower_grows_ = false;
    QByteArray unfolded_;  ///< the heights while it is folded
};

/// The centre while training: samples above; below the curves of the kind of run that the settings are of. Those of another are made when it
/// is chosen first.
class TrainPage : public CentrePage {
    Q_OBJECT
public:
    TrainPage(SessionBridge* bridge, Actions* actions, QWidget* parent = nullptr);

    SamplesPanel* samples() const { return samples_; }
    ScoresPanel* scores() const { return scores_; }
    /// The curves with memory of a kind of training.
    TimelinePanel* timeline(ModelKind kind) { return curvesOf(kind).front(); }
    /// Those of the kind that is shown.
    TimelinePanel* timeline() const { return curves_.at(kind_).front(); }
    TimelinePanel* plotsOf(ModelKind kind) override { return timeline(kind); }
    void setHistory(const RunHistory& history) override;
    CounselPanel* counsel() const override { return counsel_; }

private:
    using Curves = std::vector<TimelinePanel*>;

    const Curves& curvesOf(ModelKind kind);
    void showCurvesOf(const TrainConfig& config);

    SessionBridge* bridge_;
    SamplesPanel* samples_;
    ScoresPanel* scores_ = nullptr;
    CounselPanel* counsel_;
    ModelKind kind_ = first_kind();
    std::map<ModelKind, Curves> curves_;  ///< of each kind that was shown, the timeline first
};

}  // namespace headroom::ui
