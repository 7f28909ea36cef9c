// A run panel on a scripted engine with the "Make it fit" dialog open over it.
#pragma once

#include "tests/ui/patient_test.h"
#include "tests/ui/run_stage.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/fit/fit_table.h"

#include <memory>

namespace headroom::ui {

/// A panel on a scripted engine with the dialog open over it.
struct FitStage : RunStage {
    using RunStage::RunStage;
    ~FitStage() {
        session->plans().release();
        dialog.reset();
        BackgroundTask::waitForAll();
    }
    void open() {
        dialog = std::make_unique<FitDialog>(&bridge, panel->edits(), panel->forecast(), QStringLiteral("textures"),
                                             nullptr);
    }
    bool ready() const { return panel->forecast()->report() != nullptr; }
    bool answered() const { return !dialog->searching() && dialog->model()->rowCount() > 0; }
    const FitPlan& chosen() const { return *dialog->model()->planAt(dialog->table()->currentIndex()); }
    QStringList groups() const {
        QStringList out;
        for (int i = 0; i < dialog->model()->rowCount(); ++i) out << dialog->model()->index(i, 0).data().toString();
        return out;
    }

    std::unique_ptr<FitDialog> dialog;
};

#define OPEN(stage)               \
    QTRY_VERIFY((stage).ready()); \
    (stage).open();               \
    QTRY_VERIFY((stage).answered())

}  // namespace headroom::ui
