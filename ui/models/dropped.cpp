// Dropped: telling things apart by what lies in them.
#include "ui/models/dropped.h"

#include "core/api/picture_files.h"
#include "core/families/portable.h"
#include "core/families/registry.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/models/preset_shelf.h"
#include "ui/models/run_words.h"
#include "ui/widgets/file_dialogs.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>

#include <initializer_list>

namespace headroom::ui {
namespace {

constexpr int kMostCounted = 100000;  // pictures of a folder

struct DroppedText {
    Q_DECLARE_TR_FUNCTIONS(Dropped)
};

Dropped found(Dropped::Kind kind, const QStringList& paths, const QString& words) {
    Dropped out;
    out.kind = kind;
    out.paths = paths;
    out.words = words;
    return out;
}

/// By its first bytes.
bool is_picture(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return false;
    return picture_format_of(file.read(kPictureSignature).toStdString()).has_value();
}

bool ends_with_any(const QString& name, std::initializer_list<const char*> endings) {
    return std::ranges::any_of(
        endings, [&](const char* ending) { return name.endsWith(QLatin1String(ending), Qt::CaseInsensitive); });
}

/// Of CIFAR-10 or MNIST, as their makers name them.
bool is_data_file(const QString& name) {
    return (name.startsWith(QLatin1String("data_batch")) && !name.endsWith(QLatin1String(".mat"))) ||
           name == QLatin1String("test_batch.bin") || name.contains(QLatin1String("idx3"));
}

int count_pictures(const QString& folder) {
    int count = 0;
    QDirIterator each(folder, QDir::Files, QDirIterator::Subdirectories);
    while (each.hasNext() && count < kMostCounted) {
        each.next();
        count += names_picture(each.fileName().toStdString()) ? 1 : 0;
    }
    return count;
}

Dropped read_settings(const QString& path, Services* services) {
    const OwnPreset recipe = read_recipe(path);
    if (!recipe.problem.isEmpty()) return unusable(recipe.problem);
    Dropped out = found(Dropped::Kind::Settings, {path},
                        DroppedText::tr("%1, settings of %2").arg(fileNameText(path), kindWords(recipe.config.model)));
    out.config = recipe.config;
    if (services) out.note = recipeWords(services->recipe_differences(recipe.origin, recipe.config, {}));
    return out;
}

/// A picture; of one that Headroom drew also how.
Dropped look_at_picture(const QString& path) {
    Dropped out = found(Dropped::Kind::Pictures, {path}, fileNameText(path));
    out.settings = read_sample_settings(path);
    const auto model = out.settings.find("model");
    const auto* id = model == out.settings.end() ? nullptr : std::get_if<std::string>(&model->second);
    const auto kind = id ? find_kind(*id) : std::nullopt;
    const auto config = kind ? with_patch(KindDrafts::first(*kind), out.settings) : Result<TrainConfig>(Error{});
    if (!config) return out;
    out.config = *config;
    const QImageReader reader(path);
    out.step = std::max(reader.text(QStringLiteral("Step")).toLongLong(),
                        reader.text(QStringLiteral("Iteration")).toLongLong());
    out.words = DroppedText::tr("%1, a picture by %2 at %3, seed %4")
                    .arg(out.words, kindWords(*kind), stepPhrase(*kind, countText(out.step)),
                         nameText(reader.text(QStringLiteral("Seed"))));
    return out;
}

Dropped look_at_run(const QString& dir, Services& services) {
    const auto run = services.load_run(dir.toStdString());
    if (!run) return unusable(coreText(run.error().message), coreText(run.error().hint));
    Dropped out = found(Dropped::Kind::Run, {dir},
                        DroppedText::tr("%1, a run at %2")
                            .arg(fileNameText(dir), stepPhrase(run->config.model, countText(run->info.step))));
    out.config = run->config;
    out.run_dir = dir;
    out.step = run->info.step;
    return out;
}

/// `dir`: .../<run>/checkpoints/<checkpoint>
Dropped look_at_checkpoint(const QString& dir, Services& services) {
    QDir up(dir);
    const bool lies_in_run = up.cdUp() && up.cdUp() && up.exists(QStringLiteral("run.json"));
    if (!lies_in_run)
        return unusable(DroppedText::tr("%1 is a checkpoint without its run").arg(fileNameText(dir)),
                        DroppedText::tr("Drop the run's folder, or a weight file of an export."));
    Dropped out = look_at_run(up.absolutePath(), services);
    if (out.kind != Dropped::Kind::Run) return out;
    out.kind = Dropped::Kind::Checkpoint;
    out.paths = QStringList{dir};
    out.step = dir.section(QLatin1Char('-'), -1).toLongLong();
    out.words = DroppedText::tr("%1, a checkpoint of %2").arg(fileNameText(dir), fileNameText(out.run_dir));
    return out;
}

Dropped look_at_weight_file(const QString& path, Services* services) {
    const QString name = fileNameText(path);
    if (!services || !namesWeights(path))
        return unusable(
            DroppedText::tr("%1 is nothing that Headroom knows").arg(name),
            DroppedText::tr(
                "Pictures (PNG, JPEG, WebP, GIF) and folders of them, weights (.safetensors, .ckpt, .pth, .pt), runs, checkpoints and settings (.json) are."));
    const auto summary = services->look_at_weights(path.toStdString());
    if (!summary) return unusable(coreText(summary.error().message), coreText(summary.error().hint));
    if (summary->kind == "unknown")
        return unusable(DroppedText::tr("%1 holds no network that Headroom knows").arg(name),
                        DroppedText::tr("DCGAN, Light GAN, VQGAN, CLIP and RRDB (ESRGAN) are."));
    Dropped out = found(Dropped::Kind::Weights, {path}, DroppedText::tr("%1, %2").arg(name, coreText(summary->words)));
    out.network = summary->kind;
    out.settings = summary->settings;
    if (!summary->usable) out.flaw = summary->problem;
    return out;
}

/// Of a folder as the Hugging Face hub shows it, which has pictures of what they draw too; empty: it is none.
QString weights_of_model(const QDir& dir) {
    for (const Family* family : families()) {
        if (!family->portable()) continue;
        const QString file = fromUtf8(family->portable()->file()) + QStringLiteral(".safetensors");
        if (dir.exists(file)) return dir.absoluteFilePath(file);
    }
    return {};
}

Dropped look_at_folder(const QString& path, Services* services) {
    const QDir dir(path);
    if (services && dir.exists(QStringLiteral("manifest.json"))) return look_at_checkpoint(path, *services);
    if (services && dir.exists(QStringLiteral("run.json"))) return look_at_run(path, *services);
    const QStringList names = dir.entryList(QDir::Files);
    if (std::ranges::any_of(names, is_data_file) || dir.exists(QStringLiteral("cifar-10-batches-py")))
        return found(Dropped::Kind::DataSet, {path}, DroppedText::tr("%1, a data set").arg(fileNameText(path)));
    if (std::ranges::any_of(
            names, [](const QString& name) { return name.startsWith(QLatin1String("netG")) && namesWeights(name); })) {
        Dropped out = found(Dropped::Kind::Weights, {path},
                            DroppedText::tr("%1, weights of two networks").arg(fileNameText(path)));
        out.network = "dcgan";
        return out;
    }
    if (const QString weights = weights_of_model(dir); services && !weights.isEmpty())
        return look_at_weight_file(weights, services);
    const int pictures = count_pictures(path);
    if (pictures == 0)
        return unusable(
            DroppedText::tr("%1 holds no pictures (PNG, JPEG, WebP, GIF) and is no run").arg(fileNameText(path)),
            DroppedText::tr("Drop a folder of pictures, a run's folder or a checkpoint."));
    return found(Dropped::Kind::PictureFolder, {path},
                 DroppedText::tr("%1, a folder of %Ln picture(s)", nullptr, pictures).arg(fileNameText(path)));
}

Dropped look_at_file(const QString& path, Services* services) {
    const QString file = QFileInfo(path).fileName(), name = fileNameText(path);
    if (is_picture(path)) return look_at_picture(path);
    if (is_data_file(file)) return found(Dropped::Kind::DataSet, {path}, DroppedText::tr("%1, a data set").arg(name));
    if (file == QLatin1String("manifest.json") || file == QLatin1String("run.json"))
        return look_at_folder(QFileInfo(path).absolutePath(), services);
    if (ends_with_any(file, {".json", ".headroom-recipe"})) return read_settings(path, services);
    if (ends_with_any(file, {".zip", ".headroom-run"}))
        return found(Dropped::Kind::Archive, {path}, DroppedText::tr("%1, an archive of a run").arg(name));
    if (names_picture(file.toStdString()))
        return unusable(DroppedText::tr("%1 is named as a picture and is none").arg(name));
    return look_at_weight_file(path, services);
}

}  // namespace

Dropped unusable(const QString& problem, const QString& hint) {
    Dropped out;
    out.problem = problem;
    out.problem_hint = hint;
    return out;
}

QString Dropped::folder() const {
    QString folder = QFileInfo(paths.value(0)).absolutePath();
    const bool one =
        std::ranges::all_of(paths, [&](const QString& path) { return QFileInfo(path).absolutePath() == folder; });
    return one ? folder : QString();
}

Dropped look_at_dropped(const QStringList& paths, Services* services) {
    if (paths.isEmpty()) return unusable(DroppedText::tr("There is no file or picture in it"));
    QStringList absolute;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (!info.exists()) return unusable(DroppedText::tr("%1 is not there").arg(pathText(path)));
        absolute << info.absoluteFilePath();
    }
    if (absolute.size() == 1) {
        const QString& path = absolute.front();
        return QFileInfo(path).isDir() ? look_at_folder(path, services) : look_at_file(path, services);
    }
    for (const QString& path : absolute) {
        if (!QFileInfo(path).isDir() && is_picture(path)) continue;
        return unusable(DroppedText::tr("Of several things only pictures can be used together, and %1 is none")
                            .arg(fileNameText(path)),
                        DroppedText::tr("Drop the others one at a time, or the folder that they lie in."));
    }
    return found(Dropped::Kind::Pictures, absolute,
                 DroppedText::tr("%Ln picture(s)", nullptr, static_cast<int>(absolute.size())));
}

}  // namespace headroom::ui
