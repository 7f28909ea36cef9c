// PictureMime: a picture that is dragged out of the window: pixels, and a PNG that is made on another thread while it is dragged.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QMimeData>
#include <QString>
#include <QStringList>

#include <functional>
#include <future>
#include <memory>

namespace headroom::ui {

/// Where a picture on screen lies on disk, or what a file of it would be called.
struct PictureFile {
    QString name;    ///< "step-4200-picture-3", without an ending
    QString path{};  ///< of a PNG that holds it, with all that is known of it; empty: there is none
};

/// A dragged picture as PNG: made from the moment at which the drag begins, off the window's thread.
class DraggedPng {
public:
    /// Makes the bytes of a PNG; on any thread.
    using Encoder = std::function<QByteArray(const QImage& image)>;

    DraggedPng(const QImage& image, const PictureFile& file);

    /// Where its file is or will be; empty: nowhere.
    const QString& path() const { return path_; }
    /// Both wait until it is made. Any thread.
    QByteArray bytes() const { return made_.get().bytes; }
    /// The file, which goes with the application where it is not the run's; empty: it could not be written.
    QString written() const { return made_.get().path; }

    /// Replaced in tests; null: as it was.
    static void setEncoder(Encoder encoder);

private:
    struct Made {
        QByteArray bytes;
        QString path;
    };
    QString path_;
    std::shared_future<Made> made_;
};

class PictureMime : public QMimeData {
    Q_OBJECT
public:
    PictureMime(const QImage& image, const PictureFile& file);

    QStringList formats() const override;
    /// For the window that it comes from, which need not wait for a file to say what can be done with it.
    std::shared_ptr<const DraggedPng> png() const { return png_; }

protected:
    /// Waits for the PNG: other programs ask when it has been carried to them, and it is there by then.
    QVariant retrieveData(const QString& type, QMetaType as) const override;

private:
    QImage image_;
    std::shared_ptr<const DraggedPng> png_;
};

/// Drags the picture until it is dropped or let go of. What it is dragged out of may be gone when this returns.
void dragPicture(const QImage& image, const PictureFile& file);

}  // namespace headroom::ui
