// The window's finder with all that can be found now; it remembers what was used.
#pragma once

#include "ui/forward.h"

namespace headroom::ui {

void openFinder(MainWindow& window);

}  // namespace headroom::ui
