// TrainPage: the centre while training: samples above; below the curves of the kind of run that the settings are of, and the log.
#pragma once

#include "ui/families/registry.h"
#include "ui/shell/centre_page.h"

#include <map>
#include <vector>

namespace headroom::ui {

class SamplesPanel;
class SessionBridge;
class TimelinePanel;

class TrainPage : public CentrePage {
    Q_OBJECT
public:
    explicit TrainPage(SessionBridge* bridge, QWidget* parent = nullptr);

    SamplesPanel* samples() const { return samples_; }
    /// The curves with memory of a kind of training.
    TimelinePanel* timeline(ModelKind kind) const { return curves_.at(kind).front(); }
    /// Those of the kind that is shown.
    TimelinePanel* timeline() const { return timeline(kind_); }
    /// The curves in front, or the timeline while the log is.
    TimelinePanel* curves() const override;
    TimelinePanel* plotsOf(ModelKind kind) const override { return timeline(kind); }
    void setHistory(const RunHistory& history) override;

private:
    void showKind(ModelKind kind);

    SamplesPanel* samples_;
    ModelKind kind_ = first_kind();
    std::map<ModelKind, std::vector<TimelinePanel*>> curves_;  ///< of each kind, the timeline first
};

}  // namespace headroom::ui
