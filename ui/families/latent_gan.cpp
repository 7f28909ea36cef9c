// Facts and curves of GANs that draw from latents.
#include "ui/families/latent_gan.h"

#include "core/families/augment_figures.h"

#include <limits>

namespace headroom::ui {

WindowFacts latent_gan_facts() {
    WindowFacts facts;
    facts.latents = true;
    facts.compared = adversarial_comparisons();
    facts.ledger = {{LedgerRow::Weights, QT_TRANSLATE_NOOP("Family", "Weights (G, D, EMA)"),
                     QT_TRANSLATE_NOOP("Family", "Weights and buffers of both networks and the averaged copy (EMA).")}};
    FamilyWords& w = facts.words;
    w.sample_tip = QT_TRANSLATE_NOOP("Family", "Draw the fixed latents %1");
    w.shown_later = QT_TRANSLATE_NOOP(
        "Family", "A grid of %1 fixed latents appears here with the first step, then every %2 steps.");
    w.score =
        QT_TRANSLATE_NOOP("Family", "Sliced Wasserstein distance × 1,000 of its best checkpoint; lower is better");
    w.close = QT_TRANSLATE_NOOP("Family", "Close: other rounding or batch-norm statistics");
    return facts;
}

CurvesTab latent_gan_curves() {
    const auto said = [](const char* text) { return Phrase(text)(); };
    CurvesSpec spec;
    spec.curves = {{Curve::LossD, Token::C1, said(QT_TRANSLATE_NOOP("Family", "D"))},
                   {Curve::LossG, Token::C2, said(QT_TRANSLATE_NOOP("Family", "G"))},
                   {Curve::DReal, Token::C3, said(QT_TRANSLATE_NOOP("Family", "D(x)")), CurveSpec::Middle},
                   {Curve::DFake, Token::C4, said(QT_TRANSLATE_NOOP("Family", "D(G)")), CurveSpec::Middle}};
    spec.middle_width = 560;
    spec.title = said(QT_TRANSLATE_NOOP("Family", "Loss"));
    spec.name = said(QT_TRANSLATE_NOOP("Family", "Timeline of losses, outputs of D and memory"));
    spec.empty_title = said(QT_TRANSLATE_NOOP("Family", "No losses yet"));
    spec.empty_text = said(QT_TRANSLATE_NOOP(
        "Family", "Losses, D(x), D(G(z)) and memory share one axis here, with a mark for every change you make."));
    return {said(QT_TRANSLATE_NOOP("Family", "Timeline")), std::move(spec)};
}

CurvesTab augmentation_curves() {
    const auto said = [](const char* text) { return Phrase(text)(); };
    CurvesSpec spec;
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        row.mean.fill(std::numeric_limits<float>::quiet_NaN());
        const AugmentFigures own = augment_figures_of(step);
        row.mean[0] = static_cast<float>(own.strength);
        row.mean[1] = static_cast<float>(own.sign);
    };
    spec.curves = {
        {Curve{0}, Token::C1, said(QT_TRANSLATE_NOOP("Family", "Strength"))},
        {Curve{1}, Token::C2, said(QT_TRANSLATE_NOOP("Family", "Sign of D(x)")), CurveSpec::Upper, Qt::DashLine}};
    spec.title = said(QT_TRANSLATE_NOOP("Family", "Strength of augmentations"));
    spec.name =
        said(QT_TRANSLATE_NOOP("Family", "Strength of augmentations, and the sign of D's output for real pictures"));
    spec.wanted = [](const TrainConfig& config) { return config.augment_adapt; };
    spec.empty_title = said(QT_TRANSLATE_NOOP("Family", "No adaptive strength"));
    spec.empty_text = said(QT_TRANSLATE_NOOP(
        "Family", "With adaptive strength on, the chance that a picture is augmented follows D, and both stand here."));
    spec.decimals = 2;
    spec.memory = false;
    return {said(QT_TRANSLATE_NOOP("Family", "Augmentation")), std::move(spec)};
}

}  // namespace headroom::ui
