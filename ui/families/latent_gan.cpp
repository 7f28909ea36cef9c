// Facts and curves of GANs that draw from latents.
#include "ui/families/latent_gan.h"

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

}  // namespace headroom::ui
