// PeakList: a small popup with the tensors that were alive at a step's peak, largest first.
#pragma once

#include "core/api/memory_report.h"

#include <QFrame>

class QTreeWidget;

namespace headroom::ui {

class PeakList : public QFrame {
    Q_OBJECT
public:
    explicit PeakList(const StepTimeline& timeline, QWidget* parent = nullptr);
    QTreeWidget* list() const { return list_; }

private:
    QTreeWidget* list_;
};

}  // namespace headroom::ui
