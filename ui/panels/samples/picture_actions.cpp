// What can be done with a picture on screen.
#include "ui/panels/samples/picture_actions.h"

#include "ui/models/background_task.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QPointer>
#include <QStandardPaths>

namespace headroom::ui {
namespace {

struct PictureText {
    Q_DECLARE_TR_FUNCTIONS(PictureActions)
};

QString nameOf(const QString& stem, int index) { return QStringLiteral("%1-picture-%2").arg(stem).arg(index + 1); }

bool showsOne(const ImageGrid* grid) { return grid->single() || grid->images().size() == 1; }

void enlargeWhole(ImageGrid* grid, std::function<QImage()> compose, const QString& stem) {
    BackgroundTask::once(grid, BackgroundTask::calls(), std::move(compose),
                         [grid, stem](const QImage& whole) { askToEnlarge(grid, {}, whole, stem); });
}

}  // namespace

Result<void> savePng(const QImage& image, const QString& path) {
    return writeWhole(path, [&](QIODevice& file) { return image.save(&file, "PNG"); });
}

Result<void> copyPng(const QString& from, const QImage& image, const QString& path) {
    QFile source(from);
    return source.open(QIODevice::ReadOnly) ? bytesTo(path, source.readAll())() : savePng(image, path);
}

QString picturesFolder() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    return QFileInfo(folder).isDir() ? folder : QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
}

void savePicture(QWidget* parent, const QString& path, const PictureWriter& write) {
    FileRow::of(parent)->write(path, [path, write] { return write(path); });
}

void askWhereToSave(QWidget* parent, const QString& stem, const PictureWriter& write) {
    QString path = askWhereToWrite(parent, QStringLiteral("pictures"), PictureText::tr("Save picture"),
                                   lastFolder(QStringLiteral("pictures"), picturesFolder()) + QLatin1Char('/') + stem +
                                       QStringLiteral(".png"),
                                   PictureText::tr("PNG (*.png)"));
    if (path.isEmpty()) return;
    if (!path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) path += QStringLiteral(".png");
    savePicture(parent, path, write);
}

bool enlargeShown(ImageGrid* grid, const QString& stem) {
    const QImage picture = grid->picture(grid->current());
    if (picture.isNull()) return false;
    if (showsOne(grid))
        askToEnlarge(grid, {}, picture, nameOf(stem, grid->current()));
    else
        enlargeWhole(grid, grid->composer(), stem);
    return true;
}

static void showPictureMenu(ImageGrid* grid, int index, const QPoint& global, const QString& stem,
                            const PictureEntries& more) {
    // What was clicked: newer pictures may come, or the run may go, while the menu is open.
    const QImage picture = grid->picture(index);
    const auto whole = showsOne(grid) ? nullptr : grid->composer();
    const QPointer<ImageGrid> there = grid;
    QMenu menu;
    QAction* one = menu.addAction(PictureText::tr("Save picture as PNG…"));
    setThemedIcon(one, QStringLiteral("photo-down"));
    const QAction* all = whole ? menu.addAction(PictureText::tr("Save all pictures as one PNG…")) : nullptr;
    QAction* copy = menu.addAction(PictureText::tr("Copy picture"));
    setThemedIcon(copy, QStringLiteral("copy"));
    QAction* enlarge = menu.addAction(PictureText::tr("Enlarge picture…"));
    setThemedIcon(enlarge, QStringLiteral("transform"));
    const QAction* enlarge_all = whole ? menu.addAction(PictureText::tr("Enlarge all pictures as one…")) : nullptr;
    for (QAction* of_it : {one, copy, enlarge}) of_it->setEnabled(!picture.isNull());
    if (more) more(&menu, index);
    const QAction* chosen = menu.exec(global);
    if (!chosen || !there) return;
    const QString name = nameOf(stem, index);
    if (chosen == one) askWhereToSave(grid, name, [picture](const QString& path) { return savePng(picture, path); });
    if (chosen == all) askWhereToSave(grid, stem, [whole](const QString& path) { return savePng(whole(), path); });
    if (chosen == enlarge) askToEnlarge(grid, {}, picture, name);
    if (chosen == enlarge_all) enlargeWhole(grid, whole, stem);
    if (chosen == copy) QGuiApplication::clipboard()->setImage(picture.copy());  // not its whole sheet, for ever
}

void offerPictures(ImageGrid* grid, std::function<QString()> stem, PictureEntries more) {
    grid->setFileOf([stem](int index) { return PictureFile{nameOf(stem(), index)}; });
    QObject::connect(grid, &ImageGrid::menuRequested, grid,
                     [grid, stem = std::move(stem), more = std::move(more)](int index, const QPoint& at) {
                         showPictureMenu(grid, index, at, stem(), more);
                     });
}

}  // namespace headroom::ui
