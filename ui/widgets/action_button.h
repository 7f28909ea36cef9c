// ActionButton: a bordered button of a panel that shows and triggers an action; the primary one is filled.
#pragma once

#include <QToolButton>

class QAction;

namespace headroom::ui {

class ActionButton : public QToolButton {
    Q_OBJECT
public:
    enum class Look { Plain, TextOnly, Primary };

    ActionButton(QAction* action, Look look, QWidget* parent = nullptr);

private:
    void follow();

    QAction* action_;
    Look look_;
};

}  // namespace headroom::ui
