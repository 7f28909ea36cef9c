// A Light GAN's words, form, curves and plans.
#include "ui/families/light_gan/light_gan_window.h"

#include "core/families/light_gan/light_gan_config.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

struct LightGanText {
    Q_DECLARE_TR_FUNCTIONS(LightGanWindow)
};

WindowFacts light_gan_facts() {
    WindowFacts facts;
    facts.latents = true;
    facts.demo_preset = "light-gan-small";
    facts.weights_part = "-generator";
    facts.compared = adversarial_comparisons();
    facts.ledger = {{LedgerRow::Weights, QT_TRANSLATE_NOOP("Family", "Weights (G, D, EMA)"),
                     QT_TRANSLATE_NOOP("Family", "Weights and buffers of both networks and the averaged copy (EMA).")}};
    FamilyWords& w = facts.words;
    w.sample_tip = QT_TRANSLATE_NOOP("Family", "Draw the fixed latents %1");
    w.shown_later = QT_TRANSLATE_NOOP(
        "Family", "A grid of %1 fixed latents appears here with the first step, then every %2 steps.");
    w.score =
        QT_TRANSLATE_NOOP("Family", "Sliced Wasserstein distance × 1,000 of its best checkpoint; lower is better");
    w.own = QT_TRANSLATE_NOOP("Family", "Width");
    w.smaller_network = QT_TRANSLATE_NOOP("Family", "A network with half the width cap: another model");
    w.close = QT_TRANSLATE_NOOP("Family", "Close: other rounding or batch-norm statistics");
    return facts;
}

class LightGanWindow : public WindowFamily {
public:
    LightGanWindow() : WindowFamily(kLightGan, light_gan_facts()) {}

    QString model_words(const TrainConfig& c) const override {
        return LightGanText::tr("Light GAN %1, width up to %2")
            .arg(sizeWords(c.image_size, c.image_size))
            .arg(c.own<LightGanConfig>().width_max);
    }

    bool idle(std::string_view key, const TrainConfig& config) const override {
        const auto& own = config.own<LightGanConfig>();
        if (key == "loss.gp_every") return own.gp_weight == 0;
        if (key == "diffaug.colour" || key == "diffaug.translation" || key == "diffaug.cutout")
            return own.augment_share == 0;
        return key == "augment.share" && !own.diffaug_colour && !own.diffaug_translation && !own.diffaug_cutout;
    }

    std::vector<CurvesTab> curves() const override {
        CurvesSpec spec;
        spec.curves = {{Curve::LossD, Token::C1, LightGanText::tr("D")},
                       {Curve::LossG, Token::C2, LightGanText::tr("G")},
                       {Curve::DReal, Token::C3, LightGanText::tr("D(x)"), CurveSpec::Middle},
                       {Curve::DFake, Token::C4, LightGanText::tr("D(G)"), CurveSpec::Middle}};
        spec.title = LightGanText::tr("Loss");
        spec.name = LightGanText::tr("Timeline of losses, outputs of D and memory");
        spec.empty_title = LightGanText::tr("No losses yet");
        spec.empty_text = LightGanText::tr(
            "Losses, D(x), D(G(z)) and memory share one axis here, with a mark for every change you make.");
        return {{LightGanText::tr("Timeline"), std::move(spec)}};
    }

    QString own(const TrainConfig& c) const override { return QString::number(c.own<LightGanConfig>().width_max); }

    QStringList changes(const TrainConfig& plan, const TrainConfig& asked) const override {
        QStringList out = WindowFamily::changes(plan, asked);
        if (plan.own<LightGanConfig>().width_max != asked.own<LightGanConfig>().width_max)
            out << LightGanText::tr("width %1").arg(plan.own<LightGanConfig>().width_max);
        return out;
    }
};

}  // namespace

const WindowFamily& light_gan_window() {
    static const LightGanWindow family;
    return family;
}

}  // namespace headroom::ui
