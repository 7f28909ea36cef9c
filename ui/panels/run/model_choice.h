// ModelChoice: which model is to be trained, and the presets to begin with. Shown while no run is active.
#pragma once

#include "core/api/train_config.h"
#include "ui/forward.h"

#include <QWidget>

#include <vector>

namespace headroom::ui {

class ModelChoice : public QWidget {
    Q_OBJECT
public:
    /// `edits` take the values of a chosen preset, as one edit; they must outlive the widget.
    ModelChoice(ParamEdits* edits, std::vector<ModelKind> kinds, QWidget* parent = nullptr);

    void setKind(ModelKind kind);
    /// The menu has the user's own presets too, read whenever it opens; `desk` must outlive the widget.
    void offerPresets(PresetDesk* desk) { desk_ = desk; }
    SegmentedBar* bar() const { return bar_; }
    QMenu* presets() const { return menu_; }

Q_SIGNALS:
    void kindRequested(headroom::ModelKind kind);

private:
    void fillPresets();

    ParamEdits* edits_;
    std::vector<ModelKind> kinds_;
    std::optional<ModelKind> shown_;
    SegmentedBar* bar_;
    QToolButton* begin_;
    QMenu* menu_;
    PresetDesk* desk_ = nullptr;
};

}  // namespace headroom::ui
