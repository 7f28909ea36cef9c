// ColumnWidths: an entry for the menu of a list that makes its columns wider and narrower, as a drag of their borders does.
#pragma once

#include "ui/forward.h"

namespace headroom::ui {

/// Of the columns that are shown and whose borders can be dragged; `list` keeps its header (kept.h).
QAction* makeColumnWidths(QTreeView* list);

}  // namespace headroom::ui
