// ExportForms: one form per row of the export list, editing the plan.
#pragma once

#include "ui/panels/export/export_plan.h"
#include "ui/widgets/kit.h"

namespace headroom::ui {

class ExportForms : public PageStack {
    Q_OBJECT
public:
    /// `films`: formats of the history; one that is not available is shown with the reason and cannot be chosen.
    ExportForms(ExportPlan* plan, std::vector<ExportFormat> films, QWidget* parent = nullptr);
    /// Shows what the source offers (step, cell size, EMA).
    void setSource(const ExportSource& source);

Q_SIGNALS:
    void planChanged();

private:
    void addPage();
    /// To the newest page.
    void addRow(const QString& text, QWidget* field);
    QCheckBox* check(const QString& text, bool ExportPlan::*field);
    QSpinBox* spin(int low, int high, int ExportPlan::*field, const QString& name, const QString& suffix = {});
    QWidget* weightsChoice();
    NumberField* truncation(double ExportPlan::*field);
    QWidget* filmChoice(QString ExportPlan::*field, const QString& name);
    void walkForm();
    void gridForm();
    void otherForms();

    ExportPlan* plan_;
    QFormLayout* form_ = nullptr;
    std::vector<ExportFormat> films_;
    QLabel *step_ = nullptr, *cell_ = nullptr;
    QSpinBox* most_ = nullptr;
    int frames_ = 0;  ///< of the source, for which the field was set
    std::vector<SegmentedBar*> sources_;
};

}  // namespace headroom::ui
