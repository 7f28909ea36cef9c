// The one way to give a label its text size, weight and colour from the theme.
#pragma once

#include "ui/shell/theme.h"

class QLabel;

namespace headroom::ui {

/// Cheap when nothing changes: under a style sheet a new font or palette polishes the label again.
void styleLabel(QLabel* label, TextSize size, bool medium, Token token);

}  // namespace headroom::ui
