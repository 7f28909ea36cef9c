// StepSection: what one step does to the memory: its picture by phase, and the buttons that keep it.
#pragma once

#include "core/api/memory_report.h"
#include "core/api/train_config.h"
#include "ui/bridge/qt_format.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"

#include <QFrame>

namespace headroom::ui {

/// A small popup with the tensors that were alive at a moment of a step, largest first: owner, shape, role, phase, bytes; at the peak also
/// why it is there.
class PeakList : public QFrame {
    Q_OBJECT
public:
    /// `ms`: the moment; the peak's own is `timeline.peak_ms`. `kind`: of the run, for its words.
    PeakList(const StepTimeline& timeline, double ms, ModelKind kind, QWidget* parent = nullptr);
    QTreeWidget* list() const { return list_; }

private:
    QTreeWidget* list_;
};

class StepSection : public QWidget {
    Q_OBJECT
public:
    explicit StepSection(QWidget* parent = nullptr);

    /// Null: none was measured yet.
    void setTimeline(std::shared_ptr<const headroom::StepTimeline> timeline) {
        timeline_ = timeline && !timeline->points.empty() ? std::move(timeline) : nullptr;
        refresh();
    }
    void setKind(ModelKind kind) {
        if (std::exchange(kind_, kind) != kind) refresh();
    }
    void setUnit(MemoryUnit unit) {
        if (std::exchange(unit_, unit) != unit) refresh();
    }
    /// Of the run; `watched`: what its steps compute can be watched.
    void setActive(bool active, bool watched);
    void setPadding(int pixels);
    /// The tensors alive at a moment of the step; nothing without a step.
    void showTensors(double ms, const QPoint& global);
    /// At its end.
    void showLastTensors(const QPoint& global) {
        if (timeline_) showTensors(timeline_->duration_ms, global);
    }

Q_SIGNALS:
    void snapshotRequested();
    void speedRequested();

private:
    void refresh();
    void fitHint();
    void save();

    std::shared_ptr<const headroom::StepTimeline> timeline_;
    ModelKind kind_;
    MemoryUnit unit_ = MemoryUnit::GiB;
    bool active_ = false, watched_ = false;
    QWidget *header_, *box_;
    IconButton *save_, *snapshot_, *speed_;
    QLabel *title_, *hint_;
    EmptyState* empty_;
    StepTimelineView* view_;
};

}  // namespace headroom::ui
