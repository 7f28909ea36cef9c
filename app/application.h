// Application: the studio's start: switches, theme, window first, engine after.
#pragma once

#include "app/gui_options.h"
#include "core/api/services.h"

#include <QObject>

#include <memory>

class QApplication;

namespace headroom {

namespace ui {
class MainWindow;
class SessionBridge;
}  // namespace ui

class Application : public QObject {
    Q_OBJECT
public:
    explicit Application(GuiOptions options);
    ~Application() override;

    /// Shows the window, then loads the engine in the background; returns the process's exit status.
    int run(QApplication& app);
    /// After run(), and after this object and Qt's have gone: the arguments with which the window is wanted again from a new process, which
    /// holds nothing on a GPU; empty: it is not.
    const QStringList& again() const { return again_; }

private:
    struct Engine;

    void loadEngine();
    void engineReady(std::shared_ptr<Engine> engine);
    void offerSetup();
    void startWhatWasAsked();
    void watchForPictures();
    void savePicture(const QString& name);
    void saveSample();
    void quitCleanly();
    void keepForNewProcess();
    void takeSettings();

    GuiOptions options_;
    std::unique_ptr<ui::SessionBridge> bridge_;
    std::unique_ptr<ui::MainWindow> window_;
    std::unique_ptr<Services> services_;
    QStringList again_;
    QString sample_due_;  ///< name of the picture of the first sample, until it is taken
    bool sampled_ = false, quitting_ = false;
};

}  // namespace headroom
