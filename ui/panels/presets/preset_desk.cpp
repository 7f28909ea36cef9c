// PresetDesk: menus and questions about presets.
#include "ui/panels/presets/preset_desk.h"

#include "core/families/registry.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/presets/preset_dialogs.h"
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
    readAgain();
}

void PresetDesk::readAgain() {
    reading_.start([shelf = shelf_] { return shelf.list(); },
                   [this](std::vector<OwnPreset> own) { take(std::move(own)); });
}

void PresetDesk::change(std::function<QString(const PresetShelf& shelf)> act, Told told) {
    struct Changed {
        QString problem;
        std::vector<OwnPreset> all;
    };
    BackgroundTask::once(
        this, BackgroundTask::records(),
        [shelf = shelf_, act = std::move(act)] {
            QString problem = act(shelf);
            return Changed{std::move(problem), shelf.list()};
        },
        [this, told = std::move(told)](Changed now) {
            take(std::move(now.all));
            told(now.problem);
        });
}

void PresetDesk::rename(const QString& from, const QString& to, Told told) {
    change([from, to](const PresetShelf& shelf) { return shelf.rename(from, to); }, std::move(told));
}

void PresetDesk::remove(const QString& name, Told told) {
    change([name](const PresetShelf& shelf) { return shelf.remove(name); }, std::move(told));
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
    for (const OwnPreset& own : own_) {
        if (own.problem.isEmpty() && own.config.model != kind) continue;
        QAction* action =
            menu->addAction(toCaption(own.name), this, [this, own] { Q_EMIT settingsRequested(own.config, own.name); });
        setThemedIcon(action, QStringLiteral("star"));
        action->setEnabled(own.problem.isEmpty());
        action->setToolTip(own.problem.isEmpty() ? tr("A preset of yours; what differs is shown first") : own.problem);
    }
    menu->addSeparator();
    menu->addAction(tr("Save as preset…"), this, &PresetDesk::saveRequested);
    menu->addAction(tr("Open a recipe…"), this, &PresetDesk::openRecipe);
    menu->addAction(tr("Manage presets…"), this, &PresetDesk::manage);
    readAgain();  // for the next time: somebody may have put a file there
}

void PresetDesk::save(const TrainConfig& config) {
    const QString name = ask_name_(fromUtf8(family_of(config).run_name(config))).trimmed();
    if (name.isEmpty()) return;
    BackgroundTask::once(
        this, BackgroundTask::records(), [shelf = shelf_, name] { return shelf.has(name); },
        [this, name, config](bool there) {
            const QPointer<PresetDesk> here(this);  // the question has a loop of its own, which this may not outlive
            const QString question = tr("There is a preset called %1. Replace it?").arg(nameText(name));
            if (there && (!confirm_(question) || !here)) return;
            change([name, config](const PresetShelf& shelf) { return shelf.save(name, config); },
                   [this, name](const QString& problem) {
                       if (!problem.isEmpty()) return Q_EMIT failed(problem);
                       Q_EMIT saved(name);
                   });
        });
}

void PresetDesk::openRecipe() {
    const QString path = askForFile(window_, QStringLiteral("recipe"), tr("Open a recipe"),
                                    tr("Settings (*.json *.headroom-recipe);;All files (*)"));
    if (path.isEmpty()) return;
    struct Opened {
        OwnPreset recipe;
        std::vector<RecipeDifference> differences;
    };
    opening_.start(
        [services = services_, path](const BackgroundTask::Report&, const std::stop_token& stop) {
            Opened out{read_recipe(path), {}};
            const OwnPreset& recipe = out.recipe;
            if (services && recipe.problem.isEmpty() && recipe.origin != RecipeOrigin{})
                out.differences = services->recipe_differences(recipe.origin, recipe.config, stop);
            return out;
        },
        [this, name = QFileInfo(path).fileName()](const Opened& opened) {
            const OwnPreset& recipe = opened.recipe;
            if (!recipe.problem.isEmpty()) return Q_EMIT failed(recipe.problem);
            Q_EMIT settingsRequested(recipe.config, name, recipeWords(opened.differences));
        });
}

void PresetDesk::manage() {
    readAgain();
    if (auto* dialog = window_->findChild<PresetsDialog*>()) return dialog->raise();
    openOnce(new PresetsDialog(this, window_));
}

}  // namespace headroom::ui
