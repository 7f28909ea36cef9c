// PresetShelf: recipes in a folder.
#include "ui/models/preset_shelf.h"

#include "core/config/config_io.h"
#include "core/config/setting_paths.h"
#include "ui/bridge/shown_text.h"
#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/kind_drafts.h"
#include "ui/widgets/file_writer.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>

namespace headroom::ui {
namespace {

constexpr qint64 kMostRecipeBytes = 4 << 20;  // of a recipe; none is as large
constexpr qsizetype kLongestName = 80;        // characters

struct ShelfText {
    Q_DECLARE_TR_FUNCTIONS(PresetShelf)
};

/// A recipe names files and folders as if they lay beside it: what does is meant.
TrainConfig with_own_files(TrainConfig config, const QString& recipe) {
    const QDir folder = QFileInfo(recipe).absoluteDir();
    return with_paths(std::move(config), [&](const std::string& path) {
        const QString here = path.starts_with("./") ? QDir::cleanPath(folder.filePath(fromUtf8(path))) : QString();
        return QFileInfo::exists(here) ? here.toStdString() : path;
    });
}

OwnPreset unreadable(const QString& path, const QString& problem) {
    return {QFileInfo(path).completeBaseName(), path, {}, problem, {}};
}

}  // namespace

OwnPreset read_recipe(const QString& path) {
    QFile file(path);
    const QString name = QFileInfo(path).fileName();
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(path, ShelfText::tr("%1 cannot be read: %2").arg(pathText(path), file.errorString()));
    if (file.size() > kMostRecipeBytes)
        return unreadable(path, ShelfText::tr("%1 is too large for a settings file").arg(nameText(name)));
    const std::string text = file.readAll().toStdString();
    const auto patch = read_config_patch(text, name.toStdString());
    if (!patch) return unreadable(path, coreText(patch.error().message));
    const auto model = patch->find("model");
    const auto* id = model == patch->end() ? nullptr : std::get_if<std::string>(&model->second);
    const auto config =
        with_patch(KindDrafts::first(id ? find_kind(*id).value_or(first_kind()) : first_kind()), *patch);
    if (!config) return unreadable(path, coreText(config.error().message));
    return {QFileInfo(path).completeBaseName(), path, with_own_files(*config, path), {}, read_recipe_origin(text)};
}

ParamPatch read_sample_settings(const QString& path) {
    const std::string text = QImageReader(path).text(QStringLiteral("Settings")).toStdString();
    if (text.empty()) return {};
    const auto patch = read_config_patch(text, QFileInfo(path).fileName().toStdString());
    return patch ? *patch : ParamPatch{};
}

Result<void> write_recipe(const QString& path, const TrainConfig& config) {
    return bytesTo(path, QByteArray::fromStdString(write_config(config)))();
}

Result<void> share_recipe(const QString& path, const TrainConfig& config, Services& services) {
    const auto recipe = services.make_recipe(config, {}, {});
    if (!recipe) return recipe.error();
    return bytesTo(path, QByteArray::fromStdString(*recipe))();
}

bool PresetShelf::has(const QString& name) const { return QFile::exists(pathOf(name)); }

std::vector<OwnPreset> PresetShelf::list() const {
    std::vector<OwnPreset> out;
    if (folder_.isEmpty()) return out;
    const QDir dir(folder_);
    for (const QString& file : dir.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name | QDir::LocaleAware))
        out.push_back(read_recipe(dir.filePath(file)));
    return out;
}

QString PresetShelf::nameProblem(const QString& name) {
    if (name.trimmed().isEmpty()) return ShelfText::tr("A preset needs a name");
    if (name.size() > kLongestName) return ShelfText::tr("The name is longer than %1 characters").arg(kLongestName);
    if (name.startsWith(QLatin1Char('.')) || name.contains(QLatin1Char('/')) || name != name.trimmed())
        return ShelfText::tr("A name begins with no dot or space and holds no /");
    return {};
}

QString PresetShelf::save(const QString& name, const TrainConfig& config) const {
    if (const QString problem = nameProblem(name); !problem.isEmpty()) return problem;
    if (folder_.isEmpty()) return ShelfText::tr("Presets cannot be kept before the engine is loaded");
    if (!QDir().mkpath(folder_)) return ShelfText::tr("%1 cannot be made").arg(pathText(folder_));
    const auto saved = write_recipe(pathOf(name), config);
    return saved ? QString() : coreText(saved.error().message);
}

QString PresetShelf::rename(const QString& from, const QString& to) const {
    if (from == to) return {};
    if (const QString problem = nameProblem(to); !problem.isEmpty()) return problem;
    if (has(to)) return ShelfText::tr("There is a preset called %1 already").arg(nameText(to));
    QFile file(pathOf(from));
    return file.rename(pathOf(to)) ? QString()
                                   : ShelfText::tr("%1 keeps its name: %2").arg(nameText(from), file.errorString());
}

QString PresetShelf::remove(const QString& name) const {
    QFile file(pathOf(name));
    if (file.remove()) return {};
    return ShelfText::tr("%1 was not deleted: %2").arg(nameText(name), file.errorString());
}

}  // namespace headroom::ui
