// What holds for every family that says nothing else.
#include "ui/families/family.h"

#include "core/api/param_schema.h"
#include "core/families/registry.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/dropped.h"
#include "ui/models/run_words.h"

namespace headroom::ui {
namespace {

/// A new run of `kind` that begins with dropped weights: with their network where they tell it, else with that of its form.
DropUse beginning_with(const Dropped& dropped, ModelKind kind, const TrainConfig& shown) {
    DropUse use{
        Phrase(QT_TRANSLATE_NOOP("Family", "Begin a %1 with these weights"))().arg(kindWords(kind)),
        dropped.settings.empty()
            ? Phrase(QT_TRANSLATE_NOOP("Family", "A new run with the settings of its form starts at once."))()
            : Phrase(QT_TRANSLATE_NOOP(
                  "Family", "A new run with the file's network and the other settings of its form starts at once."))(),
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
    spec.curves = {{Curve::LossG, Token::C1, Phrase(QT_TRANSLATE_NOOP("Family", "Loss"))()}};
    spec.title = Phrase(QT_TRANSLATE_NOOP("Family", "Loss"))();
    spec.name = Phrase(QT_TRANSLATE_NOOP("Family", "Timeline of losses and memory"))();
    spec.empty_title = Phrase(QT_TRANSLATE_NOOP("Family", "No losses yet"))();
    spec.empty_text = Phrase(
        QT_TRANSLATE_NOOP("Family", "Losses and memory share one axis here, with a mark for every change you make."))();
    return {{Phrase(QT_TRANSLATE_NOOP("Family", "Timeline"))(), std::move(spec)}};
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
        return DropUse{Phrase(QT_TRANSLATE_NOOP("Family", "Train %1 on it"))().arg(name),
                       detail,
                       QStringLiteral("photo"),
                       {{"data.path", path.toStdString()}}};
    };
    const QString it = Phrase(QT_TRANSLATE_NOOP("Family", "It becomes the data set."))();
    switch (dropped.kind) {
        case Dropped::Kind::PictureFolder:
        case Dropped::Kind::DataSet: return {on(dropped.path(), it)};
        case Dropped::Kind::Pictures:
            if (dropped.paths.size() == 1 || dropped.folder().isEmpty()) return {};
            return {on(
                dropped.folder(),
                Phrase(QT_TRANSLATE_NOOP("Family", "All of the folder %1, in which they lie, becomes the data set."))()
                    .arg(pathText(dropped.folder())))};
        case Dropped::Kind::Weights:
            if (facts.start.files != dropped.network) return {};
            return {beginning_with(dropped, kind_, shown)};
        default: return {};
    }
}

}  // namespace headroom::ui
