// StoredPlots: plots of a run that no panel shows, as files: what the engine draws, and pictures of that.
#pragma once

#include "ui/panels/export/file_row.h"

namespace headroom::ui {

/// Adds the plots at `paths`, as SVG, PNG and PDF by their endings. The engine draws them once for all: `svg`, whose target is left to this.
void addStoredPlots(FileWork& work, Services* services, const ExportRequest& svg, const QStringList& paths);

}  // namespace headroom::ui
