// A DCGAN's words, curves and plans.
#include "core/families/dcgan/dcgan_config.h"
#include "ui/families/family.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

WindowFacts dcgan_facts() {
    WindowFacts facts = latent_gan_facts();
    facts.demo_preset = "demo";
    facts.weights_part = "-netG";
    FamilyWords& w = facts.words;
    w.own = QT_TRANSLATE_NOOP("Family", "Fakes");
    w.smaller_network =
        QT_TRANSLATE_NOOP("Family", "A narrower network, or depthwise-separable convolutions: another model");
    return facts;
}

class DcganWindow : public WindowFamily {
    Q_DECLARE_TR_FUNCTIONS(DcganWindow)
public:
    DcganWindow() : WindowFamily(kDcgan, dcgan_facts()) {}

    QString modelWords(const TrainConfig& c) const override {
        return tr("DCGAN %1, width %2").arg(sizeWords(c.image_size, c.image_size)).arg(c.own<DcganConfig>().width_g);
    }

    std::vector<CurvesTab> curves() const override { return {latent_gan_curves(), augmentation_curves()}; }

    QString fitWords(const TrainConfig& c) const override {
        return c.own<DcganConfig>().conv == ConvKind::Depthwise ? modelWords(c) + tr(", depthwise") : modelWords(c);
    }

    QString noRecomputing(const TrainConfig& c) const override {
        return c.own<DcganConfig>().train == Train::Both
                   ? QString()
                   : tr("Only one network learns: no fakes are kept between the phases.");
    }

    QString own(const TrainConfig& c) const override { return keeps_fakes(c) ? tr("Kept") : tr("Recomputed"); }

    QStringList changes(const TrainConfig& plan, const TrainConfig& asked) const override {
        QStringList out = WindowFamily::changes(plan, asked);
        if (keeps_fakes(plan) != keeps_fakes(asked))
            out.prepend(keeps_fakes(plan) ? tr("fakes kept") : tr("fakes recomputed"));
        if (plan.own<DcganConfig>().width_g != asked.own<DcganConfig>().width_g || plan.width_d != asked.width_d)
            out << tr("width %1").arg(plan.own<DcganConfig>().width_g);
        if (plan.own<DcganConfig>().conv != asked.own<DcganConfig>().conv)
            out << (plan.own<DcganConfig>().conv == ConvKind::Depthwise ? tr("depthwise")
                                                                        : tr("standard convolutions"));
        return out;
    }
};

}  // namespace

const WindowFamily& dcgan_window() {
    static const DcganWindow family;
    return family;
}

}  // namespace headroom::ui
