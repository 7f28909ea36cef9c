// TrainPage: the centre while training: samples above, timeline and log below.
#pragma once

#include <QSplitter>

class QTabWidget;

namespace headroom::ui {

class LogPanel;
class SamplesPanel;
class SessionBridge;
class TimelinePanel;

class TrainPage : public QSplitter {
    Q_OBJECT
public:
    explicit TrainPage(SessionBridge* bridge, QWidget* parent = nullptr);

    SamplesPanel* samples() const { return samples_; }
    TimelinePanel* timeline() const { return timeline_; }
    QTabWidget* lower() const { return lower_; }
    /// The share of the two halves as first shown.
    void resetSizes();
    /// In a low window the timeline folds to its memory strip, so that pictures stay in view.
    void setFolded(bool folded);

private:
    void keepHeights();

    SamplesPanel* samples_;
    TimelinePanel* timeline_;
    LogPanel* log_;
    QTabWidget* lower_;
    bool folded_ = false;
    QList<int> unfolded_sizes_;
};

}  // namespace headroom::ui
