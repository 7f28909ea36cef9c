// ActionButton: follows the action by hand, because a filled button needs the icon in another colour than menus do.
#include "ui/widgets/action_button.h"

#include "ui/widgets/themed_icon.h"

#include <QAction>

namespace headroom::ui {

ActionButton::ActionButton(QAction* action, Look look, QWidget* parent)
    : QToolButton(parent), action_(action), look_(look) {
    setObjectName(QStringLiteral("button"));
    setProperty("primary", look == Look::Primary);
    setToolButtonStyle(look == Look::TextOnly ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QToolButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, this, &ActionButton::follow);
    follow();
}

void ActionButton::follow() {
    setText(action_->text());
    setAccessibleName(action_->text());
    setEnabled(action_->isEnabled());
    setToolTip(action_->toolTip());
    setStatusTip(action_->statusTip());
    const QString icon = action_->property("iconName").toString();
    if (look_ == Look::TextOnly || icon.isEmpty() || icon == property("iconName").toString()) return;
    setProperty("iconName", icon);
    setThemedIcon(this, icon, look_ == Look::Primary ? Token::OnFill : Token::T1);
}

}  // namespace headroom::ui
