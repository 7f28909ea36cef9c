// IconButton: a flat square button with an icon, a tooltip and an accessible name.
#include "ui/widgets/icon_button.h"

#include "ui/widgets/themed_icon.h"

namespace headroom::ui {

IconButton::IconButton(const QString& icon, const QString& text, QWidget* parent) : QToolButton(parent) {
    setObjectName(QStringLiteral("icon"));
    setToolTip(text);
    setAccessibleName(text);
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setFocusPolicy(Qt::StrongFocus);
    setIconName(icon);
}

void IconButton::setIconName(const QString& icon, Token token) { setThemedIcon(this, icon, token); }

}  // namespace headroom::ui
