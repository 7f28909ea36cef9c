// FindDesk: opens the window's finder with all that can be found now, and remembers what was used.
#pragma once

#include "core/api/model_kind.h"
#include "ui/models/background_task.h"
#include "ui/shell/find/find_dialog.h"

#include <set>
#include <string_view>

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
    /// What menus have beside the commands: themes, languages, sizes, docks, keys of pictures.
    void addMenus(std::vector<Find>& out) const;
    /// What can be done with the chosen run and the queue: on their page, where it can be seen.
    void addRunCommands(std::vector<Find>& out) const;
    void addCommandsOf(const QWidget& panel, const QString& tab, std::vector<Find>& out) const;
    void addTabs(std::vector<Find>& out) const;
    /// Of all kinds of runs; what the chosen model of a page has too is meant of it.
    void addSettings(std::vector<Find>& out) const;
    using Keys = std::set<std::string_view>;
    /// All of `kind` but those named. Returns which it added.
    Keys addSettingsOf(ModelKind kind, const Keys& but, std::vector<Find>& out) const;
    void addPresets(std::vector<Find>& out) const;
    /// Memory sizes that Make it fit finds settings for, of the model whose form is in front.
    void addCards(std::vector<Find>& out) const;
    void addGuide(std::vector<Find>& out) const;
    /// Listed in the background: runs may be many, on a slow disk.
    void addRuns(FindDialog* dialog);

    MainWindow* window_;
    Services* services_ = nullptr;
    BackgroundTask listing_;
};

}  // namespace headroom::ui
