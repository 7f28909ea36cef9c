// PlotPanel: plots of a run with what steers them: controls of its own, the x axis, export; an empty state before there is anything to plot.
#pragma once

#include "ui/forward.h"
#include "ui/models/metrics_model.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_writer.h"

namespace headroom::ui {

class PlotPanel : public QWidget {
    Q_OBJECT
public:
    /// Stand above the plots until someone gives them another parent (a tab bar's corner).
    QWidget* controls() const { return controls_; }
    /// Draws the plots as they stand, and returns what writes them to `path` (png, svg or pdf).
    virtual FileWriter drawnPlots(const QString& path) = 0;
    /// The same and writes them; why they were not written is given as a notice.
    void savePlots(const QString& path);
    /// Shows the whole of the x axis (key F).
    virtual void fit() = 0;
    /// The scale of the losses (key L); nothing where there are none.
    virtual void toggleLog() {}

Q_SIGNALS:
    /// The crosshair stands at `step` (the sample of that step may be offered), or was taken away.
    void stepPointed(bool shown, qint64 step);

protected:
    PlotPanel(const QString& name, QWidget* parent);
    /// Once, at the end of a constructor. `own`: controls before the others; `saving`: what export does, which offers `file`.
    void setUp(EmptyState* empty, QWidget* plots, std::initializer_list<BoxItem> own, const QString& saving,
               const QString& file);
    void showPlots(bool any) {
        empty_->giveWay(any);
        controls_->setEnabled(any);
    }

    QWidget* controls_;
    EmptyState* empty_ = nullptr;
    QComboBox* axis_ = nullptr;
};

}  // namespace headroom::ui
