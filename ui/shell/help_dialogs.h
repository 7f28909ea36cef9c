// AboutDialog and KeyboardDialog: version and licences, and every key of the window.
#pragma once

#include <QDialog>

namespace headroom::ui {

/// Version and the licences of what is inside.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

/// Every key of the window, read from its actions.
class KeyboardDialog : public QDialog {
    Q_OBJECT
public:
    /// Lists the actions with a shortcut below `window`.
    explicit KeyboardDialog(QWidget* window);
};

}  // namespace headroom::ui
