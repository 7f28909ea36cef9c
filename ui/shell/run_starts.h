// RunStarts: the ways in which a run or its settings come from outside its form: the demo, a painting, a run folder, a checkpoint, another
// run's settings, a data set, a model. Each brings the page that shows it, out of the way of a run of another process.
#pragma once

#include "core/api/train_config.h"

#include <QObject>

namespace headroom {
class Services;
}

namespace headroom::ui {

class MainWindow;

class RunStarts : public QObject {
    Q_OBJECT
public:
    explicit RunStarts(MainWindow* window);

    void setServices(Services* services) { services_ = services; }
    /// The demo of a kind of run at once, where it has one.
    void startDemo(ModelKind kind);
    /// Paints `prompts` with the built-in models at once; empty: the prompt the page begins with.
    void startPainting(const QString& prompts);
    void continueRun(const QString& run_dir);
    /// Asks for the run folder.
    void continueAnother();
    /// A new run of a checkpoint's weights.
    void startFrom(const TrainConfig& config, const QString& checkpoint);
    /// Another run's settings, into the form.
    void takeSettings(const TrainConfig& config);
    void takeData(const QString& folder);
    /// A model of the manager for text to image; `path` empty: the built-in one.
    void takeModel(const QString& kind, const QString& path);

Q_SIGNALS:
    void dataTaken();

private:
    /// Leaves a run of another process that stands where a run of this kind would.
    void makeRoom(ModelKind kind);
    /// Neither without an engine nor beside a run.
    bool mayStart() const;

    MainWindow* window_;
    Services* services_ = nullptr;
};

}  // namespace headroom::ui
