// IconCache: Tabler icons in a given colour, rendered at the size and pixel ratio asked for, kept until the theme changes.
#pragma once

#include <QColor>
#include <QHash>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace headroom::ui {

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

}  // namespace headroom::ui
