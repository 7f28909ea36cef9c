// Actions: one QAction per command, for menus, tool bar, shortcuts, panels and tests alike. Which commands are off and why is a pure function of the
// studio's situation, which tooltips, status tips and tests all read.
#pragma once

#include "ui/families/registry.h"

#include <QAction>

namespace headroom::ui {

enum class Cmd {
    OpenRun,
    InspectData,
    Models,
    Export,
    Snapshot,
    Quit,
    Undo,
    Redo,
    Paste,
    SavePreset,
    OpenRecipe,
    Presets,
    Find,
    FindSetting,
    ApplyEdits,
    DiscardEdits,
    Go,
    StartNew,
    AddToQueue,
    PauseResume,
    Step,
    Stop,
    StopWithoutSaving,
    Sample,
    Checkpoint,
    MakeFit,
    Lend,
    ReleaseDevice,
    ShowWelcome,
    ShowTrain,
    ShowImagine,
    ShowRuns,
    ResetLayout,
    HideDocks,
    NextPanel,
    PreviousPanel,
    HelpOnFocus,
    Guide,
    Keyboard,
    About,
    Upscale,
    OpenArchive,
    Score,
};
inline constexpr int kCmdCount = static_cast<int>(Cmd::Score) + 1;

/// All that decides about commands.
struct Situation {
    QString lacking;  ///< why there is no engine; empty: there is one
    RunState state = RunState::Idle;
    ModelKind kind = first_kind();      ///< of the settings
    bool has_data = true;               ///< something to train on; painting: something to paint
    QString wait;                       ///< what Preparing or Stopping is doing: "packing images 40 %"
    QString misfit;                     ///< why the draft does not fit; empty: it may start
    QString error;                      ///< first sentence of the failure
    std::int64_t last_checkpoint = -1;  ///< step of the newest checkpoint
    bool run_known = false;             ///< there is a run folder to export from or continue
    bool over_folder = false;           ///< that run paints on the pictures of a folder in turn
    bool folder_done = false;           ///< and has come to the last one
    bool scoring = false;               ///< scores were asked for and have not come
    int staged = 0;
    QString staged_problem;  ///< why the staged edits cannot be applied together
    bool can_undo = false, can_redo = false;
    QString undo_name, redo_name;  ///< of the edits: "Micro-batch 256 to 128"
    QString busy;        ///< what another run does, so that these settings have no run of their own now; empty: nothing
    bool queue = false;  ///< there is a queue
    bool holds_device = false;  ///< this process has a context on a GPU
};

/// Why `cmd` is off; empty: it is on.
QString off_reason(Cmd cmd, const Situation& s);
/// The text of a command whose name follows the state (Go, PauseResume, Lend, ApplyEdits, Undo) or the kind of run; empty for the others.
QString following_text(Cmd cmd, const Situation& s);
/// What a command does in the words of the kind of run; empty: as the table of actions says.
QString following_tip(Cmd cmd, const Situation& s);

class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QObject* parent = nullptr);

    QAction* action(Cmd cmd) const { return actions_[static_cast<std::size_t>(cmd)]; }
    /// Sets enabled state, following texts and reasons of all commands.
    void update(const Situation& situation);
    const Situation& situation() const { return situation_; }

private:
    std::array<QAction*, kCmdCount> actions_{};
    std::array<QString, kCmdCount> tips_{};
    Situation situation_;
};

/// `button` triggers `action`, is on while that is, and has its tip.
void followAction(QPushButton* button, QAction* action);

/// "Save checkpoint (Ctrl+S)", or the reason below it when the command is off.
QString tooltip_of(const QString& tip, const QKeySequence& key, const QString& reason);

}  // namespace headroom::ui
