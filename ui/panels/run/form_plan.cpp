// FormPlan: the schema's order; text to image has its own for what is set most.
#include "ui/panels/run/form_plan.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

namespace headroom::ui {
namespace {

struct Head {
    const char* title;
    std::initializer_list<std::string_view> keys;
};

/// What stands first in the form of text to image; the rest follows in the schema's groups, folded.
const std::initializer_list<Head>& painting_heads() {
    static const std::initializer_list<Head> heads{
        {QT_TRANSLATE_NOOP("FormPlan", "Prompts"), {"prompts", "prompts.pictures", "prompts.noise", "prompts.every"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Start from"), {"start", "start.picture", "seed"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Picture"), {"picture.width", "picture.height", "steps"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Cutouts"),
         {"cuts.count", "cuts.chunk", "cuts.method", "cuts.augments", "cuts.power", "cuts.noise", "cuts.reference"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Optimiser"), {"latent.optimiser", "latent.rate"}},
    };
    return heads;
}

bool opens_folded(const QString& group) {
    for (const char* folded : {"Loss", "Model", "Run"}) {
        if (group == QLatin1String(folded)) return true;
    }
    return false;
}

}  // namespace

std::vector<FormGroup> form_plan(ModelKind kind) {
    const bool paints = kind == ModelKind::Imagine;
    std::vector<FormGroup> plan;
    std::set<std::string_view> placed{"model"};
    if (paints) {
        for (const Head& head : painting_heads()) {
            FormGroup group{QCoreApplication::translate("FormPlan", head.title), true, {}};
            for (const std::string_view key : head.keys) {
                if (const ParamRow* row = find_param(key); row && belongs_to(*row, kind) && placed.insert(key).second)
                    group.rows.push_back(row);
            }
            plan.push_back(std::move(group));
        }
    }
    for (const ParamRow& row : schema_rows()) {
        if (!belongs_to(row, kind) || !placed.insert(row.key).second) continue;
        const QString title = fromUtf8(row.group);
        auto group = std::find_if(plan.begin(), plan.end(), [&](const FormGroup& g) { return g.title == title; });
        if (group == plan.end()) group = plan.insert(plan.end(), {title, !paints && !opens_folded(title), {}});
        group->rows.push_back(&row);
    }
    return plan;
}

}  // namespace headroom::ui
