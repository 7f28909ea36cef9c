// FormPlan: the schema's order; text to image and VQGANs have their own for what is set most.
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
    bool open = true;
};

/// What stands first in the form of text to image; the rest follows in the schema's groups, folded.
const std::initializer_list<Head>& painting_heads() {
    static const std::initializer_list<Head> heads{
        {QT_TRANSLATE_NOOP("FormPlan", "Prompts"), {"prompts", "prompts.pictures", "prompts.noise", "prompts.every"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Start from"), {"start", "start.picture", "start.folder", "frames.steps", "frames.blend", "seed"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Picture"), {"picture.width", "picture.height", "steps"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Cutouts"),
         {"cuts.count", "cuts.chunk", "cuts.method", "cuts.augments", "cuts.power", "cuts.noise", "cuts.reference"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Optimiser"), {"latent.optimiser", "latent.rate"}},
    };
    return heads;
}

/// The order of a VQGAN's groups: those that every training has first, as in its form; what makes the network is folded.
const std::initializer_list<Head>& vqgan_heads() {
    static const std::initializer_list<Head> heads{
        {QT_TRANSLATE_NOOP("FormPlan", "Batch"), {"batch.micro", "batch.accumulate"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Memory"), {"precision", "memory.checkpointing", "image.size"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Data"), {"data.path"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Optimiser"), {"lr.g", "lr.d", "loss.gan_start"}},
        {QT_TRANSLATE_NOOP("FormPlan", "Network"), {"net.base"}, false},
        {QT_TRANSLATE_NOOP("FormPlan", "Codebook"), {"codebook.restart"}, false},
        {QT_TRANSLATE_NOOP("FormPlan", "Loss"), {"loss.l1"}, false},
        {QT_TRANSLATE_NOOP("FormPlan", "Discriminator"), {"width.d", "d.layers", "norm.d"}, false},
    };
    return heads;
}

const std::initializer_list<Head>& heads_of(ModelKind kind) {
    static const std::initializer_list<Head> none;
    switch (kind) {
        case ModelKind::Imagine: return painting_heads();
        case ModelKind::Vqgan: return vqgan_heads();
        case ModelKind::Dcgan: break;
    }
    return none;
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
    for (const Head& head : heads_of(kind)) {
        FormGroup group{QCoreApplication::translate("FormPlan", head.title), head.open, {}};
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
        if (group == plan.end()) group = plan.insert(plan.end(), {title, !paints && !opens_folded(title), {}});
        group->rows.push_back(&row);
    }
    return plan;
}

}  // namespace headroom::ui
