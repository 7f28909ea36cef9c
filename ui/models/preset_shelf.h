// PresetShelf: the user's own presets: a folder of recipes, one file each, named as they are.
#pragma once

#include "core/api/services.h"

#include <QString>

namespace headroom::ui {

struct OwnPreset {
    QString name, path;
    TrainConfig config;
    QString problem{};      ///< why the file cannot be read; empty: `config` is what it holds
    RecipeOrigin origin{};  ///< of a recipe
};

/// Methods that change something return what went wrong, a sentence, or nothing. Any thread; they wait for the disk.
class PresetShelf {
public:
    /// `folder` is made when it is first needed.
    explicit PresetShelf(QString folder = {}) : folder_(std::move(folder)) {}

    const QString& folder() const { return folder_; }
    QString pathOf(const QString& name) const { return QStringLiteral("%1/%2.json").arg(folder_, name); }
    /// By name. Files that cannot be read are among them, with their problem.
    std::vector<OwnPreset> list() const;
    bool has(const QString& name) const;
    /// Why a preset cannot be called so; empty: it can.
    static QString nameProblem(const QString& name);
    /// Atomic; one of that name is replaced.
    QString save(const QString& name, const TrainConfig& config) const;
    QString rename(const QString& from, const QString& to) const;
    QString remove(const QString& name) const;

private:
    QString folder_;
};

/// Settings of a recipe: those of its kind of run with what the file says on top. Reads one small file.
OwnPreset read_recipe(const QString& path);
/// Settings that a sample of Headroom has in its PNG; empty: it has none. They name no paths. Reads the file's beginning.
ParamPatch read_sample_settings(const QString& path);
/// Writes settings, atomically. What went wrong, or nothing.
Result<void> write_recipe(const QString& path, const TrainConfig& config);
/// The same with where they come from, by `services`; may list a folder of pictures.
Result<void> share_recipe(const QString& path, const TrainConfig& config, Services& services);

}  // namespace headroom::ui
