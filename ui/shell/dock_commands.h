// DockCommands: by keys what the mouse does with the borders and titles of docks: their sizes, the side at which they stand, and tabs of them.
#pragma once

#include "ui/forward.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <optional>

namespace headroom::ui {

/// They act on the dock that has the focus, also while a menu or a dialog has taken it from there.
class DockCommands : public QObject {
    Q_OBJECT
public:
    DockCommands(const QList<QDockWidget*>& docks, QMainWindow* window);

    QList<QAction*> actions() const;

private:
    struct Command {
        QAction* action;
        std::optional<Qt::Orientation> way;  ///< of a size
    };

    QAction* add(const QString& text, const char* key, std::optional<Qt::Orientation> way = {});
    void addSize(const QString& text, const char* key, Qt::Orientation way, int sign);
    void follow(const QWidget* focus);
    /// Whether the commands are on, and why not.
    void refresh();
    QString problem(const Command& command) const;
    void resize(Qt::Orientation way, int pixels);
    /// A tab beside the other one, or out of there, at the same side.
    void switchTabs();
    /// It has a border of its own there, beside the centre or as a window; otherwise it shares the room with its neighbour.
    bool isFree(Qt::Orientation way) const;
    /// The other one, if it stands in the window.
    QDockWidget* partner() const;
    /// With the partner.
    bool isInTabs() const;
    /// The partner, if it is seen beside this one at the same side.
    QDockWidget* neighbour() const;

    QMainWindow* window_;
    QList<QDockWidget*> docks_;
    QPointer<QDockWidget> dock_;  ///< that has the focus
    QList<Command> commands_;
    QAction* tabs_;  ///< among them; checked: it is in tabs
};

}  // namespace headroom::ui
