// What can be done with a picture on screen: save it as PNG, copy it.
#pragma once

#include <QImage>
#include <QPoint>
#include <QString>

class QWidget;

namespace headroom::ui {

class ImageGrid;

/// Writes `image` as PNG, replacing an older file only when the new one is complete. Returns what went wrong, or nothing.
QString savePng(const QImage& image, const QString& path);

/// Context menu of `grid` at `global` for picture `index`: save or copy it, save all shown. `stem` names the files ("step-4200").
void showPictureMenu(ImageGrid* grid, int index, const QPoint& global, const QString& stem);

}  // namespace headroom::ui
