// Actions: the table of commands with icons, shortcuts and one sentence each.
#include "ui/shell/actions.h"

#include "ui/widgets/kit.h"

#include <QKeySequence>

namespace headroom::ui {
namespace {

struct Row {
    Cmd cmd;
    const char *name, *icon, *key, *text, *tip;
};

// Texts are translated when the actions are made; empty ones follow the situation (action_rules.cpp).
constexpr Row kRows[] = {
    {Cmd::OpenRun, "open_run", "folder", "Ctrl+O", QT_TRANSLATE_NOOP("Actions", "Open a run folder…"),
     QT_TRANSLATE_NOOP("Actions", "Continue a stopped run from its folder")},
    {Cmd::OpenArchive, "open_archive", "file-zip", "", QT_TRANSLATE_NOOP("Actions", "Open the archive of a run…"),
     QT_TRANSLATE_NOOP("Actions", "Make a run of the archive that an export of a whole run wrote, here or elsewhere")},
    {Cmd::InspectData, "inspect_data", "photo-search", "Ctrl+D", QT_TRANSLATE_NOOP("Actions", "Look at the data set…"),
     QT_TRANSLATE_NOOP("Actions", "Show the pictures as training sees them, and the files that were left out")},
    {Cmd::Models, "models", "box", "Ctrl+Shift+M", QT_TRANSLATE_NOOP("Actions", "Models…"),
     QT_TRANSLATE_NOOP("Actions", "Built-in and public models for text to image, and files of your own")},
    {Cmd::Upscale, "upscale", "transform", "Ctrl+U", QT_TRANSLATE_NOOP("Actions", "Enlarge a picture…"),
     QT_TRANSLATE_NOOP("Actions", "Make a finished picture 2 to 4 times as large, in tiles that fit the memory")},
    {Cmd::Export, "export", "file-export", "Ctrl+E", QT_TRANSLATE_NOOP("Actions", "Export…"),
     QT_TRANSLATE_NOOP("Actions", "Write pictures, time lapse, checkpoint, figures or plots of a run")},
    {Cmd::Snapshot, "memory_snapshot", "database", "", QT_TRANSLATE_NOOP("Actions", "Memory snapshot…"), ""},
    {Cmd::Quit, "quit", "x", "Ctrl+Q", QT_TRANSLATE_NOOP("Actions", "Quit"),
     QT_TRANSLATE_NOOP("Actions", "Close Headroom")},
    {Cmd::Undo, "undo", "arrow-back-up", "Ctrl+Z", QT_TRANSLATE_NOOP("Actions", "Undo edit"),
     QT_TRANSLATE_NOOP("Actions", "Take the latest change of settings back; one that is in force by a new edit")},
    {Cmd::Redo, "redo", "arrow-forward-up", "Ctrl+Shift+Z", QT_TRANSLATE_NOOP("Actions", "Redo edit"),
     QT_TRANSLATE_NOOP("Actions", "Make the change that was undone again")},
    {Cmd::Paste, "paste", "photo-plus", "Ctrl+V", QT_TRANSLATE_NOOP("Actions", "Paste picture or file"),
     QT_TRANSLATE_NOOP("Actions", "Use what the clipboard holds: a picture, pictures, weights, a run or settings")},
    {Cmd::SavePreset, "save_preset", "star", "", QT_TRANSLATE_NOOP("Actions", "Save as preset…"),
     QT_TRANSLATE_NOOP("Actions", "Keep the settings of the form under a name of your own")},
    {Cmd::OpenRecipe, "open_recipe", "file-text", "Ctrl+Shift+O", QT_TRANSLATE_NOOP("Actions", "Open a recipe…"),
     QT_TRANSLATE_NOOP("Actions", "Use the settings of a file, after a look at what differs")},
    {Cmd::Presets, "presets", "adjustments", "", QT_TRANSLATE_NOOP("Actions", "Manage presets…"),
     QT_TRANSLATE_NOOP("Actions", "Use, rename, share and delete presets of your own")},
    {Cmd::Find, "find", "search", "Ctrl+K", QT_TRANSLATE_NOOP("Actions", "Find anything…"),
     QT_TRANSLATE_NOOP("Actions",
                       "Go to a setting, command, run, page, preset or page of the guide by some of its letters")},
    {Cmd::FindSetting, "find_setting", "search", "Ctrl+F", QT_TRANSLATE_NOOP("Actions", "Find a setting"),
     QT_TRANSLATE_NOOP("Actions", "Go to the search field of the Run panel")},
    {Cmd::ApplyEdits, "apply_edits", "check", "Ctrl+Shift+Return", "", ""},
    {Cmd::DiscardEdits, "discard_edits", "x", "", QT_TRANSLATE_NOOP("Actions", "Discard"),
     QT_TRANSLATE_NOOP("Actions", "Forget the staged edits")},
    {Cmd::Go, "go", "player-play", "Ctrl+Return", "", QT_TRANSLATE_NOOP("Actions", "Start or resume the run")},
    {Cmd::StartNew, "start_new", "rocket", "Ctrl+Shift+N", "",
     QT_TRANSLATE_NOOP("Actions", "Begin from the start with the settings shown; the run before stays as it is")},
    {Cmd::AddToQueue, "add_to_queue", "playlist-add", "Ctrl+Shift+Q", QT_TRANSLATE_NOOP("Actions", "Add to queue"),
     QT_TRANSLATE_NOOP("Actions",
                       "Put a run with the settings shown at the end of the queue; nothing that goes on is disturbed")},
    {Cmd::PauseResume, "pause_resume", "player-pause", "Space", "", ""},
    {Cmd::Step, "step", "player-track-next", ".", "", ""},
    {Cmd::Stop, "stop", "player-stop", "Ctrl+.", QT_TRANSLATE_NOOP("Actions", "Stop"), ""},
    {Cmd::StopWithoutSaving, "stop_without_saving", "trash", "", QT_TRANSLATE_NOOP("Actions", "Stop without saving"),
     ""},
    {Cmd::Sample, "sample", "photo", "Ctrl+Shift+S", "", ""},
    {Cmd::Score, "score", "target", "", QT_TRANSLATE_NOOP("Actions", "Score now"),
     QT_TRANSLATE_NOOP("Actions", "Compare what the run makes with its data: FID, KID, precision, recall and copies")},
    {Cmd::Checkpoint, "checkpoint", "device-floppy", "Ctrl+S", QT_TRANSLATE_NOOP("Actions", "Save checkpoint"), ""},
    {Cmd::MakeFit, "make_fit", "adjustments-horizontal", "Ctrl+M", QT_TRANSLATE_NOOP("Actions", "Make it fit…"),
     QT_TRANSLATE_NOOP(
         "Actions", "Find settings that fit a budget with the same result, or close to it; measure and rehearse them")},
    {Cmd::Lend, "lend", "heart-handshake", "Ctrl+L", "",
     QT_TRANSLATE_NOOP("Actions", "Park the model in RAM and give the device back to other programs until you resume")},
    {Cmd::ReleaseDevice, "release_device", "plug-connected-x", "", QT_TRANSLATE_NOOP("Actions", "Release the device"),
     QT_TRANSLATE_NOOP(
         "Actions",
         "Begin the window anew, so that what the GPU's driver keeps for it (context, kernels) goes back too")},
    {Cmd::ShowWelcome, "show_welcome", "flag", "Ctrl+Shift+W", QT_TRANSLATE_NOOP("Actions", "Welcome"),
     QT_TRANSLATE_NOOP("Actions", "Ways to start, recent runs and devices")},
    {Cmd::ShowTrain, "show_train", "chart-line", "Ctrl+1", QT_TRANSLATE_NOOP("Actions", "Train"),
     QT_TRANSLATE_NOOP("Actions", "Samples, timeline and memory of the run")},
    {Cmd::ShowImagine, "show_imagine", "typography", "Ctrl+2", QT_TRANSLATE_NOOP("Actions", "Text to image"),
     QT_TRANSLATE_NOOP("Actions", "Paint a picture from words, and watch how close it comes")},
    {Cmd::ShowRuns, "show_runs", "list-details", "Ctrl+3", QT_TRANSLATE_NOOP("Actions", "Runs"),
     QT_TRANSLATE_NOOP("Actions", "Runs made so far")},
    {Cmd::ResetLayout, "reset_layout", "arrow-back-up", "", QT_TRANSLATE_NOOP("Actions", "Reset layout"),
     QT_TRANSLATE_NOOP("Actions", "Put all docks back where they were at first")},
    {Cmd::HideDocks, "hide_docks", "arrows-maximize", "F11", QT_TRANSLATE_NOOP("Actions", "Hide docks"),
     QT_TRANSLATE_NOOP("Actions", "Give the whole window to the centre")},
    {Cmd::NextPanel, "next_panel", "chevron-right", "F6", QT_TRANSLATE_NOOP("Actions", "Next panel"),
     QT_TRANSLATE_NOOP("Actions", "Move the focus to the next panel")},
    {Cmd::PreviousPanel, "previous_panel", "chevron-down", "Shift+F6", QT_TRANSLATE_NOOP("Actions", "Previous panel"),
     QT_TRANSLATE_NOOP("Actions", "Move the focus to the previous panel")},
    {Cmd::HelpOnFocus, "help_on_focus", "help-circle", "F1", QT_TRANSLATE_NOOP("Actions", "Help on focus"),
     QT_TRANSLATE_NOOP("Actions", "What the focused field is, what it costs and when it takes effect")},
    {Cmd::Guide, "guide", "book", "Shift+F1", QT_TRANSLATE_NOOP("Actions", "Guide…"),
     QT_TRANSLATE_NOOP("Actions", "How Headroom works, page by page; needs no network")},
    {Cmd::Keyboard, "keyboard", "key", "", QT_TRANSLATE_NOOP("Actions", "Keyboard…"),
     QT_TRANSLATE_NOOP("Actions", "List of all keys")},
    {Cmd::About, "about", "info-circle", "", QT_TRANSLATE_NOOP("Actions", "About Headroom…"),
     QT_TRANSLATE_NOOP("Actions", "Version and licences")},
};

}  // namespace

void followAction(QPushButton* button, QAction* action) {
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(action, &QAction::changed, button, follow);
    follow();
}

QString tooltip_of(const QString& tip, const QKeySequence& key, const QString& reason) {
    QString text = tip;
    if (!key.isEmpty()) text += QStringLiteral(" (%1)").arg(key.toString(QKeySequence::NativeText));
    if (!reason.isEmpty()) text += QStringLiteral("\n%1").arg(reason);
    return text;
}

Actions::Actions(QObject* parent) : QObject(parent) {
    for (const Row& row : kRows) {
        auto* action = new QAction(QCoreApplication::translate("Actions", row.text), this);
        action->setObjectName(QLatin1String(row.name));
        setThemedIcon(action, QLatin1String(row.icon));
        if (*row.key) action->setShortcut(QKeySequence(QLatin1String(row.key)));
        const auto index = static_cast<std::size_t>(row.cmd);
        actions_[index] = action;
        tips_[index] = QCoreApplication::translate("Actions", row.tip);
    }
    // They take what the form holds: text that is being typed is part of it. Shortcuts and menus take the focus from no field.
    for (const Cmd cmd : {Cmd::Go, Cmd::StartNew, Cmd::AddToQueue, Cmd::ApplyEdits, Cmd::SavePreset, Cmd::MakeFit})
        connect(action(cmd), &QAction::triggered, this, [] { commitTextInFocus(); });
    action(Cmd::Redo)->setShortcuts({action(Cmd::Redo)->shortcut(), QKeySequence(QStringLiteral("Ctrl+Y"))});
    action(Cmd::Quit)->setMenuRole(QAction::QuitRole);
    action(Cmd::About)->setMenuRole(QAction::AboutRole);
    action(Cmd::HideDocks)->setCheckable(true);
    for (Cmd cmd : {Cmd::ShowTrain, Cmd::ShowImagine, Cmd::ShowRuns}) action(cmd)->setCheckable(true);
    update({});
}

void Actions::update(const Situation& situation) {
    situation_ = situation;
    for (int i = 0; i < kCmdCount; ++i) {
        const auto cmd = static_cast<Cmd>(i);
        QAction* a = action(cmd);
        const QString reason = off_reason(cmd, situation);
        const QString text = following_text(cmd, situation);
        a->setEnabled(reason.isEmpty());
        if (!text.isEmpty()) a->setText(text);
        const QString following = following_tip(cmd, situation),
                      tip = following.isEmpty() ? tips_[static_cast<std::size_t>(i)] : following;
        a->setToolTip(tooltip_of(tip, a->shortcut(), reason));
        a->setStatusTip(reason.isEmpty() ? tip : reason);
    }
    const bool resting = stands_still(situation.state);
    if (property("resting").toBool() != resting) {
        setProperty("resting", resting);
        setThemedIcon(action(Cmd::PauseResume),
                      resting ? QStringLiteral("player-play") : QStringLiteral("player-pause"));
    }
}

}  // namespace headroom::ui
