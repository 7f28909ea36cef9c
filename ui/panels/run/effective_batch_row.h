// EffectiveBatchRow: micro-batch times accumulation, old and new while either is staged.
#pragma once

#include "ui/models/param_edits.h"

#include <QWidget>

class QLabel;

namespace headroom::ui {

class EffectiveBatchRow : public QWidget {
    Q_OBJECT
public:
    explicit EffectiveBatchRow(ParamEdits* edits, QWidget* parent = nullptr);
    void setLabelWidth(int width);

private:
    void refresh();

    ParamEdits* edits_;
    QLabel *label_, *old_, *arrow_, *new_, *note_;
};

}  // namespace headroom::ui
