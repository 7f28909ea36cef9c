// What holds for every family that says nothing else. Facts and curves of GANs that draw from latents.
#include "ui/families/family.h"

#include "core/api/param_schema.h"
#include "core/families/augment_figures.h"
#include "core/families/registry.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/dropped.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

struct FamilyText {
    Q_DECLARE_TR_FUNCTIONS(Family)
};

/// A new run of `kind` that begins with dropped weights: with their network where they tell it, else with that of its form.
DropUse beginning_with(const Dropped& dropped, ModelKind kind, const TrainConfig& shown) {
    DropUse use{
        FamilyText::tr("Begin a %1 with these weights").arg(kindWords(kind)),
        dropped.settings.empty()
            ? FamilyText::tr("A new run with the settings of its form starts at once.")
            : FamilyText::tr("A new run with the file's network and the other settings of its form starts at once."),
        QStringLiteral("rocket"), dropped.settings, dropped.path()};
    if (const auto config = with_patch(shown, use.patch); !config) use.problem = coreText(config.error().message);
    return use;
}

}  // namespace

std::vector<ComparedCurve> adversarial_comparisons() {
    return {{QT_TRANSLATE_NOOP("Family", "Loss of G"), [](const StepDone& s) { return s.loss_g; }},
            {QT_TRANSLATE_NOOP("Family", "Loss of D"), [](const StepDone& s) { return s.loss_d; }},
            {QT_TRANSLATE_NOOP("Family", "D(x)"), [](const StepDone& s) { return s.d_real; }},
            {QT_TRANSLATE_NOOP("Family", "D(G(z))"), [](const StepDone& s) { return s.d_fake; }},
            {QT_TRANSLATE_NOOP("Family", "Speed, img/s"), [](const StepDone& s) { return s.images_per_second; }}};
}

QString WindowFamily::modelWords(const TrainConfig& config) const {
    const QSize size = pictureSize(config);
    return QStringLiteral("%1 %2").arg(kindWords(kind_), sizeWords(size.width(), size.height()));
}

bool WindowFamily::hasData(const TrainConfig& config) const {
    return !config.data_path.empty() && toBeChosen(config.data_path).isEmpty();
}

std::vector<CurvesTab> WindowFamily::curves() const {
    CurvesSpec spec;
    spec.curves = {{Curve::LossG, Token::C1, FamilyText::tr("Loss")}};
    spec.key = "Loss";
    spec.title = FamilyText::tr("Loss");
    spec.name = FamilyText::tr("Timeline of losses and memory");
    spec.empty_title = FamilyText::tr("No losses yet");
    spec.empty_text = FamilyText::tr("Losses and memory share one axis here, with a mark for every change you make.");
    return {{FamilyText::tr("Timeline"), std::move(spec)}};
}

QString WindowFamily::pieces(const TrainConfig& config) const {
    return QStringLiteral("%1 × %2").arg(countText(config.batch_micro), countText(config.batch_accumulate));
}

QStringList WindowFamily::changes(const TrainConfig& plan, const TrainConfig& asked) const {
    if (pictureSize(plan) == pictureSize(asked)) return {};
    return {pictureText(plan)};
}

std::vector<DropUse> WindowFamily::uses(const Dropped& dropped, const TrainConfig& shown) const {
    const FamilyFacts& facts = family_of(kind_).facts();
    if (!facts.trains) return {};
    const QString name = kindWords(kind_);
    const auto on = [&](const QString& path, const QString& detail) {
        return DropUse{FamilyText::tr("Train %1 on it").arg(name),
                       detail,
                       QStringLiteral("photo"),
                       {{"data.path", path.toStdString()}}};
    };
    const QString it = FamilyText::tr("It becomes the data set.");
    switch (dropped.kind) {
        case Dropped::Kind::PictureFolder:
        case Dropped::Kind::DataSet: return {on(dropped.path(), it)};
        case Dropped::Kind::Pictures:
            if (dropped.paths.size() == 1 || dropped.folder().isEmpty()) return {};
            return {
                on(dropped.folder(), FamilyText::tr("All of the folder %1, in which they lie, becomes the data set.")
                                         .arg(pathText(dropped.folder())))};
        case Dropped::Kind::Weights:
            if (facts.start.files != dropped.network) return {};
            return {beginning_with(dropped, kind_, shown)};
        default: return {};
    }
}

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
    CurvesSpec spec;
    spec.curves = {{Curve::LossD, Token::C1, FamilyText::tr("D")},
                   {Curve::LossG, Token::C2, FamilyText::tr("G")},
                   {Curve::DReal, Token::C3, FamilyText::tr("D(x)"), CurveSpec::Middle},
                   {Curve::DFake, Token::C4, FamilyText::tr("D(G)"), CurveSpec::Middle}};
    spec.middle_width = 560;
    spec.key = "Loss";
    spec.title = FamilyText::tr("Loss");
    spec.name = FamilyText::tr("Timeline of losses, outputs of D and memory");
    spec.empty_title = FamilyText::tr("No losses yet");
    spec.empty_text =
        FamilyText::tr("Losses, D(x), D(G(z)) and memory share one axis here, with a mark for every change you make.");
    return {FamilyText::tr("Timeline"), std::move(spec)};
}

CurvesTab augmentation_curves() {
    CurvesSpec spec;
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        row.mean.fill(std::numeric_limits<float>::quiet_NaN());
        const AugmentFigures own = augment_figures_of(step);
        row.mean[0] = static_cast<float>(own.strength);
        row.mean[1] = static_cast<float>(own.sign);
    };
    spec.curves = {{Curve{0}, Token::C1, FamilyText::tr("Strength")},
                   {Curve{1}, Token::C2, FamilyText::tr("Sign of D(x)"), CurveSpec::Upper, Qt::DashLine}};
    spec.key = "Strength of augmentations";
    spec.title = FamilyText::tr("Strength of augmentations");
    spec.name = FamilyText::tr("Strength of augmentations, and the sign of D's output for real pictures");
    spec.wanted = [](const TrainConfig& config) { return config.augment_adapt; };
    spec.empty_title = FamilyText::tr("No adaptive strength");
    spec.empty_text = FamilyText::tr(
        "With adaptive strength on, the chance that a picture is augmented follows D, and both stand here.");
    spec.decimals = 2;
    spec.memory = false;
    return {FamilyText::tr("Augmentation"), std::move(spec)};
}

}  // namespace headroom::ui
