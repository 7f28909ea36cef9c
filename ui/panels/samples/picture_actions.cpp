// What can be done with a picture on screen.
#include "ui/panels/samples/picture_actions.h"

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
    const bool one = showsOne(grid);
    askToEnlarge(grid, {}, one ? picture : grid->composed(), one ? nameOf(stem, grid->current()) : stem);
    return true;
}

void offerPictures(ImageGrid* grid, std::function<QString()> stem) {
    grid->setFileOf([stem](int index) { return PictureFile{nameOf(stem(), index)}; });
    QObject::connect(
        grid, &ImageGrid::menuRequested, grid,
        [grid, stem = std::move(stem)](int index, const QPoint& at) { showPictureMenu(grid, index, at, stem()); });
}

void showPictureMenu(ImageGrid* grid, int index, const QPoint& global, const QString& stem) {
    // The picture that was clicked: newer ones may come, or the run may go, while the menu is open.
    const QImage picture = grid->picture(index).copy(), whole = grid->single() ? QImage() : grid->composed();
    const bool only = showsOne(grid);
    const QPointer<ImageGrid> there = grid;
    QMenu menu;
    QAction* one = menu.addAction(PictureText::tr("Save picture as PNG…"));
    setThemedIcon(one, QStringLiteral("photo-down"));
    QAction* all = whole.isNull() ? nullptr : menu.addAction(PictureText::tr("Save all pictures as one PNG…"));
    QAction* copy = menu.addAction(PictureText::tr("Copy picture"));
    setThemedIcon(copy, QStringLiteral("copy"));
    QAction* enlarge = menu.addAction(PictureText::tr("Enlarge picture…"));
    setThemedIcon(enlarge, QStringLiteral("transform"));
    const QAction* enlarge_all = all ? menu.addAction(PictureText::tr("Enlarge all pictures as one…")) : nullptr;
    const QAction* chosen = menu.exec(global);
    if (!chosen || !there) return;
    const auto ask = [grid](const QImage& image, const QString& name) {
        askWhereToSave(grid, name, [image](const QString& path) { return savePng(image, path); });
    };
    const QString name = nameOf(stem, index);
    if (chosen == one) ask(picture, name);
    if (chosen == enlarge) askToEnlarge(grid, {}, picture, name);
    if (chosen == all) ask(whole, stem);
    if (chosen == enlarge_all) askToEnlarge(grid, {}, only ? picture : whole, only ? name : stem);
    if (chosen == copy) QGuiApplication::clipboard()->setImage(picture);
}

}  // namespace headroom::ui
