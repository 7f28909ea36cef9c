// DockCommands: by keys what the mouse does with the borders and titles of docks: their sizes, and the side at which they stand.
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
    void moveOver();
    /// It has a border of its own there, beside the centre or as a window; otherwise it shares the room with its neighbour.
    bool isFree(Qt::Orientation way) const;
    /// The other one at the same side, if both are seen.
    QDockWidget* neighbour() const;

    QMainWindow* window_;
    QList<QDockWidget*> docks_;
    QPointer<QDockWidget> dock_;  ///< that has the focus
    QList<Command> commands_;
};

}  // namespace headroom::ui
