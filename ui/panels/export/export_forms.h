// ExportForms: one form per row of the export list, editing the plan.
#pragma once

#include "ui/panels/export/export_plan.h"

#include <QStackedWidget>

#include <functional>

class QCheckBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace headroom::ui {

class SegmentedBar;

class ExportForms : public QStackedWidget {
    Q_OBJECT
public:
    ExportForms(ExportPlan* plan, QWidget* parent = nullptr);
    /// Shows what the source offers (step, cell size, EMA).
    void setSource(const ExportSource& source);

Q_SIGNALS:
    void planChanged();

private:
    QFormLayout* addPage();
    QLabel* label(const QString& text);
    QCheckBox* check(const QString& text, bool ExportPlan::*field);
    QSpinBox* spin(int low, int high, int ExportPlan::*field, const QString& name, const QString& suffix = {});
    QWidget* weightsChoice();
    void gridForm();
    void otherForms();

    ExportPlan* plan_;
    QLabel *step_ = nullptr, *cell_ = nullptr;
    std::vector<SegmentedBar*> sources_;
};

}  // namespace headroom::ui
