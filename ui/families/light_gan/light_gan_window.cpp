// A Light GAN's words, form, curves and plans.
#include "core/families/light_gan/light_gan_config.h"
#include "ui/families/family.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

WindowFacts light_gan_facts() {
    WindowFacts facts = latent_gan_facts();
    facts.demo_preset = "light-gan-small";
    facts.weights_part = "-generator";
    FamilyWords& w = facts.words;
    w.own = QT_TRANSLATE_NOOP("Family", "Width");
    w.smaller_network = QT_TRANSLATE_NOOP("Family", "A network with half the width cap: another model");
    return facts;
}

class LightGanWindow : public WindowFamily {
    Q_DECLARE_TR_FUNCTIONS(LightGanWindow)
public:
    LightGanWindow() : WindowFamily(kLightGan, light_gan_facts()) {}

    QString modelWords(const TrainConfig& c) const override {
        return tr("Light GAN %1, width up to %2")
            .arg(sizeWords(c.image_size, c.image_size))
            .arg(c.own<LightGanConfig>().width_max);
    }

    bool idle(std::string_view key, const TrainConfig& config) const override {
        const auto& own = config.own<LightGanConfig>();
        if (key == "image.grow_after") return config.grow_to == 0;
        if (key == "loss.gp_every") return own.gp_weight == 0;
        if (key == "diffaug.colour" || key == "diffaug.translation" || key == "diffaug.cutout")
            return own.augment_share == 0 && !config.augment_adapt;
        if (key == "augment.target" || key == "augment.images") return !config.augment_adapt;
        return key == "augment.share" && !own.diffaug_colour && !own.diffaug_translation && !own.diffaug_cutout;
    }

    std::vector<CurvesTab> curves() const override { return {latent_gan_curves(), augmentation_curves()}; }

    QString own(const TrainConfig& c) const override { return QString::number(c.own<LightGanConfig>().width_max); }

    QStringList changes(const TrainConfig& plan, const TrainConfig& asked) const override {
        QStringList out = WindowFamily::changes(plan, asked);
        if (plan.own<LightGanConfig>().width_max != asked.own<LightGanConfig>().width_max)
            out << tr("width %1").arg(plan.own<LightGanConfig>().width_max);
        return out;
    }
};

}  // namespace

const WindowFamily& light_gan_window() {
    static const LightGanWindow family;
    return family;
}

}  // namespace headroom::ui
