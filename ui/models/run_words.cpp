// RunWords: what a kind of run calls its steps, its speed and itself, and what is said of recipes.
#include "ui/models/run_words.h"

#include "core/api/catalog.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"

#include <QFileInfo>

namespace headroom::ui {
namespace {

struct RunText {
    Q_DECLARE_TR_FUNCTIONS(RunWords)
};
struct RecipeText {
    Q_DECLARE_TR_FUNCTIONS(Recipe)
};

QString differenceWords(const RecipeDifference& d) {
    const QString was = coreText(d.was);  // a version, a device or "316 pictures, 3f2a0c", the fingerprint of data
    if (d.what == RecipeDifference::What::NoData) {
        if (const QString name = toBeChosen(d.here); !name.isEmpty())
            return RecipeText::tr("Its data, called %1, is to be chosen (%2).").arg(nameText(name), was);
        return RecipeText::tr("Its data (%1) is not here: %2 holds no pictures.").arg(was, pathText(fromUtf8(d.here)));
    }
    const QString here = coreText(d.here);
    switch (d.what) {
        case RecipeDifference::What::Headroom:
            return RecipeText::tr("Made with Headroom %1; this is %2.").arg(was, here);
        case RecipeDifference::What::LibTorch:
            return RecipeText::tr("Made with LibTorch %1; this is %2. Bits may differ.").arg(was, here);
        case RecipeDifference::What::Device:
            return RecipeText::tr("Measured on %1; this computes on %2. Times and memory will differ, and bits may.")
                .arg(was, here);
        case RecipeDifference::What::Data: return RecipeText::tr("Made with other data: %1; here %2.").arg(was, here);
        case RecipeDifference::What::NoData: break;
    }
    return {};
}

}  // namespace

QString stepWords(ModelKind kind, const QString& count) { return capitalised(stepPhrase(kind, count)); }

QString stepPhrase(ModelKind kind, const QString& count) { return QStringLiteral("%1 %2").arg(stepNoun(kind), count); }

QString stepNoun(ModelKind kind, std::int64_t count) {
    const StepNoun& noun = family_of(kind).facts().step;
    return coreText(count == 1 ? noun.one : noun.many);
}

bool allSeeImages(const ModelKinds& kinds) {
    return std::ranges::all_of(kinds, [](ModelKind kind) { return family_of(kind).facts().trains; });
}

QString stepNouns(const ModelKinds& kinds) {
    QStringList nouns = textsOf(kinds, [](ModelKind kind) { return stepNoun(kind, 2); });
    nouns.removeDuplicates();
    nouns.sort(Qt::CaseInsensitive);
    std::ranges::reverse(nouns);
    return nouns.isEmpty() ? RunText::tr("steps") : nouns.join(QStringLiteral(", "));
}

QString stepTitles(const ModelKinds& kinds) { return capitalised(stepNouns(kinds)); }

QString stepsText(ModelKind kind, std::int64_t count) {
    return QStringLiteral("%1 %2").arg(countText(count), stepNoun(kind, count));
}

QString paceText(ModelKind kind, double per_second) {
    const QString images = speedText(per_second);
    if (family_of(kind).facts().trains) return images;
    return RunText::tr("%1 it/s").arg(images.left(images.lastIndexOf(QLatin1Char(' '))));
}

QString kindWords(ModelKind kind) {
    const FamilyWords& words = words_of(kind);
    return words.title ? words.title() : coreText(family_of(kind).facts().info.name);
}

QString scoreText(ModelKind kind, double score) {
    return std::isfinite(score) ? numberText(score, family_of(kind).facts().score.decimals) : QString();
}

QString stageSentence(const std::string& stage) {
    return stage.empty() ? QString() : RunText::tr("The run needs the most %1.").arg(coreText(stage));
}

QString unmeasuredSentence(const std::string& unmeasured) {
    return unmeasured.empty() ? QString()
                              : RunText::tr("A later stage could not be measured: %1.").arg(coreText(unmeasured));
}

QString subjectsOf(const ModelKinds& kinds) {
    QStringList subjects = textsOf(kinds, [](ModelKind kind) { return words_of(kind).subject(); });
    if (subjects.isEmpty()) subjects << words_of(first_kind()).subject();
    subjects.removeDuplicates();
    subjects.sort(Qt::CaseInsensitive);
    return capitalised(subjects.join(QStringLiteral(", ")));
}

QString dataText(const std::string& name) {
    const auto known = catalog_datasets();
    const bool built_in = std::ranges::any_of(known, [&name](const DatasetInfo& data) { return data.name == name; });
    return built_in ? coreText(name) : fromUtf8(name);
}

QString subjectWords(const RunInfo& run) {
    if (!run.prompts.empty()) return fromUtf8(run.prompts);
    return family_of(run.model).facts().trains ? dataText(run.data_name) : coreText(run.data_name);
}

QString machineWords(const RunInfo& run) {
    const QString precision = fromUtf8(name_of(run.precision));
    return run.device.empty() ? precision : QStringLiteral("%1, %2").arg(precision, coreText(run.device));
}

QString placedPath(const SessionPlace& place, const QString& path) {
    return place.same_machine || path.isEmpty()
               ? path
               : RunText::tr("%1 on %2").arg(pathText(path), nameText(fromUtf8(place.host)));
}

QString placeWords(const SessionPlace& place) {
    const QString where =
        place.same_machine ? RunText::tr("Elsewhere") : RunText::tr("On %1").arg(nameText(fromUtf8(place.host)));
    return place.pid > 0 ? RunText::tr("%1, process %2").arg(where).arg(place.pid) : where;
}

QString sizeWords(std::int64_t width, std::int64_t height) {
    return QStringLiteral("%1 × %2").arg(countText(width), countText(height));
}

QSize pictureSize(const TrainConfig& config) {
    RunInfo info;
    family_of(config).describe(config, info);
    return {info.width, info.height};
}

QString pictureText(const TrainConfig& config) {
    const QSize size = pictureSize(config);
    // Not by arg(): it would read the small two as a digit of the place's number.
    return window_family_of(config).facts().square ? countText(size.width()) + QStringLiteral("²")
                                                   : sizeWords(size.width(), size.height());
}

QString toBeChosen(const std::string& path) {
    return path.starts_with("./") ? QFileInfo(fromUtf8(path)).fileName() : QString();
}

QString recipeWords(const std::vector<RecipeDifference>& differences) {
    return textsOf(differences, differenceWords).join(QLatin1Char('\n'));
}

}  // namespace headroom::ui
