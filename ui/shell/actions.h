// Actions: one QAction per command, for menus, tool bar, shortcuts, panels and tests alike.
#pragma once

#include "ui/shell/action_rules.h"

#include <QAction>

namespace headroom::ui {

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
