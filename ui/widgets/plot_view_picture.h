// Pictures of plots as files: PNG at twice the size, SVG or PDF, written whole or not at all.
#pragma once

#include "core/base/result.h"

#include <QSize>
#include <QString>

#include <functional>

class QCPPainter;

namespace headroom::ui {

/// Draws with `draw` (which sees `size` units) into `path`, whose ending chooses the format. Error: unknown ending, not writable.
Result<void> savePicture(const QString& path, const QSize& size, const std::function<void(QCPPainter& painter)>& draw);

}  // namespace headroom::ui
