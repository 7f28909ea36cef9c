// PeakList: a small popup with the tensors that were alive at a moment of a step, largest first: owner, shape, role, phase,
// bytes; at the peak also why it is there.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/train_config.h"
#include "ui/forward.h"

#include <QFrame>

namespace headroom::ui {

class PeakList : public QFrame {
    Q_OBJECT
public:
    /// `ms`: the moment; the peak's own is `timeline.peak_ms`. `kind`: of the run, for its words.
    PeakList(const StepTimeline& timeline, double ms, ModelKind kind, QWidget* parent = nullptr);
    QTreeWidget* list() const { return list_; }

private:
    void fill(const std::vector<PeakTensor>& tensors);
    QTreeWidget* list_;
};

}  // namespace headroom::ui
