// FormPlan: what a family has set first, then the schema's order.
#include "ui/panels/run/form_plan.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/families/registry.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace headroom::ui {
namespace {

bool opens_folded(const QString& group) {
    for (const char* folded : {"Loss", "Model", "Run"}) {
        if (group == QLatin1String(folded)) return true;
    }
    return false;
}

}  // namespace

std::vector<FormGroup> form_plan(ModelKind kind) {
    const WindowFacts& facts = window_family_of(kind).facts();
    std::vector<FormGroup> plan;
    std::set<std::string_view> placed{"model"};
    for (const FormHead& head : facts.heads) {
        FormGroup group{head.title(), head.open, {}};
        for (const std::string_view key : head.keys) {
            if (const ParamRow* row = find_param(key, kind); row && belongs_to(*row, kind) && placed.insert(key).second)
                group.rows.push_back(row);
        }
        plan.push_back(std::move(group));
    }
    for (const ParamRow& row : schema_rows(kind)) {
        if (!placed.insert(row.key).second) continue;
        const QString title = fromUtf8(row.group);
        auto group = std::find_if(plan.begin(), plan.end(), [&](const FormGroup& g) { return g.title == title; });
        if (group == plan.end())
            group = plan.insert(plan.end(), {title, !facts.rest_folded && !opens_folded(title), {}});
        group->rows.push_back(&row);
    }
    return plan;
}

}  // namespace headroom::ui
