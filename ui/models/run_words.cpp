// RunWords: see run_words.h.
#include "ui/models/run_words.h"

#include "core/families/registry.h"
#include "core/families/vqgan/vqgan_shape.h"
#include "ui/bridge/qt_format.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace headroom::ui {
namespace {

QString phrase(const char* text) { return QCoreApplication::translate("RunWords", text); }

QString files_of(const std::string& files) {
    QStringList names;
    for (const QString& file : QString::fromStdString(files).split(QLatin1Char('|'), Qt::SkipEmptyParts))
        names << QFileInfo(file.trimmed()).completeBaseName();
    return names.join(QStringLiteral(" + "));
}

}  // namespace

QString stepWords(ModelKind kind, const QString& count) {
    return capitalised(stepPhrase(kind, count));
}

QString stepPhrase(ModelKind kind, const QString& count) {
    return (kind == ModelKind::Imagine ? phrase("iteration %1") : phrase("step %1")).arg(count);
}

QString stepNoun(ModelKind kind, std::int64_t count) {
    if (kind == ModelKind::Imagine) return count == 1 ? phrase("iteration") : phrase("iterations");
    return count == 1 ? phrase("step") : phrase("steps");
}

bool anyTrains(const ModelKinds& kinds) {
    return std::any_of(kinds.begin(), kinds.end(), [](ModelKind kind) { return family_of(kind).facts().trains; });
}

bool anyPaints(const ModelKinds& kinds) {
    return std::any_of(kinds.begin(), kinds.end(), [](ModelKind kind) { return !family_of(kind).facts().trains; });
}

QString stepNouns(const ModelKinds& kinds) {
    QStringList nouns;
    for (const ModelKind kind : kinds) nouns << stepNoun(kind, 2);
    nouns.removeDuplicates();
    nouns.sort(Qt::CaseInsensitive);
    std::reverse(nouns.begin(), nouns.end());
    return nouns.isEmpty() ? phrase("steps") : nouns.join(QStringLiteral(", "));
}

QString stepTitles(const ModelKinds& kinds) { return capitalised(stepNouns(kinds)); }

QString stepsText(ModelKind kind, std::int64_t count) {
    return QStringLiteral("%1 %2").arg(countText(count), stepNoun(kind, count));
}

QString paceText(ModelKind kind, double per_second) {
    const QString images = speedText(per_second);
    if (family_of(kind).facts().trains) return images;
    return phrase("%1 it/s").arg(images.left(images.lastIndexOf(QLatin1Char(' '))));
}

QString kindWords(ModelKind kind) {
    switch (kind) {
        case ModelKind::Dcgan: return phrase("DCGAN");
        case ModelKind::Vqgan: return phrase("VQGAN");
        case ModelKind::Imagine: return phrase("Text to image");
    }
    return {};
}

QString subjectWords(const RunInfo& run) { return fromUtf8(run.prompts.empty() ? run.data_name : run.prompts); }

QString machineWords(const RunInfo& run) {
    const QString precision = fromUtf8(name_of(run.precision));
    return run.device.empty() ? precision : QStringLiteral("%1, %2").arg(precision, fromUtf8(run.device));
}

QString sizeWords(std::int64_t width, std::int64_t height) { return QStringLiteral("%1 × %2").arg(width).arg(height); }

QString modelWords(const TrainConfig& config) {
    if (config.model == ModelKind::Vqgan) {
        const auto shape = vqgan_shape(config);  // f: pixels per code, as these networks are called
        const QString factor = shape ? phrase(", f%1").arg(shape->factor()) : QString();
        return phrase("VQGAN %1%2, %3 codes").arg(sizeWords(config.image_size, config.image_size), factor, countText(config.vqgan.codes));
    }
    if (config.model != ModelKind::Imagine)
        return phrase("DCGAN %1, width %2").arg(sizeWords(config.image_size, config.image_size)).arg(config.width_g);
    const QString vqgan = files_of(config.imagine.vqgan_file), clip = files_of(config.imagine.clip_files);
    if (vqgan.isEmpty() && clip.isEmpty()) return phrase("Built-in VQGAN and CLIP");
    return phrase("%1 · %2").arg(vqgan.isEmpty() ? phrase("built-in VQGAN") : vqgan,
                                 clip.isEmpty() ? phrase("built-in CLIP") : clip);
}

}  // namespace headroom::ui
