// MemoryLens: under a bar on which this process is a sliver, the process again at a scale of its own, marked as enlarged.
#pragma once

#include "ui/widgets/memory_bar.h"

namespace headroom::ui {

/// As wide as the bar above it; hidden where the bar needs no help.
class MemoryLens : public QWidget {
    Q_OBJECT
public:
    explicit MemoryLens(QWidget* parent = nullptr);

    /// What the bar above shows. Returns whether the lens is there.
    bool setData(const BarData& device);
    void setGhostDim(bool dim) { bar_->setGhostDim(dim); }
    MemoryBar* bar() const { return bar_; }
    /// How many times larger than above the process is drawn.
    double scale() const { return scale_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    MemoryBar* bar_;
    BarData device_;
    double scale_ = 1.0;
};

/// This process of `device` with its forecast, up to the next round figure; nothing where its share is large enough to be seen. `shown`: the lens
/// is there already and stays until the share is a good deal larger, so that it does not come and go.
std::optional<BarData> enlarged(const BarData& device, bool shown);

}  // namespace headroom::ui
