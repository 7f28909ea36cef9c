// KeyboardDialog: every key of the window, read from its actions.
#pragma once

#include <QDialog>

namespace headroom::ui {

class KeyboardDialog : public QDialog {
    Q_OBJECT
public:
    /// Lists the actions with a shortcut below `window`.
    explicit KeyboardDialog(QWidget* window);
};

}  // namespace headroom::ui
