// What can be done with a picture on screen: save it as PNG, copy it, enlarge it.
#pragma once

#include "core/base/result.h"
#include "ui/forward.h"

#include <QImage>
#include <QString>

#include <functional>

namespace headroom::ui {

/// Writes `image` as PNG, replacing an older file only when the new one is complete. Error Disk.
Result<void> savePng(const QImage& image, const QString& path);

/// Writes a copy of the PNG at `from`, with all that is in it; `image` where that file is gone. As savePng otherwise.
Result<void> copyPng(const QString& from, const QImage& image, const QString& path);
/// Where the window proposes to keep pictures: the desktop's folder for them, the home folder where there is none.
QString picturesFolder();
/// Writes a picture to a path. Any thread.
using PictureWriter = std::function<Result<void>(const QString& path)>;
/// Asks for a PNG file named after `stem` and has `write` make it off the window's thread; a FileRow tells what came of it.
void askWhereToSave(QWidget* parent, const QString& stem, const PictureWriter& write);
/// The same with the file chosen.
void savePicture(QWidget* parent, const QString& path, const PictureWriter& write);

/// Asks the window to enlarge what `grid` shows: its picture, or all of them as one. `stem` names files ("step-4200"). False: there is nothing.
bool enlargeShown(ImageGrid* grid, const QString& stem);

/// Adds to the menu of a picture what can be done with that one beside the usual.
using PictureEntries = std::function<void(QMenu* menu, int index)>;
/// Gives the pictures of `grid` their menu, to save, copy or enlarge one or save or enlarge all shown, and their name when they are dragged out of the
/// window. `stem` as above, asked for each time.
void offerPictures(ImageGrid* grid, std::function<QString()> stem, PictureEntries more = {});

}  // namespace headroom::ui
