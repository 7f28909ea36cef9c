// StoredPlots: plots of a run that no panel shows, as pictures: drawn from the engine's SVG.
#pragma once

#include "ui/panels/export/file_row.h"

namespace headroom::ui {

/// Has the engine write `svg`, whose target is left to this, and makes the PNG or PDF `path` of it.
FileMaker pictureOfPlots(Services* services, ExportRequest svg, const QString& path);

}  // namespace headroom::ui
