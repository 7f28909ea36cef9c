// PresetDesk: menus and questions about presets.
#include "ui/panels/presets/preset_desk.h"

#include "core/api/services.h"
#include "core/families/registry.h"
#include "ui/bridge/qt_format.h"
#include "ui/models/recipe_words.h"
#include "ui/panels/presets/presets_dialog.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"

#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>

namespace headroom::ui {

PresetDesk::PresetDesk(QWidget* window) : QObject(window), window_(window) {
    ask_name_ = [window](const QString& proposal) {
        return QInputDialog::getText(window, tr("Save as preset"), tr("Name of the preset"), QLineEdit::Normal,
                                     proposal);
    };
    confirm_ = [window](const QString& question) {
        return QMessageBox::question(window, tr("Presets"), question) == QMessageBox::Yes;
    };
}

void PresetDesk::setServices(Services* services) {
    services_ = services;
    const QFileInfo runs(fromUtf8(services->runs_folder()));
    shelf_ = PresetShelf(runs.absolutePath() + QStringLiteral("/presets"));
}

std::vector<PresetDesk::Card> PresetDesk::cards() {
    const QString tip = tr("Have Make it fit find settings for it, from those of the form");
    std::vector<Card> out{{tr("CPU, automatic budget"), tip, {}}};
    for (const int size : kCards) out.push_back({tr("%1 GB card").arg(size), tip, Bytes{std::int64_t{size} << 30}});
    return out;
}

void PresetDesk::addTo(QMenu* menu, ModelKind kind) {
    QMenu* sizes = menu->addMenu(tr("For a memory size"));
    sizes->setToolTipsVisible(true);
    for (const Card& card : cards())
        sizes->addAction(card.title, this, [this, kind, size = card.size] { Q_EMIT cardRequested(kind, size); })
            ->setToolTip(card.tip);
    menu->addSeparator();
    for (const OwnPreset& own : shelf_.list()) {
        if (own.problem.isEmpty() && own.config.model != kind) continue;
        QAction* action =
            menu->addAction(own.name, this, [this, own] { Q_EMIT settingsRequested(own.config, own.name); });
        setThemedIcon(action, QStringLiteral("star"));
        action->setEnabled(own.problem.isEmpty());
        action->setToolTip(own.problem.isEmpty() ? tr("A preset of yours; what differs is shown first") : own.problem);
    }
    menu->addSeparator();
    menu->addAction(tr("Save as preset…"), this, &PresetDesk::saveRequested);
    menu->addAction(tr("Open a recipe…"), this, &PresetDesk::openRecipe);
    menu->addAction(tr("Manage presets…"), this, &PresetDesk::manage);
}

void PresetDesk::save(const TrainConfig& config) {
    const QString name = ask_name_(fromUtf8(family_of(config).run_name(config))).trimmed();
    if (name.isEmpty()) return;
    if (shelf_.has(name) && !confirm_(tr("There is a preset called %1. Replace it?").arg(name))) return;
    const QString problem = shelf_.save(name, config);
    if (!problem.isEmpty()) return Q_EMIT failed(problem);
    Q_EMIT changed();
    Q_EMIT saved(name);
}

void PresetDesk::openRecipe() {
    const QString path = askForFile(window_, QStringLiteral("recipe"), tr("Open a recipe"),
                                    tr("Settings (*.json *.headroom-recipe);;All files (*)"));
    if (path.isEmpty()) return;
    const OwnPreset recipe = read_recipe(path);
    if (!recipe.problem.isEmpty()) return Q_EMIT failed(recipe.problem);
    const QString name = QFileInfo(path).fileName();
    if (!services_ || recipe.origin == RecipeOrigin{}) return Q_EMIT settingsRequested(recipe.config, name);
    comparing_.start(
        [services = services_, recipe](const BackgroundTask::Report&, const std::stop_token& stop) {
            return services->recipe_differences(recipe.origin, recipe.config, stop);
        },
        [this, config = recipe.config, name](const std::vector<RecipeDifference>& differences) {
            Q_EMIT settingsRequested(config, name, recipeWords(differences));
        });
}

void PresetDesk::manage() {
    auto* dialog = window_->findChild<PresetsDialog*>();
    if (dialog) return dialog->raise();
    dialog = new PresetsDialog(this, window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

}  // namespace headroom::ui
