// TrainPage: the centre while training: samples above, timeline and log below.
#pragma once

#include "ui/shell/centre_page.h"

namespace headroom::ui {

class SamplesPanel;
class SessionBridge;

class TrainPage : public CentrePage {
    Q_OBJECT
public:
    explicit TrainPage(SessionBridge* bridge, QWidget* parent = nullptr);

    SamplesPanel* samples() const { return samples_; }
    TimelinePanel* timeline() const { return timeline_; }

private:
    SamplesPanel* samples_;
    TimelinePanel* timeline_;
};

}  // namespace headroom::ui
