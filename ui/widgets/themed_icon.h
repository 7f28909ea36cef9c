// Icons that follow the theme: set once, redrawn in the new colour and size when the theme or the text size changes.
#pragma once

#include "ui/shell/theme.h"

class QAbstractButton;
class QAction;
class QLabel;

namespace headroom::ui {

void setThemedIcon(QAbstractButton* button, const QString& name, Token token = Token::T1, int size = 16);
/// Also kept as the action's property "iconName".
void setThemedIcon(QAction* action, const QString& name, Token token = Token::T1);
/// Shows the icon as the label's picture, at the device's pixel ratio.
void setThemedIcon(QLabel* label, const QString& name, Token token, int size = 16);

}  // namespace headroom::ui
