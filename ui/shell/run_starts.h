// RunStarts: the ways in which a run or its settings come from outside its form: the demo, a painting, a run folder, a checkpoint, another
// run's settings, a data set, a model. Each brings the page that shows it, out of the way of a run of another process.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"

#include <QStringList>

namespace headroom::ui {

class RunStarts : public QObject {
    Q_OBJECT
public:
    explicit RunStarts(MainWindow* window);

    /// Neither without an engine nor beside a run.
    bool mayStart() const;
    /// The demo of a kind of run at once, where it has one. What is prepared of that kind comes back with an undo when it has ended.
    void startDemo(ModelKind kind);
    /// Paints `prompts` with the built-in models at once, likewise; empty: the prompt the page begins with.
    void startPainting(const QString& prompts);
    void continueRun(const QString& run_dir);
    /// Asks for the run folder.
    void continueAnother();
    /// Makes the archive of a run a run again and shows it in Runs; a notice tells how far it is.
    void openArchive(const QString& path);
    /// Asks for the archive.
    void openAnArchive();
    /// A new run of a checkpoint's weights.
    void startFrom(const TrainConfig& config, const QString& checkpoint);
    /// Shows how other settings differ from those of their form, and makes them its own when they are wanted. `words`: whose they are.
    void offerSettings(const TrainConfig& config, const QString& words, const QString& note = {});
    /// Settings of a kind of run into its form, as one edit; beside a run of that kind they are staged, and a notice names those that are
    /// fixed for it. A data set among them is to be looked at: dataTaken().
    void takePatch(ModelKind kind, const ParamPatch& patch);
    /// The same of a data set that has been looked at.
    void takeLookedAt(ModelKind kind, const ParamPatch& patch);
    /// Why a kind of run has no form to put settings into now; empty: it has.
    QString formProblem(ModelKind kind) const;
    /// Why `patch` cannot become part of the settings of a kind of run now; empty: it can.
    QString patchProblem(ModelKind kind, const ParamPatch& patch) const;
    /// A model of the manager for text to image; `path` empty: the built-in one.
    void takeModel(const QString& kind, const QString& path);
    /// Does what the welcome page offers.
    void follow(WelcomePage* welcome);

Q_SIGNALS:
    void dataTaken();

private:
    /// A run of what `kind` begins with and `patch`, whatever is prepared.
    void startFresh(ModelKind kind, const ParamPatch& patch);
    /// Leaves a run of another process that stands where a run of this kind would.
    void makeRoom(ModelKind kind);
    /// The settings that a run is going with and `patch` would change, though they are fixed for it: their names.
    static QStringList fixedIn(const Workbench& bench, const ParamPatch& patch);
    /// As one edit, without what is fixed; a notice names that.
    void propose(const Workbench& bench, ParamPatch patch);

    MainWindow* window_;
    BackgroundTask reading_, unpacking_;
};

}  // namespace headroom::ui
