// PanelFocus: moves the keyboard's focus from panel to panel, and shows the help of what has it.
#pragma once

#include "ui/forward.h"

#include <QList>

namespace headroom::ui {

/// To the first place that takes keys in the next (+1) or previous (-1) of `panels` that can be seen.
void move_focus(const QList<QWidget*>& panels, int by);
/// Shows the help or the tip of the widget with the focus, or of what it stands in, with a link "guide:PLACE" to what the guide says of it. False:
/// there is none.
bool help_on_focus();

}  // namespace headroom::ui
