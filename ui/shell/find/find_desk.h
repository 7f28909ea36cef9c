// FindDesk: opens the window's finder with all that can be found now, and remembers what was used.
#pragma once

#include "ui/models/background_task.h"
#include "ui/shell/find/find_dialog.h"

namespace headroom::ui {

class FindDesk : public QObject {
    Q_OBJECT
public:
    explicit FindDesk(MainWindow* window);

    void setServices(Services* services) { services_ = services; }
    void open();

private:
    /// In the order in which they are shown while nothing is typed.
    std::vector<Find> all() const;
    void addCommands(std::vector<Find>& out) const;
    void addSettings(std::vector<Find>& out) const;
    void addPresets(std::vector<Find>& out) const;
    void addGuide(std::vector<Find>& out) const;
    /// Listed in the background: runs may be many, on a slow disk.
    void addRuns(FindDialog* dialog);

    MainWindow* window_;
    Services* services_ = nullptr;
    BackgroundTask listing_;
};

}  // namespace headroom::ui
