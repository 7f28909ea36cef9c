// FormPlan: which settings a kind of run has in its form, in which groups and order.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <QString>

#include <vector>

namespace headroom::ui {

struct FormGroup {
    QString title;
    bool open = true;  ///< as first shown
    std::vector<const ParamRow*> rows;
};

/// The form of `kind`, without the kind itself, which is no choice of the form.
std::vector<FormGroup> form_plan(ModelKind kind);

}  // namespace headroom::ui
