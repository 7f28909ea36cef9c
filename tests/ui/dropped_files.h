// DroppedFiles: what tests drop on the window, and the card of it that does something.
#pragma once

#include "tests/support/temp_folder.h"
#include "tests/ui/studio.h"
#include "ui/shell/drop/drop_desk.h"
#include "ui/shell/drop/drop_overlay.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QPushButton>

namespace headroom::ui {

/// A folder for them.
class DroppedFiles {
public:
    QString in(const char* name) const {
        return QString::fromStdString(folder_.path()) + QLatin1Char('/') + QLatin1String(name);
    }
    /// Fills it with one.png, two.png, textures/a.png, textures/b.png and textures/more/c.png; false: it could not.
    bool drawPictures() const {
        QImage image(8, 8, QImage::Format_RGB888);
        image.fill(Qt::red);
        if (!QDir().mkpath(in("textures/more"))) return false;
        for (const char* name : {"textures/a.png", "textures/b.png", "textures/more/c.png", "one.png", "two.png"})
            if (!image.save(in(name), "PNG")) return false;
        return true;
    }

private:
    test::TempFolder folder_;
};

/// Its path; empty: it could not be written.
inline QString write_file(const QString& path, const QByteArray& content) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? path : QString();
}

/// The card that says `title`, or null.
inline DropCard* card(const Studio& s, const QString& title) {
    for (DropCard* each : s.window.drops()->overlay()->cards())
        if (each->button()->text() == title) return each;
    return nullptr;
}

}  // namespace headroom::ui
