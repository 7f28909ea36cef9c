// WelcomePage: ways to start, recent runs, and where to train.
#pragma once

#include "core/api/services.h"
#include "ui/models/background_task.h"
#include "ui/shell/theme.h"

#include <QWidget>

namespace headroom::ui {

class DeviceCard;
class RecentRunRow;
struct RunRow;

class WelcomePage : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePage(SessionBridge* bridge, QWidget* parent = nullptr);

    /// Looks for devices and runs in the background whenever it is shown.
    void setServices(Services* services) {
        services_ = services;
        if (isVisible()) lookAgain();
    }

Q_SIGNALS:
    void demoRequested();
    void paintRequested();
    void dataChosen(const QString& folder);
    void runChosen(const QString& run_dir);
    /// A run that goes on, in this window or elsewhere.
    void attachRequested(const QString& run_dir);
    void openRunRequested();
    void modelsRequested();
    void guideRequested();
    void allRunsRequested();
    /// A device, or the budget on one, for the settings of the form.
    void settingsChosen(const headroom::ParamPatch& patch);
    void themeRequested(headroom::ui::ThemeChoice choice);

private:
    QWidget* head();
    QWidget* cards();
    void lookAgain();
    void showRuns(const std::vector<RunRow>& newest);
    void showDevices(const std::vector<DeviceInfo>& devices);
    void markDevice();
    void refreshButtons();

    SessionBridge* bridge_;
    Services* services_ = nullptr;
    BackgroundTask runs_task_, devices_task_;
    StartCard *demo_, *paint_, *folder_, *resume_;
    QWidget *recent_, *devices_;
    QVBoxLayout *recent_list_, *device_list_;
    std::vector<RecentRunRow*> rows_;
    std::string here_;  ///< folder of this window's run while it goes on
    std::vector<DeviceCard*> cards_;
};

}  // namespace headroom::ui
