// PictureMime: a picture that is dragged out of the window: pixels, PNG bytes, and a file that is only written when somebody takes it.
#pragma once

#include <QImage>
#include <QMimeData>
#include <QString>
#include <QStringList>

namespace headroom::ui {

/// Where a picture on screen lies on disk, or what a file of it would be called.
struct PictureFile {
    QString name;    ///< "step-4200-picture-3", without an ending
    QString path{};  ///< of a PNG that holds it, with all that is known of it; empty: there is none
};

class PictureMime : public QMimeData {
    Q_OBJECT
public:
    PictureMime(QImage image, PictureFile file);

    QStringList formats() const override;
    bool hasFormat(const QString& type) const override;

protected:
    QVariant retrieveData(const QString& type, QMetaType as) const override;

private:
    /// The file, written now if there is none; they go with the application. Empty: it could not be written.
    QString written() const;

    QImage image_;
    PictureFile file_;
    mutable QString written_;
};

/// Drags the picture out of `source` until it is dropped or let go of.
void dragPicture(QWidget* source, const QImage& image, const PictureFile& file);

}  // namespace headroom::ui
