// ThemeStyle: the palette and the style sheet that follow from the colour table.
#pragma once

#include "ui/forward.h"

#include <QColor>
#include <QHash>
#include <QIcon>
#include <QPalette>
#include <QPixmap>
#include <QString>
#include <QTemporaryDir>
#include <optional>

namespace headroom::ui {

/// Tabler icons in a given colour, rendered at the size and pixel ratio asked for, kept until the theme changes.
class IconCache {
public:
    QPixmap pixmap(const QString& name, const QColor& color, int size, qreal device_pixel_ratio);
    /// Normal in `color`, disabled in `disabled`.
    QIcon icon(const QString& name, const QColor& color, const QColor& disabled);
    void clear();
    /// The icon's SVG text in `color` (for the style sheet's image files).
    static QByteArray svg(const QString& name, const QColor& color);

private:
    QHash<QString, QPixmap> pixmaps_;
    QHash<QString, QIcon> icons_;
};

class ThemeStyle {
public:
    static QPalette palette(const Theme& theme);
    /// The template `:/qss/headroom.qss` with @token and px(n) replaced; image files are written for it.
    QString sheet(const Theme& theme);
    /// Removes the image files. No sheet made before may be in use.
    void removeImages() { images_.reset(); }

private:
    QString imageFile(const QString& icon, const QColor& color);

    std::optional<QTemporaryDir> images_;  ///< each is written once: a theme that comes again has its own
};

}  // namespace headroom::ui
