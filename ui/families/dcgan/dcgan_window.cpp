// A DCGAN's words, curves and plans.
#include "ui/families/dcgan/dcgan_window.h"

#include "core/families/dcgan/dcgan_config.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

QString dcgan_words(const char* text) { return QCoreApplication::translate("DcganWindow", text); }

WindowFacts dcgan_facts() {
    WindowFacts facts;
    facts.latents = true;
    facts.demo_preset = "demo";
    facts.weights_part = "-netG";
    facts.compared = adversarial_comparisons();
    facts.ledger = {{LedgerRow::Weights, HEADROOM_PHRASE("Weights (G, D, EMA)"),
                     HEADROOM_PHRASE("Weights and buffers of both networks and the averaged copy (EMA).")}};
    FamilyWords& w = facts.words;
    w.sample_tip = HEADROOM_PHRASE("Draw the fixed latents %1");
    w.shown_later =
        HEADROOM_PHRASE("A grid of %1 fixed latents appears here with the first step, then every %2 steps.");
    w.score = HEADROOM_PHRASE("Sliced Wasserstein distance × 1,000 of its best checkpoint; lower is better");
    w.own = HEADROOM_PHRASE("Fakes");
    w.smaller_network = HEADROOM_PHRASE("A narrower network, or depthwise-separable convolutions: another model");
    w.close = HEADROOM_PHRASE("Close: other rounding or batch-norm statistics");
    return facts;
}

class DcganWindow : public WindowFamily {
public:
    DcganWindow() : WindowFamily(kDcgan, dcgan_facts()) {}

    QString model_words(const TrainConfig& c) const override {
        return dcgan_words("DCGAN %1, width %2")
            .arg(sizeWords(c.image_size, c.image_size))
            .arg(c.own<DcganConfig>().width_g);
    }

    std::vector<CurvesTab> curves() const override {
        CurvesSpec spec;
        spec.curves = {{Curve::LossD, Token::C1, dcgan_words("D")},
                       {Curve::LossG, Token::C2, dcgan_words("G")},
                       {Curve::DReal, Token::C3, dcgan_words("D(x)"), CurveSpec::Middle},
                       {Curve::DFake, Token::C4, dcgan_words("D(G)"), CurveSpec::Middle}};
        spec.title = dcgan_words("Loss");
        spec.name = dcgan_words("Timeline of losses, outputs of D and memory");
        spec.empty_title = dcgan_words("No losses yet");
        spec.empty_text =
            dcgan_words("Losses, D(x), D(G(z)) and memory share one axis here, with a mark for every change you make.");
        return {{dcgan_words("Timeline"), std::move(spec)}};
    }

    QString fit_words(const TrainConfig& c) const override {
        return c.own<DcganConfig>().conv == ConvKind::Depthwise ? model_words(c) + dcgan_words(", depthwise")
                                                                : model_words(c);
    }

    QString no_recomputing(const TrainConfig& c) const override {
        return c.own<DcganConfig>().train == Train::Both
                   ? QString()
                   : dcgan_words("Only one network learns: no fakes are kept between the phases.");
    }

    QString own(const TrainConfig& c) const override {
        return keeps_fakes(c) ? dcgan_words("Kept") : dcgan_words("Recomputed");
    }

    QStringList changes(const TrainConfig& plan, const TrainConfig& asked) const override {
        QStringList out = WindowFamily::changes(plan, asked);
        if (keeps_fakes(plan) != keeps_fakes(asked))
            out.prepend(keeps_fakes(plan) ? dcgan_words("fakes kept") : dcgan_words("fakes recomputed"));
        if (plan.own<DcganConfig>().width_g != asked.own<DcganConfig>().width_g || plan.width_d != asked.width_d)
            out << dcgan_words("width %1").arg(plan.own<DcganConfig>().width_g);
        if (plan.own<DcganConfig>().conv != asked.own<DcganConfig>().conv)
            out << (plan.own<DcganConfig>().conv == ConvKind::Depthwise ? dcgan_words("depthwise")
                                                                        : dcgan_words("standard convolutions"));
        return out;
    }
};

}  // namespace

const WindowFamily& dcgan_window() {
    static const DcganWindow family;
    return family;
}

}  // namespace headroom::ui
