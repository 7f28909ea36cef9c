// Kept choices: what the user chose once is so at the next start.
#pragma once

#include "ui/forward.h"

namespace headroom::ui {

/// Sets them as they were and keeps each change. All must outlive the window.
void keep_choices(LayoutStore& store, StartChoice& start, QueueDesk& queue);

}  // namespace headroom::ui
