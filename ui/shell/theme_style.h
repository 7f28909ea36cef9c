// ThemeStyle: the palette and the style sheet that follow from the colour table.
#pragma once

#include <QPalette>
#include <QString>
#include <QTemporaryDir>
#include <optional>

namespace headroom::ui {

class Theme;

class ThemeStyle {
public:
    static QPalette palette(const Theme& theme);
    /// The template `:/qss/headroom.qss` with @token and px(n) replaced; image files are written for it.
    QString sheet(const Theme& theme);
    /// Removes the image files. No sheet made before may be in use.
    void removeImages() { images_.reset(); }

private:
    QString imageFile(const QString& icon, const QColor& color, const QString& tag);

    std::optional<QTemporaryDir> images_;
    int generation_ = 0;
};

}  // namespace headroom::ui
